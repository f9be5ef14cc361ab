// One's part in the game: what can be answered just now, what is marked, cards marked to be thrown away, and the keys for all.
import { computed, effect, signal } from './lib.js';
import { choices, held, marked, uses } from './choices.js';
import { answer, setAsking } from './deeds.js';
import { answered, askedAt, asking, look, sight } from './store.js';

const TOO_EARLY = 150;

/** The ways to play the one card that was chosen, where there are several: positions of options. */
/** @type {import('./lib.js').Signal<number[]>} */
export const only = signal([]);
/** Places in the hand of cards to be thrown away. */
/** @type {import('./lib.js').Signal<Set<number>>} */
export const thrown = signal(new Set());
/** What is still to be thrown away, once that is said: cards, by number; null while it is not. @type {{card: number, front: boolean}[] | null} */
let plan = null;
/** The turn for which that was said. */
let planned = 0;

export const all = computed(() => {
  const now = look.value;
  return now && now.ask && answered.value !== now.ask.id ? choices(now) : [];
});
export const several = computed(() => (look.value && only.value.length ? uses(look.value, only.value) : []));
export const mark = computed(() => {
  const now = look.value;
  const found = all.value;
  return now && found.length ? (found[marked(now, found)]?.i ?? -1) : -1;
});

let asked = '';
effect(() => {
  const now = sight.value;
  const id = now?.ask?.id ?? '';
  if (id === asked) return;
  asked = id;
  only.value = [];
  if (!now || now.view.asked?.kind !== 'discard' || !now.ask) {
    thrown.value = new Set();
    if (id) plan = null;
    return;
  }
  if (plan && planned === now.view.turns) queueMicrotask(goOn);
  else {
    plan = null;
    thrown.value = new Set();
  }
});

/** Throw away the next card that was marked, or say that these are all. */
function goOn() {
  const options = sight.peek()?.view.asked?.options ?? [];
  const next = plan?.shift();
  const i = next ? options.findIndex((o) => o[0] === 'discard' && o[1] === next.card && o[3] === next.front) : options.findIndex((o) => o[0] === 'pass');
  if (!next || i < 0) plan = next && plan?.length ? plan : null;
  if (i >= 0) answer(i);
  else if (next) goOn();
}

/** @param {import('./types').Choice} choice */
export function take(choice) {
  const now = look.peek();
  if (!now) return;
  if (choice.place === 'hand') takeCard(choice.at);
  else if (now.view.asked?.kind === 'discard' && choice.key === 'p' && thrown.peek().size) {
    planned = now.view.turns;
    plan = held(now.view).filter((_, at) => thrown.peek().has(at));
    goOn();
  } else answer(choice.i);
}

/** @param {number} at a place in the hand */
export function takeCard(at) {
  const now = look.peek();
  const ways = all.peek().filter((choice) => choice.place === 'hand' && choice.at === at);
  if (!now || !ways.length) return;
  if (now.view.asked?.kind === 'discard') {
    const next = new Set(thrown.peek());
    if (!next.delete(at)) next.add(at);
    thrown.value = next;
  } else if (ways.length > 1) only.value = ways.map((choice) => choice.i);
  else answer(ways[0].i);
}

export function back() {
  only.value = [];
}

/** Take a key; whether it meant anything. @param {string} key */
export function pressed(key) {
  const now = look.peek();
  if (!now || now.view.seat < 0) return false;
  const found = several.peek().length ? several.peek() : all.peek();
  if (key === 'Escape' && several.peek().length) {
    back();
    return true;
  }
  if (key === 'x') {
    setAsking({ stop: !asking.peek().stop }, asking.peek());
    return true;
  }
  // What was pressed before a question could be read does not answer it.
  const early = performance.now() - askedAt.peek() < TOO_EARLY;
  const pass = all.peek().find((choice) => choice.key === 'p' && choice.place === 'prompt');
  if (!early && now.view.asked?.kind === 'answer' && pass && (key === 'u' || key === 'n')) {
    const moment = now.ask?.moment;
    setAsking(key === 'u' || !moment ? { rest: true } : { never: [...asking.peek().never, moment] }, asking.peek());
    answer(pass.i);
    return true;
  }
  const choice = key === 'Enter' ? found.find((each) => each.i === mark.peek()) : found.find((each) => each.key === key);
  if (!choice) return false;
  if (early) return true;
  if (several.peek().length) answer(choice.i);
  else take(choice);
  return true;
}
