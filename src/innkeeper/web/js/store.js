// What is known just now: the lobby, the table one is at, what one sees there. Pages read it; wire.js and deeds.js fill it.
import { batch, computed, signal } from './lib.js';
import { keepSeat } from './keep.js';

/** @template T @param {T} value @returns {import('./lib.js').Signal<T>} */
const S = (value) => signal(value);

/** @type {import('./lib.js').Signal<import('./types').Welcome | null>} */
export const welcome = S(null);
/** @type {import('./lib.js').Signal<import('./types').TableInfo[] | null>} */
export const lobby = S(null);
/** The table one is at, and the seat there: -1 for somebody who watches, -2 for nobody yet. */
/** @type {import('./lib.js').Signal<import('./types').TableInfo | null>} */
export const info = S(null);
export const seat = S(-2);
/** @type {import('./lib.js').Signal<import('./types').Update | null>} */
export const sight = S(null);
/** @type {import('./lib.js').Signal<import('./types').Line[]>} */
export const lines = S([]);
/** @type {import('./lib.js').Signal<import('./types').Asking>} */
export const asking = S({ always: true, never: [], stop: false, rest: false });
/** The question that was answered last, so that it is not answered twice. */
export const answered = S('');
/** When the open question came, for its timer. */
export const askedAt = S(0);
/** Something to be told, and whether it is trouble. */
/** @type {import('./lib.js').Signal<{text: string, bad: boolean} | null>} */
export const notice = S(null);
export const sentAway = S('');

/** What the table is drawn from. */
export const look = computed(() => {
  const s = sight.value;
  if (!s) return null;
  /** @type {import('./types').Look} */
  const found = { view: s.view, people: info.value?.people ?? [], why: s.why, ask: s.ask, forecast: s.forecast };
  return found;
});

let clearing = 0;
/** @param {string} text @param {boolean} [bad] */
export function tell(text, bad = false) {
  notice.value = { text, bad };
  clearTimeout(clearing);
  clearing = window.setTimeout(() => {
    notice.value = null;
  }, bad ? 8000 : 4000);
}

/** Forget the table one was at. */
export function leaveTable() {
  batch(() => {
    info.value = null;
    seat.value = -2;
    sight.value = null;
    lines.value = [];
    answered.value = '';
    sentAway.value = '';
  });
}

/** How many entries of the log are here. */
export function since() {
  const last = lines.peek().at(-1);
  return last ? last.i + 1 : 0;
}

/** @param {import('./types').Line[]} more */
function addLines(more) {
  const from = since();
  const fresh = more.filter((line) => line.i >= from);
  if (fresh.length) lines.value = [...lines.peek(), ...fresh];
}

/** Take what the server says. @param {any} message */
export function take(message) {
  batch(() => {
    switch (message.type) {
      case 'welcome':
        welcome.value = message;
        break;
      case 'tables':
        lobby.value = message.tables;
        break;
      case 'table':
        if (info.peek()?.table === message.info.table) info.value = message.info;
        break;
      case 'joined':
        if (info.peek()?.table !== message.table) leaveTable();
        info.value = message.info;
        seat.value = message.seat;
        asking.value = message.asking;
        if (message.seat >= 0 && message.token) keepSeat(message.table, message.seat, message.token);
        break;
      case 'update':
        if (message.ask && message.ask.id !== sight.peek()?.ask?.id) askedAt.value = performance.now();
        addLines(message.lines);
        sight.value = message;
        break;
      case 'asking':
        asking.value = message.asking;
        break;
      case 'refused':
        if (message.code === 'stale' || message.code === 'no-option') answered.value = '';
        break;
      case 'bye':
        if (message.code === 'sent-away') sentAway.value = message.text || 'You were sent away from this table.';
        else if (message.text) tell(message.text, true);
        break;
    }
  });
}
