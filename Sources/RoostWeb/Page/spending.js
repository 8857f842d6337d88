// What somebody spent: totals of a month, the single expenses, and what to do with them.

import { ask, isSignedIn, signedIn, signIn, signOut } from './account.js';
import { element, text } from './words.js';

const byId = (id) => document.getElementById(id);
/** `null` stands for all the time. */
let month = currentMonth();
/** Where the next page begins; `null` after the last. */
let next = null;
/** Counts what is asked for, so that an answer which comes too late is not shown. */
let turn = 0;

// ---- Months

function currentMonth() {
  const now = new Date();
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}`;
}

function neighbour(of, step) {
  const [year, number] = of.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + step, 1));
  return date.toISOString().slice(0, 7);
}

function title(of) {
  if (of === null) return 'All the time';
  const [year, number] = of.split('-').map(Number);
  const names = { month: 'long', year: 'numeric', timeZone: 'UTC' };
  return new Date(Date.UTC(year, number - 1, 1)).toLocaleDateString('en', names);
}

// ---- What is shown

const money = (amount, currency) => `${text(amount)} ${text(currency)}`;

const count = (number) => (number === 1 ? '1 expense' : `${number} expenses`);

/** A bar of so many per cent: the only place where an amount is not exact. */
function bar(percent, isOver = false) {
  const filled = element('span', isOver ? 'bar over' : 'bar');
  filled.style.width = `${Math.max(0, Math.min(100, percent))}%`;
  return element('div', 'track', filled);
}

function line(name, amount, share, details, isOver) {
  const row = element('li', '',
    element('div', 'row', element('span', 'main', name), element('span', 'amount', amount),
      element('span', 'details', details)));
  if (share !== null) row.append(bar(share, isOver));
  return row;
}

/** All the time has no budgets. */
function showTotals({ totals, budgets = [] }) {
  byId('totals').replaceChildren(...totals.map((sum) => {
    const list = element('ul', 'rows', ...sum.categories.map((category) => line(
      text(category.name), money(category.total, sum.currency),
      100 * category.total / sum.total, count(category.count))));
    return element('div', 'sum',
      element('p', 'total', money(sum.total, sum.currency)), list);
  }));
  if (totals.length === 0) byId('totals').append(element('p', 'quiet', 'Nothing was spent.'));

  byId('budgets-section').hidden = budgets.length === 0;
  byId('budgets').replaceChildren(...budgets.map((budget) => line(
    text(budget.name) || 'All together',
    `${text(budget.spent)} of ${money(budget.amount, budget.currency)}`, budget.percent,
    `${budget.percent} %, ${rest(budget)}`, budget.percent >= 100)));

  const places = totals.flatMap((sum) => sum.places.map((place) => line(
    text(place.name) || 'Elsewhere', money(place.total, sum.currency), null, count(place.count))));
  byId('places-section').hidden = places.length === 0;
  byId('places').replaceChildren(...places);
}

const rest = ({ left, currency }) =>
  (text(left).startsWith('-') ? `${money(left.slice(1), currency)} over` : `${money(left, currency)} left`);

function expenseRow(expense) {
  const where = text(expense.place_name);
  const what = text(expense.name) || text(expense.category_name);
  const remove = element('button', 'plain', '✕');
  remove.type = 'button';
  remove.title = 'Delete';
  remove.setAttribute('aria-label', `Delete ${money(expense.amount, expense.currency)} ${what}`);
  const row = element('li', '',
    element('div', 'row', element('span', 'main', what),
      element('span', 'amount', money(expense.amount, expense.currency)), remove,
      element('span', 'details', [
        text(expense.day), text(expense.category_name), where && `at ${where}`,
        expense.group && `for ${text(expense.group)}`,
      ].filter(Boolean).join(' · '))));
  remove.addEventListener('click', () => removeOne(expense, what));
  return row;
}

const listed = (after) =>
  ask('expense', 'list', { ...(month && { month }), ...(after && { after }), limit: 50 });

function showExpenses(page, isFirst) {
  const rows = page.expenses.map(expenseRow);
  if (isFirst) byId('expenses').replaceChildren(...rows);
  else byId('expenses').append(...rows);
  const known = new Set([...byId('names').children].map((option) => option.value));
  const names = new Set(page.expenses.map((expense) => text(expense.name)).filter(Boolean));
  byId('names').append(...[...names].filter((name) => !known.has(name)).map((name) => new Option(name)));
  next = page.next ?? null;
  byId('more').hidden = next === null;
  const isEmpty = byId('expenses').childElementCount === 0;
  byId('none').hidden = !isEmpty;
  byId('expenses').hidden = isEmpty;
}

async function showMore() {
  const own = ++turn;
  const page = await listed(next);
  if (own === turn) showExpenses(page, false);
}

async function show() {
  const own = ++turn;
  byId('month').textContent = title(month);
  byId('all').setAttribute('aria-pressed', String(month === null));
  byId('earlier').disabled = byId('later').disabled = month === null;
  const [sums, everything, page] = await Promise.all([
    ask('expense', 'totals', { month: month ?? 'all' }),
    ask('expense', 'totals', { month: 'all' }),
    listed(),
  ]);
  if (own !== turn) return;
  showTotals(sums);
  showExpenses(page, true);
  byId('clear').hidden = everything.totals.length === 0;
}

// ---- What is done

/** Runs `action` for a form: no second time meanwhile, and what went wrong is said in it. */
async function run(form, action) {
  const failure = form.querySelector('.failure');
  const fields = [...form.elements].filter((field) => !field.disabled);
  failure.textContent = '';
  for (const field of fields) field.disabled = true;
  try {
    await action();
    return true;
  } catch (error) {
    if (error.status === 401 && form.id !== 'sign-in') leave('Sign in again.');
    else failure.textContent = error.message;
    return false;
  } finally {
    for (const field of fields) field.disabled = false;
    if (failure.textContent) form.querySelector(':invalid, input')?.focus();
  }
}

/** Shows anew what there is; who is not signed in any more is asked to. */
async function refresh() {
  try {
    await show();
    say('');
  } catch (error) {
    if (error.status === 401) leave('');
    else say(error.message);
  }
}

/** Says something that is no answer to a form. */
function say(words) {
  byId('status').textContent = words;
  byId('status').className = words ? 'notice failure' : 'spoken';
}

/** Opens a dialog; answers whether its deed is done. */
function confirmed(dialog, action) {
  const form = dialog.querySelector('form');
  form.querySelector('.failure').textContent = '';
  return new Promise((resolve) => {
    form.onsubmit = async (event) => {
      if (event.submitter?.value !== 'yes') return;
      event.preventDefault();
      if (await run(form, action)) dialog.close('yes');
    };
    dialog.onclose = () => resolve(dialog.returnValue === 'yes');
    dialog.returnValue = '';
    dialog.showModal();
  });
}

async function removeOne(expense, what) {
  byId('delete-what').textContent =
    [money(expense.amount, expense.currency), what, text(expense.day)].join(' · ');
  const isDone = await confirmed(
    byId('delete-dialog'), () => ask('expense', 'delete', { expense: expense.expense }));
  if (isDone) await refresh();
}

async function clearAll() {
  const dialog = byId('clear-dialog');
  const { totals } = await ask('expense', 'totals', { month: 'all' });
  const all = totals.reduce((sum, one) => sum + one.count, 0);
  byId('clear-what').textContent =
    `${count(all)}, ${totals.map((one) => money(one.total, one.currency)).join(', ')}, will be gone.`;
  const word = dialog.querySelector('[name=word]');
  const go = dialog.querySelector('.danger');
  word.value = '';
  go.disabled = true;
  word.oninput = () => { go.disabled = word.value.trim().toLowerCase() !== 'clear'; };
  if (await confirmed(dialog, () => ask('expense', 'clear', { confirm: true }))) await refresh();
}

/** Each saving has an id of its own, so that what is sent twice is one expense. */
let draft = crypto.randomUUID();

async function add(form) {
  const field = (name) => form.elements[name].value.trim();
  const expense = {
    expense: draft, amount: field('amount'), currency: field('currency').toUpperCase(),
    ...(field('name') && { name: field('name') }),
    ...(field('category') && { category: field('category') }),
    ...(field('day') && { time: field('day') }),
  };
  if (!await run(form, () => ask('expense', 'save', expense))) return;
  draft = crypto.randomUUID();
  for (const name of ['amount', 'name', 'day']) form.elements[name].value = '';
  form.elements.category.value = '';
  form.elements.amount.focus();
  await refresh();
}

// ---- Coming and going

async function enter() {
  const user = await signedIn();
  const settings = await ask('settings', 'get');
  byId('who').textContent = user;
  const form = byId('add');
  form.elements.currency.value = text(settings.currency);
  form.elements.category.replaceChildren(
    new Option('as usual', ''),
    ...settings.categories.map(({ category, name }) => new Option(text(name), text(category))));
  await show();
  byId('sign-in').hidden = true;
  byId('main').hidden = byId('account').hidden = false;
}

function leave(words) {
  signOut();
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close('');
  byId('main').hidden = byId('account').hidden = true;
  // Nothing of one user's stays for the next.
  turn += 1;
  for (const id of ['totals', 'budgets', 'places', 'expenses', 'names']) byId(id).replaceChildren();
  byId('add').reset();
  byId('sign-in').hidden = false;
  byId('sign-in').querySelector('.failure').textContent = words;
}

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { user, password } = form.elements;
  await run(form, async () => {
    await signIn(user.value.trim(), password.value);
    password.value = '';
    await enter();
  });
});
byId('sign-out').addEventListener('click', () => leave(''));
byId('add').addEventListener('submit', (event) => {
  event.preventDefault();
  add(event.target);
});
byId('clear').addEventListener('click', () => clearAll().catch((error) => say(error.message)));
byId('more').addEventListener('click', () => showMore().catch((error) => say(error.message)));
for (const [id, step] of [['earlier', -1], ['later', 1]]) {
  byId(id).addEventListener('click', () => {
    month = neighbour(month, step);
    refresh();
  });
}
byId('all').addEventListener('click', () => {
  month = month === null ? currentMonth() : null;
  refresh();
});
// What was noted down on the phone meanwhile.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && !byId('main').hidden && !document.querySelector('dialog[open]')) refresh();
});

if (isSignedIn()) {
  enter().catch((error) => {
    if (error.status === 401) leave('');
    else say(error.message);
  });
} else {
  leave('');
}
