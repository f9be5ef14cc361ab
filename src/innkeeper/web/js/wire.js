// The connection: it comes back by itself, and an answer that was under way is sent again until it is stored.
import { signal } from './lib.js';

const VERSION = 1;
const WAITS = [200, 400, 800, 1500, 3000, 5000];
const PING_EVERY = 15000;
const PONG_WITHIN = 8000;

/** @type {import('./lib.js').Signal<'connecting' | 'open' | 'lost'>} */
export const state = signal('connecting');
/** When the next attempt is made, in milliseconds since 1970; 0 while one is under way. */
export const again = signal(0);

/** @typedef {{code: string, text: string}} Refusal */
/** @typedef {{message: Record<string, unknown>, keep: boolean, done: (reply: any) => void, fail: (why: Refusal) => void}} Waiting */

/** @type {Map<string, Waiting>} */
const waiting = new Map();
const tab = Math.random().toString(36).slice(2, 10);
let count = 0;
/** @type {WebSocket | null} */
let socket = null;
let tries = 0;
let timer = 0;
let ping = 0;
let pong = 0;
let ready = false;
/** @type {(message: any) => void} */
let hear = () => {};
/** @type {() => Promise<void>} */
let comeBack = async () => {};

/**
 * Begin. `onMessage` is told everything that comes; `onOpen` goes back to where one was, whenever a connection is made.
 * @param {(message: any) => void} onMessage @param {() => Promise<void>} onOpen
 */
export function begin(onMessage, onOpen) {
  hear = onMessage;
  comeBack = onOpen;
  open();
  addEventListener('online', soon);
  addEventListener('offline', () => socket?.close());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') soon();
  });
}

/** Try at once, where no connection is open. */
export function soon() {
  if (state.peek() !== 'open' && again.peek()) {
    clearTimeout(timer);
    open();
  }
}

function open() {
  again.value = 0;
  const mine = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
  socket = mine;
  mine.onopen = () => {
    write({ type: 'hello', version: VERSION, client: 'browser' });
  };
  mine.onmessage = (event) => {
    if (mine === socket) take(JSON.parse(event.data));
  };
  mine.onclose = () => {
    if (mine === socket) closed();
  };
}

function closed() {
  socket = null;
  ready = false;
  clearInterval(ping);
  clearTimeout(pong);
  state.value = 'lost';
  for (const [id, one] of waiting) {
    if (!one.keep) {
      waiting.delete(id);
      one.fail({ code: 'lost', text: 'The connection was lost before this could be done.' });
    }
  }
  const wait = WAITS[Math.min(tries, WAITS.length - 1)] * (0.8 + Math.random() * 0.4);
  tries += 1;
  again.value = Date.now() + wait;
  timer = window.setTimeout(open, wait);
}

/** @param {any} message */
async function take(message) {
  if (message.type === 'pong') {
    clearTimeout(pong);
    return;
  }
  hear(message);
  if (message.type === 'welcome') {
    ready = true;
    clearInterval(ping);
    ping = window.setInterval(beat, PING_EVERY);
    await comeBack();
    if (!ready) return;
    tries = 0;
    state.value = 'open';
    for (const one of waiting.values()) if (one.keep) write(one.message);
    return;
  }
  const one = waiting.get(message.id);
  if (!one) return;
  waiting.delete(message.id);
  if (message.type === 'refused') one.fail(message);
  else one.done(message);
}

function beat() {
  write({ type: 'ping' });
  clearTimeout(pong);
  pong = window.setTimeout(() => socket?.close(), PONG_WITHIN);
}

/** @param {Record<string, unknown>} message */
function write(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/**
 * Send a message; its reply. `keep`: send it again after a lost connection, until there is one.
 * @param {string} type @param {Record<string, unknown>} [more] @param {boolean} [keep] @returns {Promise<any>}
 */
export function send(type, more = {}, keep = false) {
  count += 1;
  const id = `${tab}-${count}`;
  const message = { type, id, ...more };
  return new Promise((done, fail) => {
    if (!ready && !keep) {
      fail({ code: 'lost', text: 'There is no connection just now.' });
      return;
    }
    waiting.set(id, { message, keep, done, fail });
    if (ready) write(message);
  });
}
