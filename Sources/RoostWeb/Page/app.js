// Follows the gateway's events and shows the people, the things, the places and the alerts.

import { FamilyClock } from './clock.js';
import {
  activity, battery, element, initials, isolated, millis, placeName, proximity, refreshTimes,
  relativeTime, severity, text, whereabouts, withOwner,
} from './words.js';

const staleAfter = 30 * 60_000;
const alertLimit = 50;
// Something arrives every fifteen seconds, if only a heartbeat.
const silenceLimit = 40_000;
const colours = 8;

const board = { users: new Map(), items: new Map(), places: new Map(), alerts: [], gateway: null };
const byId = (id) => document.getElementById(id);
const clock = new FamilyClock(byId('clock'));

// ---- What arrives

/** Each kind of event: the map that keeps it, and the key of its subject. */
const kinds = {
  presence: { kept: 'users', key: 'user' },
  item: { kept: 'items', key: 'item' },
  occupancy: { kept: 'places', key: 'place' },
};

function keep({ kept, key }, state) {
  const id = text(state?.[key]);
  if (!id) return;
  if (state.removed === true) board[kept].delete(id);
  else board[kept].set(id, state);
}

function replaceAll(snapshot) {
  for (const kind of Object.values(kinds)) {
    board[kind.kept].clear();
    for (const state of snapshot[kind.kept] ?? []) keep(kind, state);
  }
  board.alerts = (snapshot.alerts ?? []).slice(0, alertLimit);
  board.gateway = snapshot.gateway ?? null;
}

function addAlert(alert) {
  const others = board.alerts.filter((known) => known.id === undefined || known.id !== alert.id);
  if (alert.removed === true) {
    board.alerts = others;
    return;
  }
  const isNew = others.length === board.alerts.length;
  board.alerts = [alert, ...others].slice(0, alertLimit);
  if (isNew) {
    // "You left home" is somebody else's news: whoever listens must hear whose.
    const who = alert.user ? nameOf(alert.user) : '';
    const words = [who, text(alert.title), text(alert.text)].filter(Boolean).join(': ');
    // Each stays for a while: several may come at once.
    const log = byId('announcement');
    log.append(element('p', '', words));
    if (log.childElementCount > 20) log.firstElementChild.remove();
  }
}

let source = null;
/** By the clock on the wall, which may be set, and by one that may stand still in a sleeping machine. */
let heardAt = [0, 0];
let link = 'connecting';

const clocks = () => [Date.now(), performance.now()];
const silence = () => Math.max(...clocks().map((now, index) => now - heardAt[index]));

function listen() {
  source?.close();
  setLink('connecting');
  source = new EventSource('/api/v1/events');
  heardAt = clocks();
  const on = (name, take) => source.addEventListener(name, (event) => {
    heardAt = clocks();
    try {
      take(JSON.parse(event.data));
    } catch (error) {
      console.error(`an event "${name}" could not be shown`, error);
      return;
    }
    showSoon();
  });
  on('snapshot', replaceAll);
  on('alert', addAlert);
  on('gateway', (state) => { board.gateway = state; });
  for (const [name, kind] of Object.entries(kinds)) on(name, (state) => keep(kind, state));

  source.addEventListener('heartbeat', () => { heardAt = clocks(); });
  source.addEventListener('open', () => setLink('connected'));
  source.addEventListener('error', () => {
    setLink('reconnecting');
    // The browser retries a lost connection by itself, but gives up after a refusal: see below.
  });
}

function setLink(state) {
  link = state;
  showConnection();
}

/** A page connected to a gateway without a broker shows an old state. */
function showConnection() {
  const isCutOff = link === 'connected' && board.gateway?.connected === false;
  const shown = byId('connection');
  const state = isCutOff ? 'cut-off' : link;
  if (shown.dataset.state === state) return;
  shown.dataset.state = state;
  shown.replaceChildren(...(isCutOff
    ? spaced('No broker', relativeTime(board.gateway.since, 'for'), 'this may be old')
    : [connectionWords[link]]));
}

const connectionWords = {
  connecting: 'Connecting…', connected: 'Connected', reconnecting: 'Reconnecting…',
};

/** A dead connection may not end: then nothing arrives at all. */
setInterval(() => {
  if (document.hidden) return;
  const isGivenUp = source?.readyState === EventSource.CLOSED;
  if (!isGivenUp && silence() < silenceLimit) return;
  listen();
}, 3_000);

/** Closes the stream of a hidden tab: a browser has few connections to one host. */
document.addEventListener('visibilitychange', () => {
  if (document.hidden) source?.close();
  else listen();
});

// ---- What is shown

let isDue = false;

/** Many events may arrive at once; they are drawn together. */
function showSoon() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    show();
  }, 30);
}

function show() {
  const names = new Map();
  for (const [id, place] of board.places) names.set(id, text(place.name));
  const people = sorted(board.users, 'user').map((state, index) => ({
    id: state.user, name: nameOf(state.user), hand: text(state.hand) || 'unknown',
    colour: String(index % colours), isStale: isStale(state), state,
  }));
  const items = sorted(board.items, 'item');
  const isEmpty = people.length === 0 && items.length === 0;

  showConnection();
  clock.show(people);
  fill('people', people.map((person) => keyed(person.id, personCard(person, names))));
  fill('alerts', told(board.alerts).map((alert) => keyed(alert.id, alertRow(alert, names))), 'None so far.');
  fill('items', items.map((item) => keyed(item.item, itemRow(item, names))));
  fill('places', sorted(board.places, 'place').map((place) => keyed(place.place, placeRow(place))));
  byId('main').hidden = false;
  byId('start').hidden = !isEmpty;
  byId('people-section').hidden = people.length === 0;
  byId('items-section').hidden = items.length === 0;
  byId('places-section').hidden = board.places.size === 0;
  byId('alerts-section').hidden = isEmpty && board.alerts.length === 0;
}

function keyed(key, row) {
  row.dataset.key = key;
  return row;
}

/** Rows that say the same stay as they are, with whatever is selected in them. */
function fill(id, rows, emptyWords = '') {
  const list = byId(id);
  const fresh = rows.length || !emptyWords ? rows : [element('li', 'quiet', emptyWords)];
  const known = new Map([...list.children].map((row) => [row.dataset.key, row]));
  const shown = fresh.map((row) => {
    const before = known.get(row.dataset.key);
    return before?.isEqualNode(row) ? before : row;
  });
  const kept = new Set(shown);
  for (const row of [...list.children]) if (!kept.has(row)) row.remove();
  let next = list.firstChild;
  for (const row of shown) {
    if (row === next) next = row.nextSibling;
    else list.insertBefore(row, next);
  }
}

function sorted(states, key) {
  const label = (state) => text(state.name) || text(state[key]);
  return [...states.values()].sort((a, b) => label(a).localeCompare(label(b)));
}

const nameOf = (user) => text(board.users.get(user)?.name) || text(user);

function isStale(state) {
  const updated = millis(state.last_seen ?? state.updated);
  return state.hand === 'offline' || (updated !== null && Date.now() - updated > staleAfter);
}

function personCard({ name, colour, isStale, state, hand }, names) {
  const where = whereabouts(state, names) || (hand === 'unknown' ? 'whereabouts unknown' : hand);
  const badge = element('span', 'badge', initials(name));
  badge.dataset.colour = colour;
  badge.setAttribute('aria-hidden', 'true');
  const details = element('p', 'details', ...spaced(
    activity(state.activity), relativeTime(state.since, 'for'), battery(state.battery),
    state.confidence > 0 ? `${percent(state.confidence)}\u00a0%\u00a0sure` : ''));
  const card = element('li', isStale ? 'card stale' : 'card',
    badge, element('h3', '', name), element('p', 'where', where), details);
  const heading = headingTo(state, names);
  if (heading) card.append(heading);
  if (isStale) card.append(element('p', 'note', relativeTime(state.updated, 'ago', 'last heard ')));
  if (Number.isFinite(state.confidence)) card.append(confidence(state.confidence));
  return card;
}

function headingTo(state, names) {
  const place = placeName(state.heading_to, names);
  if (!place) return null;
  const eta = relativeTime(state.eta, 'in');
  return element('p', 'heading', '→ ', `heading to ${place}`, eta ? ', there ' : '', eta);
}

const percent = (value) => Math.round(Math.min(Math.max(value, 0), 1) * 100);

function confidence(value) {
  const bar = element('span', 'bar');
  bar.style.width = `${percent(value)}%`;
  const meter = element('div', 'confidence', bar);
  meter.title = `${percent(value)} % sure`;
  meter.setAttribute('role', 'meter');
  for (const [key, of] of [['label', 'Confidence'], ['valuenow', percent(value)], ['valuemin', 0], ['valuemax', 100]]) {
    meter.setAttribute(`aria-${key}`, of);
  }
  return meter;
}

function itemRow(item, names) {
  const owner = withOwner(item, nameOf(item.owner));
  return element('li', isStale(item) ? 'row stale' : 'row',
    element('div', 'main', element('h3', '', text(item.name) || text(item.item)),
      element('p', 'where', whereabouts(item, names) || 'place unknown')),
    element('p', `pill ${owner.tone}`, owner.words),
    element('p', 'details', ...spaced(
      proximity(item), relativeTime(item.last_seen, 'ago', 'seen '), battery(item.battery))));
}

function placeRow(place) {
  const { users = [], count = users.length, items = 0 } = place;
  return element('li', 'row',
    element('div', 'main',
      element('h3', '', text(place.name) || text(place.place)),
      element('p', 'where', users.map((user) => isolated(nameOf(user))).join(', '))),
    element('p', `pill ${count ? 'good' : 'quiet'}`, count === 1 ? '1 person' : `${count} people`),
    items > 0 ? element('p', 'pill quiet', items === 1 ? '1 thing' : `${items} things`) : null);
}

/** What several people are told is shown once, with all their names. */
function told(alerts) {
  const rows = new Map();
  for (const alert of alerts) {
    const key = JSON.stringify([alert.kind, alert.time, alert.title, alert.text]);
    const row = rows.get(key) ?? { ...alert, users: [] };
    if (alert.user) row.users.push(alert.user);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function alertRow(alert, names) {
  const level = severity(alert.severity);
  const words = text(alert.text);
  // Its words name the room; the alert itself has only the room's id.
  const where = whereabouts({ place: alert.place }, names);
  return element('li', `row alert ${level}`,
    element('div', 'main',
      element('h3', '', text(alert.title) || text(alert.kind).replaceAll('_', ' ') || 'Alert'),
      words ? element('p', '', words) : null,
      element('p', 'details', ...spaced(
        level, recipients(alert.users),
        relativeTime(alert.time, 'ago'), where))));
}

const recipients = (users) => users.length === 0 ? null
  : `to ${users.map((user) => isolated(nameOf(user))).sort().join(', ')}`;

/** The non-empty parts, with a dot between them. */
function spaced(...parts) {
  const there = parts.filter((part) => part != null && part !== '');
  return there.flatMap((part, index) => (index ? [' · ', part] : [part]));
}

let drawnStale = '';

/** Time alone changes two things: relative times, and who has not been heard for long. */
setInterval(() => {
  refreshTimes();
  const stale = [...board.users.values(), ...board.items.values()].map(isStale).join();
  if (stale !== drawnStale) showSoon();
  drawnStale = stale;
}, 10_000);

// The page comes with a snapshot; from then on, the stream brings the changes.
try {
  replaceAll(JSON.parse(byId('snapshot').textContent));
  show();
} catch (error) {
  // The stream brings it too.
  console.error('the page came without what is known', error);
}
if (!document.hidden) listen();
