// The words of the page for values on the topics. Any value may be absent.

/** An element with text or children; data is only ever inserted as text. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children.filter((child) => child != null && child !== ''));
  return made;
}

/** A value as text: empty for anything but a string or a number. */
export const text = (value) =>
  typeof value === 'string' ? value : Number.isFinite(value) ? String(value) : '';

/** An id without a name, made readable: `living_room` is "living room". */
const readable = (id) => text(id).replaceAll(/[_-]+/g, ' ');

export function millis(iso) {
  const time = typeof iso === 'string' ? Date.parse(iso) : NaN;
  return Number.isNaN(time) ? null : time;
}

/** A span of time in one unit: "12 min", "3 h", "2 days". */
function span(milliseconds) {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours < 6 && minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day' : `${days} days`;
}

const sentences = {
  for: (age) => `for ${span(age)}`,
  ago: (age) => (age < 60_000 ? 'just now' : `${span(age)} ago`),
  in: (age) => (age > -60_000 ? 'any moment now' : `in ${span(age)}`),
};

/** A `<time>` that is updated as time goes by; see `refreshTimes`. */
export function relativeTime(iso, form, prefix = '') {
  const time = millis(iso);
  if (time === null) return null;
  const made = element('time', '');
  made.dateTime = iso;
  made.title = new Date(time).toLocaleString();
  Object.assign(made.dataset, { form, prefix });
  tell(made);
  return made;
}

function tell(time) {
  const { form, prefix } = time.dataset;
  const words = prefix + sentences[form](Date.now() - Date.parse(time.dateTime));
  if (time.textContent !== words) time.textContent = words;
}

export function refreshTimes() {
  document.querySelectorAll('time[data-form]').forEach(tell);
}

/** "Home, kitchen"; by names if they are given, otherwise by ids. */
export function whereabouts(state, placeNames) {
  const place = text(state.place_name) || placeNames.get(state.place) || readable(state.place);
  const room = text(state.room_name) || readable(state.room);
  return [place, room].filter(Boolean).map(isolated).join(', ');
}

/** A name within a line: it may run from right to left, or hold marks that turn what follows. */
export const isolated = (name) => name && `\u2068${name}\u2069`;

export const placeName = (id, placeNames) => placeNames.get(id) || readable(id);

const activities = { still: 'still', walking: 'walking', vehicle: 'in a vehicle' };
export const activity = (value) => activities[value] ?? readable(value);

const nearness = { immediate: 'right at', near: 'near', far: 'far from', lost: 'no longer heard by' };

/** "near hall node, 1.4 m", as far as it is known. */
export function proximity(item) {
  if (item.proximity === 'lost') return item.last_seen ? 'not heard any more' : 'never heard yet';
  const near = nearness[item.proximity] ?? '';
  const node = readable(item.node);
  const where = near && node ? `${near} ${node}` : item.proximity ? 'no node hears it now' : node;
  const metres = Number.isFinite(item.distance) ? `about ${item.distance.toFixed(1)} m` : '';
  return [where, metres].filter(Boolean).join(', ');
}

/** The three answers, in words. */
export function withOwner(item, ownerName) {
  const owner = isolated(ownerName) || 'its owner';
  const value = item.with_owner;
  if (value === 'yes') return { words: `with ${owner}`, tone: 'good' };
  if (value === 'no') return { words: `not with ${owner}`, tone: 'warning' };
  return { words: `cannot tell if with ${owner}`, tone: 'quiet' };
}

/** In per cent: the gateway warns from here on, unless it is set otherwise. */
const lowBattery = 15;

/** Battery levels are percentages. */
export function battery(value) {
  if (!Number.isFinite(value)) return null;
  const percent = Math.round(value);
  const made = element('span', percent <= lowBattery ? 'battery low' : 'battery', `${percent} %`);
  made.title = 'Battery';
  made.prepend(element('span', 'spoken', 'Battery '));
  return made;
}

export const severity = (value) => (['warning', 'critical'].includes(value) ? value : 'info');

/** One or two letters for a person. */
export function initials(name) {
  const words = text(name).split(/[\s_-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...word][0].toUpperCase()).join('') || '?';
}
