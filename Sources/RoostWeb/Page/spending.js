// A user's spending: the totals of a month, the single expenses, and actions on them.

import { ask, isSignedIn, onOtherTab, Refusal, signedIn, signIn, signOut } from './account.js';
import { element, text } from './words.js';

const byId = (id) => document.getElementById(id);
/** `undefined` until the gateway tells which one it is for the user; `null` for all time. */
let month;
/** The start of the next page; `null` after the last. */
let next = null;
/** Counts requests, so that an answer that arrives too late is not shown. */
let turn = 0;
let shownAt = 0;
/** The timer of the next try while the gateway is away. */
let retry;

// ---- Months

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

/** A bar of a percentage: the only place where an amount is not exact. */
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

/** All time has no budgets. */
function showTotals({ totals, budgets = [] }) {
  byId('totals').replaceChildren(...totals.map((sum) => {
    const list = element('ul', 'rows', ...sum.categories.map((category) => line(
      text(category.name), money(category.total, sum.currency),
      sum.total > 0 ? 100 * category.total / sum.total : null, count(category.count))));
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
        expense.group && `for ${text(expense.group_name) || text(expense.group)}`,
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
  const own = turn;
  const shown = byId('expenses').childElementCount;
  const page = await listed(next);
  if (own !== turn) return;
  showExpenses(page, false);
  // The keyboard goes on where reading does; the button may be gone.
  byId('expenses').children[shown]?.querySelector('button').focus();
}

async function show() {
  const own = ++turn;
  byId('more').hidden = true;
  try {
    if (month === undefined) {
      const current = (await ask('expense', 'totals')).month;
      if (own !== turn) return;
      month = current;
    }
    byId('month').textContent = title(month);
    byId('all').setAttribute('aria-pressed', String(month === null));
    byId('earlier').disabled = byId('later').disabled = month === null;
    const [sums, page] = await Promise.all([
      ask('expense', 'totals', { month: month ?? 'all' }), listed(),
    ]);
    if (own !== turn) return;
    showTotals(sums);
    showExpenses(page, true);
    // All months, whichever is requested.
    byId('clear').hidden = sums.months.length === 0;
    shownAt = Date.now();
    say('');
  } catch (error) {
    if (own !== turn) return;
    // The numbers of another month must not appear under this one's name.
    empty();
    throw error;
  }
}

function empty() {
  for (const id of ['totals', 'budgets', 'places', 'expenses', 'names']) byId(id).replaceChildren();
}

// ---- What is done

/** Shows an error outside a form; a user who is no longer signed in is asked to sign in. */
function fail(error) {
  if (error.status === 401) leave('Sign in again.');
  else say(error.message);
}

/** The same where nothing can be shown: tries again while the gateway is away. */
function failToShow(error) {
  fail(error);
  shownAt = 0;
  clearTimeout(retry);
  const isAway = [0, 429].includes(error.status) || error.status >= 500;
  if (isAway) retry = setTimeout(lookAgain, 5_000);
}

function say(words) {
  byId('status').textContent = words;
  byId('status').className = words ? 'notice failure' : 'spoken';
}

const refresh = () => show().catch(failToShow);

/** Runs `action` for a form, which is disabled meanwhile and then shows an error, if any. */
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
    if (failure.textContent) {
      // What nobody can see is typed anew.
      const secret = form.querySelector('[type=password]');
      if (secret) secret.value = '';
      (secret ?? form.querySelector(':invalid, input'))?.focus();
    }
  }
}

/** Asks in a dialog before `action`, which is awaited there; then shows the new state. */
function confirm(dialog, action) {
  const form = dialog.querySelector('form');
  let isBusy = false;
  form.querySelector('.failure').textContent = '';
  form.querySelector('[value=no]').onclick = () => dialog.close();
  form.onsubmit = async (event) => {
    event.preventDefault();
    isBusy = true;
    const isDone = await run(form, action);
    isBusy = false;
    if (isDone && dialog.open) dialog.close();
    if (!byId('main').hidden) await refresh();
    byId('expenses-title').focus();
  };
  dialog.oncancel = (event) => { if (isBusy) event.preventDefault(); };
  dialog.showModal();
}

function removeOne(expense, what) {
  byId('delete-what').textContent =
    [money(expense.amount, expense.currency), what, text(expense.day)].join(' · ');
  confirm(byId('delete-dialog'), () => ask('expense', 'delete',
    { expense: expense.expense, revision: expense.revision }));
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
  confirm(dialog, () => ask('expense', 'clear', { confirm: true }));
}

/** The last content sent and its id: sent again it is one expense, other content is another. */
let draft = {};

function idOf(content) {
  const words = JSON.stringify(content);
  if (draft.words !== words) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    draft = { words, id: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return draft.id;
}

/** Many keypads have a comma alone; before three digits nobody knows what it, or a point, parts. */
function amountOf(words, currency) {
  let decimals = 2;
  try {
    decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
  } catch { /* The gateway says what is wrong with the currency. */ }
  const [, whole, mark, rest] = words.match(/^(-?[1-9]\d{0,2})([.,])(\d{3})$/) ?? [];
  if (rest && (decimals < 3 || mark === ',')) {
    const other = { 0: '', 3: ` or ${whole}.${rest}` }[decimals] ?? `, or at most ${decimals} decimals`;
    throw new Refusal(0, { message: `${words} is unclear: type ${whole}${rest}${other}.` });
  }
  return words.replace(/^(-?\d+),(\d{1,3})$/, '$1.$2');
}

async function add(form) {
  const field = (name) => form.elements[name].value.trim();
  const currency = field('currency').toUpperCase();
  const content = () => ({
    amount: amountOf(field('amount'), currency), currency,
    ...(field('name') && { name: field('name') }),
    ...(field('category') && { category: field('category') }),
    ...(field('day') && { time: field('day') }),
  });
  let saved;
  const save = async () => {
    const expense = content();
    saved = await ask('expense', 'save', { expense: idOf(expense), ...expense });
  };
  if (!await run(form, save)) return;
  draft = {};
  // What was just noted down is to be seen.
  if (month !== null) month = saved.day.slice(0, 7);
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

/** Signs out, and keeps nothing of one user for the next. */
function leave(words) {
  clearTimeout(retry);
  signOut();
  turn += 1;
  draft = {};
  month = undefined;
  empty();
  say('');
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  byId('main').hidden = byId('account').hidden = true;
  byId('add').reset();
  byId('add').elements.category.replaceChildren();
  // Whoever is signed out unasked need not type their name again.
  if (!words) byId('sign-in').reset();
  byId('sign-in').hidden = false;
  byId('sign-in').querySelector('.failure').textContent = words;
  byId('sign-in').elements.user.focus();
}

/** Begins, also again while the gateway cannot be reached. */
function begin() {
  clearTimeout(retry);
  if (!isSignedIn()) return leave('');
  enter().catch(failToShow);
}

/** Shows what was meanwhile entered on the phone, or begins if nothing could be shown yet. */
function lookAgain() {
  clearTimeout(retry);
  if (document.hidden || !byId('sign-in').hidden) return;
  if (document.querySelector('dialog[open]')) retry = setTimeout(lookAgain, 5_000);
  else if (byId('main').hidden) begin();
  else if (Date.now() - shownAt > 60_000) refresh();
}

byId('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { user, password } = form.elements;
  const isIn = await run(form, async () => {
    await signIn(user.value.trim(), password.value);
    password.value = '';
    await enter();
  });
  if (isIn) byId('add').elements.amount.focus();
});
byId('sign-out').addEventListener('click', () => leave(''));
byId('add').addEventListener('submit', (event) => {
  event.preventDefault();
  add(event.target);
});
for (const [id, action] of [['clear', clearAll], ['more', showMore]]) {
  let isBusy = false;
  byId(id).addEventListener('click', async () => {
    // A button that is disabled would lose the keyboard.
    if (isBusy) return;
    isBusy = true;
    await action().catch(fail);
    isBusy = false;
  });
}
for (const [id, step] of [['earlier', -1], ['later', 1]]) {
  byId(id).addEventListener('click', () => {
    month = neighbour(month, step);
    refresh();
  });
}
byId('all').addEventListener('click', () => {
  month = month === null ? undefined : null;
  refresh();
});
onOtherTab(() => location.reload());
document.addEventListener('visibilitychange', lookAgain);

begin();
