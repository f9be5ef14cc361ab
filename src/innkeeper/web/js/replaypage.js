// A game told again: step, play, jump to a turn, see as any seat or as all-knowing; each step with its rules.
import { computed, html, signal, useEffect } from './lib.js';
import { fetched, loadCatalog, loadRules } from './books.js';
import { seats as keptSeats, saveText } from './keep.js';
import { Log } from './log.js';
import { pretty } from './names.js';
import { go, place } from './place.js';
import { CardLink } from './cardface.js';
import { RuleTexts } from './rulesheet.js';
import { Inn, Lately, Pot, Stack } from './story.js';
import { tell } from './store.js';
import { Headline, Seats } from './table.js';

const BATCH = 100;
const SPEEDS = /** @type {[number, string][]} */ ([[1600, 'slow'], [800, 'steady'], [350, 'fast']]);

/** @type {import('./lib.js').Signal<(import('./types').Frame | undefined)[]>} */
const frames = signal([]);
const step = signal(0);
const steps = signal(0);
const over = signal(false);
const eye = signal('-1');
const trouble = signal('');
const playing = signal(false);
const speed = signal(1);
const wide = matchMedia('(min-width: 62.5rem)').matches;
let loading = '';

/** @param {string} code @param {string} as */
async function load(code, as) {
  const mine = `${code} ${as}`;
  loading = mine;
  frames.value = [];
  trouble.value = '';
  try {
    for (let from = 0, all = 1; from < all; from += BATCH) {
      const token = keptSeats()[code]?.token ?? '';
      /** @type {import('./types').Replay} */
      const got = await fetched(`/api/tables/${code}/replay?step=${from}&eye=${encodeURIComponent(as)}&count=${BATCH}`, token);
      if (loading !== mine) return;
      all = got.steps;
      const next = from === 0 ? [] : frames.peek().slice();
      for (const frame of got.frames) next[frame.step] = frame;
      frames.value = next;
      steps.value = got.steps;
      over.value = got.over;
      if (step.peek() >= got.steps) step.value = Math.max(0, got.steps - 1);
      if (!got.frames.length) break;
    }
  } catch (why) {
    if (loading === mine) trouble.value = /** @type {{text?: string}} */ (why).text ?? 'The game could not be read; is the server there?';
  }
}

/** @param {number} to */
function to(to) {
  step.value = Math.max(0, Math.min(steps.peek() - 1, to));
}

const lines = computed(() => {
  const told = [];
  for (let i = 0; i <= step.value; i += 1) told.push(...(frames.value[i]?.lines ?? []));
  return told;
});

/** @type {import('./lib.js').Read<{turn: number, step: number}[]>} */
const turns = computed(() => {
  /** @type {{turn: number, step: number}[]} */
  const found = [];
  frames.value.forEach((frame) => {
    if (frame && frame.turn > (found.at(-1)?.turn ?? 0)) found.push({ turn: frame.turn, step: frame.step });
  });
  return found;
});

/** @param {number} by */
function turn(by) {
  const now = frames.peek()[step.peek()]?.turn ?? 0;
  const next = by > 0 ? turns.peek().find((t) => t.turn > now) : turns.peek().filter((t) => t.step < step.peek()).at(-1);
  to(next ? next.step : by > 0 ? steps.peek() - 1 : 0);
}

const copied = signal(false);

/** @param {string} code */
async function copyLink(code) {
  const link = `${location.origin}/t/${code}/replay?eye=${eye.peek()}&step=${step.peek()}`;
  try {
    await navigator.clipboard.writeText(link);
    copied.value = true;
    setTimeout(() => { copied.value = false; }, 2500);
  } catch {
    tell(link);
  }
}

/** Save the record of a game that is over, with the step that is looked at. @param {string} code */
async function report(code) {
  try {
    const reply = await fetch(`/api/tables/${code}/record`);
    if (!reply.ok) throw new Error();
    const frame = frames.peek()[step.peek()];
    const last = frame?.lines.at(-1)?.text ?? '';
    saveText(`${await reply.text()}# Reported at step ${step.peek()} as ${eye.peek()} sees it, in turn ${frame?.turn ?? 0}. ${last}\n`, `innkeeper-${code}-step-${step.peek()}.game`);
  } catch {
    tell('The record could not be read; is the server there?', true);
  }
}

const DEEDS = /** @type {Record<string, () => void>} */ ({
  ArrowRight: () => to(step.peek() + 1),
  ArrowLeft: () => to(step.peek() - 1),
  PageDown: () => turn(1),
  PageUp: () => turn(-1),
  Home: () => to(0),
  End: () => to(steps.peek() - 1),
  ' ': () => { playing.value = !playing.peek(); },
});

export function ReplayPage() {
  const { code } = place.value;
  useEffect(() => {
    void loadCatalog();
    void loadRules();
    step.value = Number(place.peek().query.get('step') ?? 0);
    eye.value = place.peek().query.get('eye') ?? '-1';
    playing.value = false;
  }, [code]);
  useEffect(() => {
    void load(code, eye.value);
  }, [code, eye.value]);
  useEffect(() => {
    if (!playing.value) return undefined;
    const timer = setInterval(() => {
      if (step.peek() + 1 >= steps.peek()) playing.value = false;
      else to(step.peek() + 1);
    }, SPEEDS[speed.value][0]);
    return () => clearInterval(timer);
  }, [playing.value, speed.value]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const heard = (event) => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || target?.closest('input, select, dialog')) return;
      if (event.key === ' ' && target?.closest('button, a')) return;
      const deed = DEEDS[event.key];
      if (!deed) return;
      deed();
      event.preventDefault();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
  const frame = frames.value[step.value];
  if (trouble.value || !frame) {
    return html`<main class="page"><h1>Replay of table ${code}</h1><p>${trouble.value || 'The game is being laid out again …'}</p><p><a href="/">To the lobby</a></p></main>`;
  }
  /** @type {import('./types').Look} */
  const look = { view: frame.view, people: [], why: {}, ask: null, forecast: [] };
  const told = lines.value;
  const rules = [...new Set(frame.lines.flatMap((line) => line.rules))];
  const hands = frame.hands.length ? frame.hands : frame.view.seat >= 0 ? frame.view.seats.map((_, i) => (i === frame.view.seat ? frame.view.hand : [])) : [];
  return html`<main class="table replay" data-step=${step.value}>
    <h1 class="sr">Replay of table ${code}</h1>
    <${Headline} look=${look}><a class="button quiet" href="/">To the lobby</a><//>
    <${Seats} look=${look} />
    <section class="middle" aria-label="On the table" tabindex="0">
      <${Pot} look=${look} />
      <${Stack} look=${look} />
      <${Lately} lines=${told} />
      <${Inn} look=${look} />
    </section>
    <div class="dock">
      <section class="controls" aria-label="Replay">
        <div class="buttons">
          <button type="button" onClick=${DEEDS.PageUp} title="Page up">‹‹ turn</button>
          <button type="button" onClick=${DEEDS.ArrowLeft} title="Left arrow">‹ step</button>
          <button type="button" class="main" onClick=${DEEDS[' ']} title="Space">${playing.value ? 'Stop' : 'Play'}</button>
          <button type="button" onClick=${DEEDS.ArrowRight} title="Right arrow">step ›</button>
          <button type="button" onClick=${DEEDS.PageDown} title="Page down">turn ››</button>
        </div>
        <label class="slider"><span>Step ${step.value + 1} of ${steps.value}</span>
          <input type="range" min="0" max=${steps.value - 1} value=${step.value} onInput=${(/** @type {any} */ e) => to(Number(e.target.value))} /></label>
        <label class="field">Turn <select value=${String(frame.turn)} onChange=${(/** @type {any} */ e) => to(Number(e.target.selectedOptions[0].dataset.step))}>
          ${frame.turn === 0 && html`<option value="0" data-step="0">before the first</option>`}
          ${turns.value.map((t) => html`<option value=${String(t.turn)} data-step=${t.step} selected=${t.turn === frame.turn}>${t.turn}</option>`)}</select></label>
        <label class="field">Seen as <select value=${eye.value} onChange=${(/** @type {any} */ e) => { eye.value = e.target.value; go(`/t/${code}/replay?eye=${e.target.value}&step=${step.peek()}`, true); }}>
          <option value="-1" selected=${eye.value === '-1'}>everybody sees it</option>
          ${frame.view.seats.map((s, i) => html`<option value=${String(i)} selected=${eye.value === String(i)}>${pretty(s.name)}</option>`)}
          ${over.value && html`<option value="all" selected=${eye.value === 'all'}>all-knowing</option>`}</select></label>
        <label class="field">Speed <select value=${String(speed.value)} onChange=${(/** @type {any} */ e) => { speed.value = Number(e.target.value); }}>${SPEEDS.map(([, text], i) => html`<option value=${String(i)} selected=${i === speed.value}>${text}</option>`)}</select></label>
      </section>
      <p class="buttons step-deeds">
        <button type="button" class="quiet" onClick=${() => void copyLink(code)}>${copied.value ? 'Copied' : 'Copy the link to this step'}</button>
        ${over.value && html`<button type="button" class="quiet" onClick=${() => void report(code)}>Report this</button>`}
      </p>
      ${hands.some((hand) => hand.length) && html`<details class="hands" open=${wide}><summary>Hands</summary>${hands.map((hand, i) => hand.length ? html`<div><h3>${pretty(frame.view.seats[i].name)}</h3><ul class="card-list">${hand.map((number) => html`<li><${CardLink} number=${number} /></li>`)}</ul></div>` : null)}</details>`}
      <section class="step-rules" aria-label="Rules of this step"><details><summary>Rules of this step (${rules.length})</summary><${RuleTexts} ids=${rules} /></details></section>
    </div>
    <${Log} lines=${told} live=${false} />
  </main>`;
}
