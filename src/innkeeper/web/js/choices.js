// What can be answered, and where on the table it is answered: in the prompt, on a seat, or with a card of the hand.
import { card, useText } from './books.js';
import { NOBODY, THING, capital, nameOf } from './names.js';

export const LETTERS = 'abcdefghijklmno';

/** @typedef {{card: number, front: boolean}} Held */

/** The cards that the viewer may use: the hand, then what can be played from in front. @param {import('./types').View} view @returns {Held[]} */
export function held(view) {
  const front = (view.asked?.options ?? []).filter((o) => o[0] === 'play' && o[3]).map((o) => o[1]);
  return [...view.hand.map((each) => ({ card: each, front: false })), ...[...new Set(front)].map((each) => ({ card: each, front: true }))];
}

/** The ways to answer, in the order of the options. @param {import('./types').Look} look @returns {import('./types').Choice[]} */
export function choices(look) {
  const { view } = look;
  const asked = view.asked;
  if (!asked || !look.ask || asked.seat !== view.seat) return [];
  const cards = held(view);
  /** @type {import('./types').Choice[]} */
  const found = [];
  const used = new Set();
  let things = view.seats.length;
  let numbers = 0;
  asked.options.forEach(([kind, value, , front], i) => {
    if (kind === 'pass') {
      found.push({ i, key: 'p', text: capital(look.ask?.decline ?? 'pass'), place: 'prompt', at: -1 });
    } else if (kind === 'seat' || kind === 'order') {
      if (value >= THING) {
        things += 1;
        found.push({ i, key: things < 10 ? String(things) : '', text: asked.labels[i], place: 'seat', at: value });
      } else if (value === NOBODY) {
        found.push({ i, key: '0', text: 'Nobody', place: 'prompt', at: -1 });
      } else {
        found.push({ i, key: String(value + 1), text: nameOf(view, value), place: 'seat', at: value });
      }
    } else {
      const places = inHand(cards, kind, value, front, used);
      for (const at of places) {
        used.add(at);
        found.push({ i, key: LETTERS[at] ?? '', text: card(value).title, place: 'hand', at });
      }
      if (!places.length) {
        numbers += 1;
        const text = kind === 'card' || kind === 'play' || kind === 'discard' ? card(value).title : capital(asked.labels[i]);
        found.push({ i, key: numbers < 10 ? String(numbers) : '', text, place: 'prompt', at: kind === 'card' ? value : -1 });
      }
    }
  });
  return found;
}

/**
 * The places of the hand that an option is about: every copy of a card to be played or thrown away, since the options name each
 * card once; one copy where copies are picked one by one.
 * @param {Held[]} cards @param {string} kind @param {number} value @param {boolean} front @param {Set<number>} used @returns {number[]}
 */
function inHand(cards, kind, value, front, used) {
  if (!['play', 'discard', 'card'].includes(kind)) return [];
  const places = cards.map((each, at) => (each.card === value && each.front === front ? at : -1)).filter((at) => at >= 0);
  return kind === 'card' ? places.filter((at) => !used.has(at)).slice(0, 1) : places;
}

/** The ways to use one card, told apart. @param {import('./types').Look} look @param {number[]} only @returns {import('./types').Choice[]} */
export function uses(look, only) {
  const options = look.view.asked?.options ?? [];
  return only.map((i, n) => {
    const [, value, use] = options[i];
    return { i, key: String(n + 1), text: useText(card(value), use), place: 'prompt', at: -1 };
  });
}

/**
 * Which choice is marked to begin with: what a timer would take, but no pick of oneself where there is another.
 * @param {import('./types').Look} look @param {import('./types').Choice[]} all
 */
export function marked(look, all) {
  const first = Math.max(0, all.findIndex((choice) => choice.i === look.view.asked?.default));
  const choice = all[first];
  if (choice && choice.place === 'seat' && choice.at === look.view.seat) {
    const other = all.findIndex((each) => each.place === 'seat' && each.at !== look.view.seat);
    return other >= 0 ? other : first;
  }
  return first;
}

const MOMENTS = /** @type {Record<string, [string, string]>} */ ({
  card: ['cards between others', 'cards that touch me'],
  own: ['my own cards', 'my own cards'],
  hit: ['losses others have just taken', 'losses I have just taken'],
  drink: ['the Drinks of others', 'my own Drinks'],
  ante: ['the antes of others', 'my antes'],
  payment: ['the payments of others', 'my payments'],
  leave: ['others leaving a Round', 'my leaving a Round'],
  win: ['pots that others win', 'pots I win'],
  check: ['the last chance of others', 'my own last chance'],
  round: ['quiet moments of a Round', 'quiet moments of a Round'],
  quiet: ['quiet moments', 'quiet moments'],
});
/** Every kind of moment, as `asking.never` names them. @type {import('./types').Leave[]} */
export const ALL_MOMENTS = Object.keys(MOMENTS).flatMap((kind) => (MOMENTS[kind][0] === MOMENTS[kind][1] ? [{ kind, touches: false }] : [{ kind, touches: false }, { kind, touches: true }]));

const OUR_MOMENTS = /** @type {Record<string, string>} */ ({
  card: 'cards that touch my team',
  hit: 'losses my team has just taken',
  drink: 'my team’s Drinks',
  ante: 'my team’s antes',
  payment: 'my team’s payments',
  leave: 'my team’s leaving a Round',
  win: 'pots my team wins',
  check: 'my team’s last chance',
});

/** @param {import('./types').Leave} moment @param {boolean} [team] whether I have team-mates */
export function momentWords(moment, team = false) {
  return (team && moment.touches && OUR_MOMENTS[moment.kind]) || (MOMENTS[moment.kind]?.[moment.touches ? 1 : 0] ?? moment.kind);
}
