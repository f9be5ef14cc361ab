// The table while a game is played: seats, story, prompt, hand, log. The replay draws the same without the prompt.
import { html, useEffect, useRef } from './lib.js';
import { Emblem, Sign } from './emblem.js';
import { Hand } from './hand.js';
import { Log } from './log.js';
import { PHASES, awaited, capital, nameOf } from './names.js';
import { all, back, mark, pressed, several, take, takeCard, thrown } from './play.js';
import { Prompt, questionText } from './prompt.js';
import { Seat, Side } from './seat.js';
import { openSettings } from './settings.js';
import { sheet } from './sheet.js';
import { isMate, owned, sideName, sides } from './sides.js';
import { Inn, Lately, Pot, Stack } from './story.js';
import { info, lines, look } from './store.js';

/** Whose turn it is. @param {import('./types').View} view */
function whoseTurn(view) {
  if (view.active === view.seat) return 'Your turn';
  const name = nameOf(view, view.active);
  const side = sideName(view, view.active);
  return side === 'your team' || side === 'the Challengers' ? `${owned(capital(side))} turn: ${name}` : `${name}’s turn`;
}

/** @param {{look: import('./types').Look, children?: unknown}} props */
export function Headline({ look: now, children }) {
  const { view } = now;
  const mine = view.active === view.seat || isMate(view, view.active, view.seat);
  return html`<header class=${`headline ${mine ? 'mine' : ''}`}>
    <p class="whose"><${Emblem} of=${view.seats[view.active].character} /><b>${whoseTurn(view)}</b>
      <span>${PHASES[view.phase] ?? capital(view.phase)}</span><span class="quiet-text">turn ${view.turns}</span></p>
    <p class="awaited">${awaited(view)}</p>
    ${children}
  </header>`;
}

/**
 * @param {{look: import('./types').Look, picks?: Map<number, import('./types').Choice>, mark?: number,
 *   onPick?: (choice: import('./types').Choice) => void}} props
 */
export function Seats({ look: now, picks = new Map(), mark: at = -1, onPick = () => undefined }) {
  const more = { look: now, picks, picking: picks.size > 0, mark: at, onPick, whyNot: 'cannot be picked' };
  return html`<section class=${`seats ${now.view.teams ? 'sided' : ''}`} aria-label="Players" data-count=${now.view.seats.length}>
    ${sides(now.view).map((members) => members.length > 1 ? html`<${Side} key=${members[0]} members=${members} ...${more} />` : html`<${Seat} key=${members[0]} at=${members[0]} ...${more} />`)}
  </section>`;
}

/** What new questions are read out as. @param {{look: import('./types').Look}} props */
function ReadOut({ look: now }) {
  const { ask, forecast, view } = now;
  const said = ask ? [...(view.asked?.kind === 'answer' ? forecast : []), questionText(now), ...all.value.filter((c) => c.place !== 'hand' || all.value.length < 9).map((c) => `${c.key || ''} ${c.text}`.trim())].join(' ') : '';
  return html`<div class="sr" aria-live="assertive" aria-atomic="true">${said}</div>`;
}

export function Table() {
  const now = look.value;
  const told = lines.value;
  const press = useRef(pressed);
  press.current = pressed;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const heard = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat || sheet.peek()) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, select, textarea')) return;
      if (event.key === 'Enter' && target?.closest('button, a')) return;
      if (event.key === '?' || event.key === 's') openSettings();
      else if (!press.current(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', heard);
    return () => document.removeEventListener('keydown', heard);
  }, []);
  const keyed = useRef(false);
  useEffect(() => {
    const byKey = () => { keyed.current = true; };
    const byHand = () => { keyed.current = false; };
    document.addEventListener('keydown', byKey);
    document.addEventListener('pointerdown', byHand);
    return () => {
      document.removeEventListener('keydown', byKey);
      document.removeEventListener('pointerdown', byHand);
    };
  }, []);
  useEffect(() => {
    // Whoever goes about with the keyboard finds the next question where the last one was, not at the top of the page.
    const prompt = document.querySelector('.prompt.mine');
    if (keyed.current && document.activeElement === document.body && prompt instanceof HTMLElement) prompt.focus({ preventScroll: true });
  }, [now?.ask?.id]);
  if (!now) return html`<main class="page"><p class="quiet-text">The table comes into sight …</p></main>`;
  const { view } = now;
  const found = all.value;
  const picks = new Map(several.value.length ? [] : found.filter((choice) => choice.place === 'seat').map((choice) => [choice.at, choice]));
  const hasStack = view.stack.some((p) => !['turn', 'quiet', 'round', 'due', 'reshuffle'].includes(p.kind));
  return html`<main class=${`table ${view.seat < 0 ? 'watching' : ''}`} data-log=${view.log} data-turn=${view.turns} data-over=${view.winners.length > 0}>
    <h1 class="sr">Innkeeper, table ${info.value?.table}</h1>
    <${Headline} look=${now}>
      <button type="button" class="quiet icon" aria-label="Settings and help" onClick=${openSettings}><${Sign} of="gear" /><span>Settings</span></button>
    <//>
    <${Seats} look=${now} picks=${picks} mark=${mark.value} onPick=${take} />
    <section class="middle" aria-label="On the table" tabindex="0">
      <${Pot} look=${now} />
      <${Stack} look=${now} />
      ${!hasStack || told.length === 0 ? html`<${Lately} lines=${told} />` : null}
      <${Inn} look=${now} />
    </section>
    <div class="dock">
      <${Prompt} look=${now} all=${found} several=${several.value} mark=${mark.value} thrown=${thrown.value.size} onAnswer=${take} onBack=${back} />
      ${view.seat >= 0 && html`<${Hand} look=${now} choices=${found} mark=${mark.value} thrown=${thrown.value} onChoose=${takeCard} />`}
      ${view.seat < 0 && html`<p class="watch-note">You are watching: you see what everybody sees.</p>`}
    </div>
    <${Log} lines=${told} />
    <${ReadOut} look=${now} />
  </main>`;
}
