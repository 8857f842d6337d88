// The family clock: a hand for each person, pointing at where they are.

import { initials, text } from './words.js';

const always = ['home', 'work', 'travelling', 'unknown'];
const order = ['home', 'work', 'school', 'gym', 'shop', 'friend', 'other'];
const last = ['travelling', 'unknown', 'offline'];
const ring = { outer: 190, inner: 152, label: 165 };

function draw(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Degrees clockwise from twelve o'clock. */
function at(degrees, radius) {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return [radius * Math.cos(angle), radius * Math.sin(angle)].map((n) => n.toFixed(2)).join(' ');
}

/** SVG's large-arc flag. */
const isLarge = ({ width }) => (width > 180 ? 1 : 0);

function wedge({ middle, width }) {
  const [from, to] = [middle - width / 2, middle + width / 2];
  const large = isLarge({ width });
  return `M${at(from, ring.outer)} A${ring.outer} ${ring.outer} 0 ${large} 1 ${at(to, ring.outer)}`
    + ` L${at(to, ring.inner)} A${ring.inner} ${ring.inner} 0 ${large} 0 ${at(from, ring.inner)}Z`;
}

/** The line under a label; in the lower half it runs the other way so that it can be read. */
function baseline({ middle, width }) {
  const isLower = middle > 100 && middle < 260;
  const radius = isLower ? ring.label + 11 : ring.label;
  const ends = [middle - width / 2, middle + width / 2];
  const [from, to] = isLower ? ends.reverse() : ends;
  return `M${at(from, radius)} A${radius} ${radius} 0 ${isLarge({ width })} ${isLower ? 0 : 1} ${at(to, radius)}`;
}

/** What the dial must show: the fixed segments, those in use, and names chosen by users. */
function segments(hands) {
  const used = new Map();
  for (const hand of hands) used.set(hand, (used.get(hand) ?? 0) + 1);
  const known = [...order, ...last];
  const own = [...used.keys()].filter((hand) => !known.includes(hand)).sort();
  // A place that is called Home, and is of no kind, is the home that is always there.
  const isOwn = (name) => own.some((hand) => hand.toLowerCase() === name);
  const shown = (name) => used.has(name) || (always.includes(name) && !isOwn(name));
  const names = [...order.filter(shown), ...own, ...last.filter(shown)];
  // Segments with many hands are wider.
  const weights = names.map((name) => Math.min(Math.max((used.get(name) ?? 1) / 2, 1), 3));
  const unit = 360 / weights.reduce((sum, weight) => sum + weight, 0);
  let start = (-weights[0] * unit) / 2;
  return names.map((name, index) => {
    const width = weights[index] * unit;
    start += width;
    return { name, width, middle: start - width / 2, used: used.has(name) };
  });
}

const shorten = (label, room) => (label.length > room ? `${label.slice(0, room - 1)}…` : label);

export class FamilyClock {
  #dial = draw('g', { class: 'dial' });
  #hands = draw('g', { class: 'hands' });
  #description = draw('desc', { id: 'clock-words' });
  #drawn = '';
  #byUser = new Map();

  constructor(parent) {
    const title = draw('title', { id: 'clock-title' }, 'Family clock');
    parent.append(draw(
      'svg',
      {
        viewBox: '-200 -200 400 400', role: 'img',
        'aria-labelledby': 'clock-title', 'aria-describedby': 'clock-words',
      },
      title, this.#description,
      draw('circle', { class: 'face', r: ring.outer }),
      this.#dial, this.#hands, draw('circle', { class: 'hub', r: 9 })));
  }

  /** People as `{id, name, hand, colour, isStale}`, in the order of their cards. */
  show(people) {
    const dial = segments(people.map((person) => person.hand));
    this.#drawDial(dial);
    this.#description.textContent = people.length
      ? people.map((person) => `${person.name}: ${person.hand}`).join('; ')
      : 'No hands yet';
    for (const [id, hand] of this.#byUser) {
      if (people.some((person) => person.id === id)) continue;
      hand.group.remove();
      this.#byUser.delete(id);
    }
    for (const segment of dial) {
      const here = people.filter((person) => person.hand === segment.name);
      here.forEach((person, index) => this.#point(person, segment, index, here.length));
    }
  }

  #drawDial(dial) {
    const key = JSON.stringify(dial);
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#dial.replaceChildren(...dial.flatMap((segment, index) => {
      const path = `label-${index}`;
      // A letter is about 10 units wide, 7 in the small type that narrow segments get.
      const length = (segment.width / 360) * 2 * Math.PI * ring.label;
      const isSmall = text(segment.name).length * 10.5 > length;
      const style = `label${segment.used ? ' used' : ''}${isSmall ? ' small' : ''}`;
      const words = draw('textPath', { href: `#${path}`, startOffset: '50%' });
      words.textContent = shorten(text(segment.name), Math.floor(length / (isSmall ? 7 : 10.5)));
      return [
        draw('path', { class: segment.used ? 'segment used' : 'segment', d: wedge(segment) }),
        draw('path', { id: path, class: 'baseline', d: baseline(segment) }),
        draw('text', { class: style }, words),
      ];
    }));
  }

  /** Hands in one segment fan out; if there are many, they differ in length. */
  #point(person, segment, index, count) {
    const fan = Math.min(segment.width * 0.7, 24 * (count - 1));
    const offset = count > 1 ? fan * (index / (count - 1) - 0.5) : 0;
    const isCrowded = count > 1 && fan / (count - 1) < 15;
    const length = isCrowded ? [124, 98, 72][index % 3] : 122;
    const hand = this.#byUser.get(person.id) ?? this.#addHand(person.id);
    // The shorter way round, so that a hand never spins past the whole dial.
    const turn = (segment.middle + offset - hand.angle) % 360;
    hand.angle += turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn;
    hand.group.classList.toggle('stale', person.isStale);
    hand.group.classList.toggle('crowded', isCrowded);
    hand.disc.setAttribute('r', isCrowded ? 12 : 15);
    hand.group.dataset.colour = person.colour;
    hand.group.style.transform = `rotate(${hand.angle}deg)`;
    hand.arm.setAttribute('d', `M-3.5 0 L-2 ${-length} L2 ${-length} L3.5 0Z`);
    hand.tip.style.transform = `translate(0px, ${-length}px) rotate(${-hand.angle}deg)`;
    hand.letters.textContent = initials(person.name);
    hand.title.textContent = `${person.name}: ${person.hand}`;
  }

  #addHand(id) {
    const title = draw('title', {});
    const arm = draw('path', { class: 'arm' });
    const disc = draw('circle', {});
    const letters = draw('text', { class: 'letters', dy: '0.35em' });
    const tip = draw('g', { class: 'tip' }, disc, letters);
    const group = draw('g', { class: 'hand' }, title, arm, tip);
    this.#hands.append(group);
    const hand = { group, arm, tip, disc, letters, title, angle: 0 };
    this.#byUser.set(id, hand);
    return hand;
  }
}
