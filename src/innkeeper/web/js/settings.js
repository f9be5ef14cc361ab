// Settings, kept apart in what concerns this browser, this seat, and this table; with the keys.
import { html, signal } from './lib.js';
import { ALL_MOMENTS, momentWords } from './choices.js';
import { answered, asking, info, lines, seat, sight, tell } from './store.js';
import { giveUp, setAsking, trying, usualBot } from './deeds.js';
import { hints, saveText, sound, theme, told } from './keep.js';
import { botName } from './names.js';
import { inTeam } from './sides.js';
import { Sheet, openSheet } from './sheet.js';
import { go } from './place.js';
import { closeSheet } from './sheet.js';
import { ring } from './sound.js';
import { TheGame } from './thegame.js';
import * as wire from './wire.js';

const THEMES = /** @type {const} */ ([['auto', 'As this device'], ['dark', 'Dark'], ['light', 'Light']]);
const KEYS = [
  ['Enter', 'takes the marked answer'],
  ['a … o', 'plays a lit card, or marks one to throw away'],
  ['1 … 9', 'picks a seat, or an answer'],
  ['p', 'lets it be'],
  ['x', 'stops the table for you at the next moment'],
  ['u', 'lets be whatever does not touch you, until your next turn'],
  ['n', 'never asks about this kind of moment again'],
  ['s or ?', 'this page'],
  ['Esc', 'closes it'],
];

export function openSettings() {
  openSheet(() => html`<${Settings} />`);
}

/** @param {{label: string, on: boolean, set: (on: boolean) => void}} props */
export function Check({ label, on, set }) {
  return html`<label class="check"><input type="checkbox" checked=${on} onChange=${(/** @type {any} */ e) => set(e.target.checked)} /> ${label}</label>`;
}

export function ThemeChoice() {
  return html`<fieldset class="row"><legend>Light</legend>
    ${THEMES.map(([value, text]) => html`<label class="check"><input type="radio" name="theme" checked=${theme.value === value} onChange=${() => { theme.value = value; }} /> ${text}</label>`)}
  </fieldset>`;
}

/** The table at which one has voted to do without pauses. */
const hurries = signal('');

async function vote() {
  const at = info.peek()?.table ?? '';
  const on = hurries.peek() !== at;
  if (await trying(wire.send('hurry', { on }))) hurries.value = on ? at : '';
}

const wrong = signal('');

/** Have the server keep the record with this moment, and save what was to be seen of it here. */
async function report() {
  const moment = { saved: new Date().toISOString(), said: wrong.peek(), sight: sight.peek(), lines: lines.peek().slice(-80), answered: answered.peek() };
  const reply = await trying(wire.send('report', { text: wrong.peek().slice(0, 500) }));
  if (!reply) return;
  saveText(JSON.stringify({ ...moment, record: reply.name }, null, 1), `innkeeper-${info.peek()?.table ?? 'moment'}.json`);
  wrong.value = '';
  closeSheet();
  tell(`Reported: the server keeps the game with this moment as ${reply.name}.`);
}

function Settings() {
  const now = asking.value;
  const at = info.value;
  const mine = seat.value;
  const person = at?.people[mine];
  const has = (/** @type {import('./types').Leave} */ one) => now.never.some((each) => each.kind === one.kind && each.touches === one.touches);
  const playing = at?.state === 'playing' && mine >= 0;
  const team = sight.value !== null && inTeam(sight.value.view);
  const gone = at && playing ? at.people.filter((p) => p.seat !== mine && p.plays === 'person' && (!p.here || p.away)) : [];
  return html`<${Sheet} title="Settings and keys">
    <${ThemeChoice} />
    <fieldset><legend>Here</legend>
      <${Check} label="Sounds" on=${sound.value} set=${(/** @type {boolean} */ on) => { sound.value = on; if (on) ring('coin'); }} />
      <${Check} label="Hints" on=${hints.value} set=${(/** @type {boolean} */ on) => { hints.value = on; if (on) told.value = []; }} />
    </fieldset>
    ${playing &&
    html`<fieldset><legend>When you are asked for answers</legend>
      <${Check} label="Also about what does not touch you" on=${now.always} set=${(/** @type {boolean} */ on) => setAsking({ always: on }, now)} />
      <${Check} label="Leave me be until my next turn" on=${now.rest} set=${(/** @type {boolean} */ on) => setAsking({ rest: on }, now)} />
      <${Check} label="Stop at the next moment at which I could answer" on=${now.stop} set=${(/** @type {boolean} */ on) => setAsking({ stop: on }, now)} />
      <details><summary>Never ask about …</summary>
        ${ALL_MOMENTS.map(
          (one) => html`<${Check} label=${momentWords(one, team)} on=${has(one)} set=${(/** @type {boolean} */ on) => setAsking({ never: on ? [...now.never, one] : now.never.filter((each) => !(each.kind === one.kind && each.touches === one.touches)) }, now)} />`,
        )}
      </details>
    </fieldset>
    <fieldset><legend>The table</legend>
      <div class="buttons">
        <button type="button" aria-pressed=${hurries.value === at?.table} onClick=${() => void vote()}>${hurries.value === at?.table ? 'Take back my vote against pauses' : 'Vote to do without pauses'}</button>
        ${person?.away
          ? html`<button type="button" onClick=${() => void trying(wire.send('give', { seat: mine, plays: '' }))}>Take my seat back from the bot</button>`
          : html`<button type="button" onClick=${() => void trying(wire.send('give', { seat: mine, plays: usualBot() }))}>Let a bot play for me</button>`}
        ${gone.filter((p) => !p.away).map((p) => html`<button type="button" onClick=${() => void trying(wire.send('give', { seat: p.seat, plays: usualBot() }))}>Let a bot play for ${p.name}, who is away</button>`)}
      </div>
    </fieldset>`}
    ${at && playing && html`<p class="quiet-text">${at.pause ? 'Whatever can be answered is shown for the same time, so that no pause tells what somebody holds; without pauses once all people vote for it.' : 'There are no pauses at this table.'}</p>`}
    ${at && html`<p>Table <b class="code">${at.table}</b>${at.watching ? ` · ${at.watching} watching` : ''}${at.people.some((p) => p.plays.startsWith('bot')) ? ` · ${[...new Set(at.people.filter((p) => p.plays.startsWith('bot')).map((p) => botName(p.plays)))].join(', ')}` : ''}</p>`}
    ${at && at.state !== 'waiting' && html`<form class="report" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); void report(); }}>
      <label class="field">Something is wrong here <input type="text" maxlength="500" value=${wrong.value} placeholder="what, in a few words" onInput=${(/** @type {any} */ e) => { wrong.value = e.target.value; }} /></label>
      <button type="submit">Report this</button>
    </form>`}
    ${at && html`<${TheGame} settings=${at.settings} />`}
    <div class="buttons">
      <button type="button" onClick=${() => { closeSheet(); go('/rules'); }}>The rules</button>
      ${at && html`<button type="button" onClick=${() => { closeSheet(); void giveUp(); }}>Leave the table${playing ? ' (your seat stays yours)' : ''}</button>`}
    </div>
    <h3>Keys</h3>
    <dl class="keys">${KEYS.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  <//>`;
}
