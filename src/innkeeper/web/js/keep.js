// What this browser remembers: the secrets of seats, the name, how things should look and sound.
import { effect, signal } from './lib.js';

const PREFIX = 'innkeeper.';

/** @template T @param {string} key @param {T} otherwise @returns {T} */
function read(key, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // storage switched off, or something else's value
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays; the seat is then lost with the tab.
  }
}

/** @template T @param {string} key @param {T} otherwise @returns {import('./lib.js').Signal<T>} */
function kept(key, otherwise) {
  const value = signal(read(key, otherwise));
  let first = true;
  effect(() => {
    const now = value.value;
    if (first) first = false;
    else write(key, now);
  });
  return value;
}

export const name = kept('name', '');
name.value = String(name.peek() ?? '').slice(0, 24); // whatever was kept there: a longer one is no name
/** @type {import('./lib.js').Signal<'auto' | 'dark' | 'light'>} */
export const theme = kept('theme', 'auto');
export const sound = kept('sound', false);
export const hints = kept('hints', true);
/** @type {import('./lib.js').Signal<string[]>} */
export const told = kept('told', []);

/**
 * When one wants to be asked, at every table. Where nothing is pending, to begin with, only once one asks the table to stop: an
 * Anytime Card could be played at every such moment.
 * @type {import('./lib.js').Signal<{always: boolean, never: import('./types').Leave[]}>}
 */
export const wishes = kept('asking', { always: true, never: [{ kind: 'quiet', touches: false }] });

const MOST_SEATS = 40;

/** @returns {Record<string, {token: string, seat: number, at: number}>} */
export function seats() {
  return read('seats', {});
}

/** @param {string} code @param {number} seat @param {string} token */
export function keepSeat(code, seat, token) {
  const all = Object.entries({ ...seats(), [code]: { token, seat, at: Date.now() } });
  all.sort((a, b) => b[1].at - a[1].at);
  write('seats', Object.fromEntries(all.slice(0, MOST_SEATS)));
}

/** @param {string} code */
export function forgetSeat(code) {
  const all = seats();
  delete all[code];
  write('seats', all);
}

/** Which table this tab watches: it does so again after a reload. */
export function watched() {
  try {
    return sessionStorage.getItem(PREFIX + 'watching') ?? '';
  } catch {
    return '';
  }
}

/** @param {string} code */
export function keepWatching(code) {
  try {
    sessionStorage.setItem(PREFIX + 'watching', code);
  } catch {
    // then it is one press more
  }
}

effect(() => {
  const root = document.documentElement;
  if (theme.value === 'auto') root.removeAttribute('data-theme');
  else root.dataset.theme = theme.value;
});

/** Let somebody save a text as a file. @param {string} text @param {string} name */
export function saveText(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
