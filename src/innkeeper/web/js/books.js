// What never changes during a game: the cards, and the rules. Each is fetched once.
import { signal } from './lib.js';

/** @type {import('./lib.js').Signal<import('./types').Catalog | null>} */
export const catalog = signal(null);
/** @type {import('./lib.js').Signal<Record<string, import('./types').Rule> | null>} */
export const rules = signal(null);

/** @param {string} address @param {string} [token] @returns {Promise<any>} */
export async function fetched(address, token = '') {
  const answer = await fetch(address, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  const body = await answer.json().catch(() => ({ code: 'internal', text: 'The server sent no answer that can be read.' }));
  if (!answer.ok) throw body;
  return body;
}

let cataloguing = false;
/** Raises what the server refused with. */
export async function loadCatalog() {
  if (catalog.peek() || cataloguing) return;
  cataloguing = true;
  try {
    catalog.value = await fetched('/api/catalog');
  } finally {
    cataloguing = false;
  }
}

let reading = false;
export async function loadRules() {
  if (rules.peek() || reading) return;
  reading = true;
  try {
    const body = await fetched('/api/rules');
    rules.value = body.rules ?? body;
  } finally {
    reading = false;
  }
}

/** @type {import('./types').Card} */
const NO_CARD = {
  number: -1, title: 'a card', home: '', pile: '', kind: 'Card', types: [], text: '', origin: '', alcohol: 0, fortitude: 0, chaser: false,
  event: false, thing: '', uses: [],
};

/** @param {number} number @returns {import('./types').Card} */
export function card(number) {
  return catalog.value?.cards[number] ?? NO_CARD;
}

/** What kind of card it is, in the rulebook's words: "Action or Gambling Card". @param {import('./types').Card} one */
export function typeLine(one) {
  return one.chaser && !one.event ? `${one.kind}, with a Chaser` : one.kind;
}

/** Which mark stands for that kind. @param {import('./types').Card} one */
export function typeMark(one) {
  return one.event ? 'event' : ['drink', 'prize'].includes(one.pile) ? one.pile : one.types[0];
}

/** What it says, one line for each way to use it. @param {import('./types').Card} one @returns {string[]} */
export function textLines(one) {
  return one.text ? one.text.split(' / ') : [];
}

/** What one way to use it says. @param {import('./types').Card} one @param {number} use */
export function useText(one, use) {
  const playable = one.uses.map((each, i) => (each.playable ? i : -1)).filter((i) => i >= 0);
  return textLines(one)[playable.indexOf(use)] ?? one.uses[use]?.mode ?? '';
}
