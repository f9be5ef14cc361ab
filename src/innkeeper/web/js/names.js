// How sentences call seats, things and cards.
import { card } from './books.js';

export const NOBODY = -1;
export const INN = -2;
export const THING = 1000;

/** @param {string} slug "evil_pooky" is Evil Pooky, "zot-2" is Zot 2 */
export function pretty(slug) {
  return slug.replaceAll('_', '-').split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** @param {string[]} words */
export function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {import('./types').View} view @param {number} target */
export function nameOf(view, target) {
  if (target >= THING) return card((target - THING) % THING).title;
  if (target === INN) return 'the Inn';
  return target < 0 ? 'nobody' : pretty(view.seats[target].name);
}

/** The same, but "you" for whoever looks. @param {import('./types').View} view @param {number} target */
export function who(view, target) {
  return target >= 0 && target === view.seat ? 'you' : nameOf(view, target);
}

/** @param {number} target @returns {{owner: number, card: number}} */
export function thing(target) {
  return { owner: Math.floor((target - THING) / THING), card: (target - THING) % THING };
}

/** @param {string} bot */
export function botName(bot) {
  return bot.startsWith('bot:') ? `${capital(bot.slice(4))} bot` : bot;
}

const BOTS = /** @type {Record<string, string>} */ ({
  'bot:random': 'plays anything that is allowed',
  'bot:greedy': 'takes what is best at once',
  'bot:steady': 'plays like somebody who knows the game',
  'bot:ahead': 'thinks ahead, the hardest',
});

/** @param {string} bot */
export function botWords(bot) {
  return BOTS[bot] ? `${botName(bot)}: ${BOTS[bot]}` : botName(bot);
}

export const PHASES = /** @type {Record<string, string>} */ ({
  'discard-draw': 'Discard and Draw',
  action: 'Action Phase',
  order: 'Order a Drink',
  drink: 'Drink Phase',
});

const WAITS = /** @type {Record<string, string>} */ ({
  'discard-draw': 'discards',
  discard: 'discards',
  action: 'chooses what to play',
  order: 'orders a Drink',
  'order-card': 'orders a Drink',
  gamble: 'is at it in the Round',
  pick: 'picks somebody',
  choose: 'chooses',
  cards: 'chooses cards',
});

/** Whose answer is awaited, as far as everybody may know. @param {import('./types').View} view */
export function awaited(view) {
  if (!view.asked) return 'The game is over';
  if (view.asked.seat === view.seat && view.seat >= 0) return view.asked.kind === 'action' && view.asked.options.length < 2 ? 'You can play nothing in this Action Phase' : 'It is for you to choose';
  if (view.asked.seat < 0) return 'Answers are open';
  return `${nameOf(view, view.asked.seat)} ${WAITS[view.asked.kind] ?? 'chooses'}`;
}
