// What somebody does: each deed is a message, and says so where it is refused.
import { signal } from './lib.js';
import { seats as keptSeats, forgetSeat, keepWatching, name, watched, wishes } from './keep.js';
import { loadCatalog } from './books.js';
import { go, place } from './place.js';
import { answered, info, leaveTable, lobby, notice, seat, sight, since, tell, welcome } from './store.js';
import * as wire from './wire.js';

/** Say what went wrong, and give undefined. @template T @param {Promise<T>} deed @returns {Promise<T | undefined>} */
export async function trying(deed) {
  try {
    return await deed;
  } catch (why) {
    const refusal = /** @type {{code?: string, text?: string}} */ (why);
    if (refusal.code !== 'stale') tell(refusal.text || 'That did not work.', true);
    return undefined;
  }
}

const LEVELS = ['bot:steady', 'bot:ahead', 'bot:greedy'];
/** The bot that plays where nobody chooses one. */
export function usualBot() {
  const bots = welcome.peek()?.bots ?? [];
  return LEVELS.find((bot) => bots.includes(bot)) ?? bots[0] ?? 'bot:random';
}

/** A table's settings where nobody says anything else; seats are to be added. @type {import('./types').Settings} */
export const USUAL = {
  seats: [], drinks: null, first: 'random', timers: 'off', watch: true, listed: true, pause: 800, teams: [], boss: null,
  prizes: [], events: [],
};

const FIRST = ['deirdre', 'fiona', 'gerki', 'zot'];

/** One press: a seat at a table with three bots. */
export async function playNow() {
  const mine = Math.floor(Math.random() * FIRST.length);
  const pace = Number(place.peek().query.get('pause') ?? 800);
  const bot = place.peek().query.get('bot') ?? usualBot();
  const seats = FIRST.map((character, i) => ({ character, plays: i === mine ? 'me' : bot }));
  await create({ ...USUAL, seats, listed: false, pause: pace }, true);
}

/** @param {import('./types').Settings} settings @param {boolean} [start] */
export async function create(settings, start = false) {
  await leave();
  const joined = await trying(wire.send('create', { settings, name: name.peek() }));
  if (!joined) return;
  if (joined.seat >= 0) setAsking({}, { ...joined.asking, ...wishes.peek() });
  go(`/t/${joined.table}`);
  if (start) await trying(wire.send('start', {}));
}

/** @param {string} code @param {number | null} at */
export async function join(code, at = null) {
  const joined = await trying(wire.send('join', { table: code, name: name.peek(), ...(at === null ? {} : { seat: at }) }));
  if (joined) setAsking({}, { ...joined.asking, ...wishes.peek() });
}

/** @param {string} code */
export async function watch(code) {
  if (await trying(wire.send('watch', { table: code, since: 0 }))) keepWatching(code);
}

/** Leave whatever table this connection is at. */
export async function leave() {
  if (info.peek()) {
    leaveTable();
    await wire.send('quit').catch(() => undefined);
  }
}

/** Give a seat in the waiting room up for good. */
export async function giveUp() {
  const code = info.peek()?.table;
  if (code && info.peek()?.state === 'waiting') forgetSeat(code);
  await leave();
  keepWatching('');
  go('/');
}

/** Answer the open question with the option at a position. @param {number} position */
export function answer(position) {
  const now = sight.peek();
  const ask = now?.ask;
  const asked = now?.view.asked;
  if (!ask || !asked || answered.peek() === ask.id || position < 0 || position >= asked.options.length) return;
  answered.value = ask.id;
  notice.value = null;
  const label = asked.labels[position] ?? '';
  void trying(wire.send('answer', { ask: ask.id, choice: position, label: label.slice(0, 200) }, true));
}

/** @param {Partial<import('./types').Asking>} change @param {import('./types').Asking} now */
export function setAsking(change, now) {
  const next = { ...now, ...change };
  if (change.always !== undefined || change.never) wishes.value = { always: next.always, never: next.never };
  void trying(wire.send('asking', next));
}

/** Go back to where one was: called whenever a connection is made, and when the address changes. */
export async function arrive() {
  const at = place.peek();
  const now = info.peek();
  if (at.page !== 'table') {
    if (now && wire.state.peek() === 'open') await leave();
    if (at.page === 'lobby') await wire.send('tables', { follow: true }).catch(() => undefined);
    return;
  }
  void loadCatalog().catch(() => tell('The cards could not be read; load the page again.', true));
  if (now && now.table !== at.code) await leave();
  const held = keptSeats()[at.code];
  if (held) {
    try {
      await wire.send('sit', { table: at.code, token: held.token, since: seat.peek() === held.seat ? since() : 0 });
      return;
    } catch (why) {
      const code = /** @type {{code: string}} */ (why).code;
      if (code === 'wrong-token') forgetSeat(at.code);
      else if (code === 'lost') return;
    }
  }
  if (watched() === at.code) {
    const from = seat.peek() === -1 && info.peek()?.table === at.code ? since() : 0;
    if (await wire.send('watch', { table: at.code, since: from }).catch(() => undefined)) return;
  }
  await lookAt(at.code);
}

/** What a table is that one is not at. @type {import('./lib.js').Signal<{code: string, info: import('./types').TableInfo | null, text: string} | null>} */
export const found = signal(null);

/** @param {string} code */
export async function lookAt(code) {
  try {
    const reply = await wire.send('look', { table: code });
    found.value = { code, info: reply.info, text: '' };
  } catch (why) {
    const refusal = /** @type {{code: string, text: string}} */ (why);
    // What cannot even be a code is no message at all.
    const text = refusal.code === 'bad-message' ? 'There is no table with this code.' : refusal.text;
    if (refusal.code !== 'lost') found.value = { code, info: null, text };
  }
}

export function forgetLobby() {
  lobby.value = null;
}
