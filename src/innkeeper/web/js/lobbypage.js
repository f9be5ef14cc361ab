// The lobby: play at once, make a table, join one by its code or from the list.
import { html, signal, useEffect } from './lib.js';
import { Emblem } from './emblem.js';
import { USUAL, create, playNow, usualBot } from './deeds.js';
import { Besides, GameChoice, canBeBoss, seatedAgain } from './gamechoice.js';
import { name } from './keep.js';
import { botName, botWords, capital, listed, pretty } from './names.js';
import { go } from './place.js';
import { Check, ThemeChoice } from './settings.js';
import { playedWith, sideOf } from './sides.js';
import { lobby, welcome } from './store.js';
import { state } from './wire.js';

const busy = signal(false);
const typed = signal('');

/** @param {string} text a code, or a link with one in it */
function codeFrom(text) {
  const link = /\/t\/([a-z0-9]+)/i.exec(text);
  return (link ? link[1] : text).trim().toLowerCase();
}

async function start() {
  busy.value = true;
  await playNow();
  busy.value = false;
}

export function NameField() {
  return html`<label class="field">Your name <input type="text" maxlength="24" autocomplete="nickname" value=${name.value} placeholder="Guest" onChange=${(/** @type {any} */ e) => { name.value = e.target.value.trim(); }} /></label>`;
}

export function LobbyPage() {
  const tables = lobby.value;
  return html`<main class="page lobby">
    <header class="lobby-head">
      <h1>Innkeeper</h1>
      <p class="lead">The Red Dragon Inn at a table of your own: the rules are kept for you, every ruling can be read, and bots take the seats that your friends leave empty.</p>
    </header>
    <section class="start" aria-label="Begin">
      <button type="button" class="play-now" disabled=${busy.value || state.value !== 'open'} onClick=${start}>Play now<small>you against three bots, at once</small></button>
      <form class="join" onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); if (codeFrom(typed.value)) go(`/t/${codeFrom(typed.value)}`); }}>
        <label class="field">A friend’s link or code <input type="text" autocapitalize="off" spellcheck=${false} value=${typed.value} onInput=${(/** @type {any} */ e) => { typed.value = e.target.value; }} /></label>
        <button type="submit">Join</button>
      </form>
      <${NameField} />
    </section>
    <section aria-labelledby="tables-now">
      <h2 id="tables-now">Tables</h2>
      ${tables === null
        ? html`<p class="quiet-text">Looking around …</p>`
        : tables.length === 0
          ? html`<p class="empty">No table stands open. Press <b>Play now</b> for a game with bots, or make a table below and send its link to your friends: they need no account.</p>`
          : html`<ul class="tables">${tables.map((one) => html`<${TableRow} key=${one.table} one=${one} />`)}</ul>`}
    </section>
    <${MakeTable} />
    <footer class="foot"><a href="/rules">The rulebook</a><${ThemeChoice} />
      <p class="quiet-text">An unofficial fan project; no art of the game is used here.</p></footer>
  </main>`;
}

/** @param {{one: import('./types').TableInfo}} props */
function TableRow({ one }) {
  const open = one.people.filter((p) => p.plays === 'open').length;
  const who = one.people.filter((p) => p.plays !== 'open').map((p) => (p.plays === 'person' ? p.name : botName(p.plays)));
  return html`<li>
    <a href=${`/t/${one.table}`}>
      <span class="emblems">${one.people.map((p) => html`<${Emblem} of=${p.character || 'none'} />`)}</span>
      <b>${[...new Set(who)].join(', ') || 'Nobody yet'}</b>
      <span class="quiet-text">${one.state === 'waiting' ? `${open} ${open === 1 ? 'seat' : 'seats'} open` : one.settings.watch ? 'being played · may be watched' : 'being played'}</span>
      ${playedWith(one.settings).map((word) => html`<span class="tag">${word}</span>`)}
    </a>
  </li>`;
}

/** @type {import('./lib.js').Signal<import('./types').Settings>} */
const wish = signal({
  ...USUAL,
  seats: [{ character: '', plays: 'me' }, { character: '', plays: 'open' }, { character: '', plays: 'open' }, { character: '', plays: 'open' }],
});

/** @param {Partial<import('./types').Settings>} change */
function set(change) {
  wish.value = { ...wish.value, ...change };
}

/** @param {number} at @param {Partial<import('./types').SeatWish>} change */
function setSeat(at, change) {
  const seats = wish.value.seats.map((seat, i) => {
    if (i === at) return { ...seat, ...change };
    return change.plays === 'me' && seat.plays === 'me' ? { ...seat, plays: 'open' } : seat;
  });
  set({ seats });
}

const TIMERS = /** @type {Record<string, string>} */ ({ off: 'no timers', relaxed: 'relaxed', brisk: 'brisk' });
const PAUSES = /** @type {[number, string][]} */ ([[0, 'none'], [500, 'short'], [800, 'usual'], [2000, 'long']]);

/** @param {{value: string, onPick: (slug: string) => void, label: string, boss?: boolean}} props */
export function CharacterChoice({ value, onPick, label, boss = false }) {
  const all = (welcome.value?.characters ?? []).filter((c) => !boss || canBeBoss(c.slug));
  const chosen = all.find((c) => c.slug === value);
  return html`<span class="character-choice">
    <${Emblem} of=${value || 'none'} />
    <select aria-label=${label} value=${value} onChange=${(/** @type {any} */ e) => onPick(e.target.value)}>
      <option value="">drawn at random</option>
      ${all.map((c) => html`<option value=${c.slug} selected=${c.slug === value}>${c.name || pretty(c.slug)}</option>`)}
    </select>
    <small class="plays">${chosen?.plays ?? (boss ? 'One of those who can be the Boss, drawn when the game begins.' : 'Whoever is left over, drawn when the game begins.')}</small>
  </span>`;
}

/** @param {{now: import('./types').Settings}} props */
function DrinksChoice({ now }) {
  const sets = welcome.value?.drinks ?? ['base'];
  const more = sets.filter((name) => name !== 'base');
  if (!more.length) return null;
  const value = now.drinks?.join() ?? '';
  const one = (/** @type {string} */ which, /** @type {string} */ label) => html`<option value=${which} selected=${which === value}>${label}</option>`;
  return html`<label class="field">Drinks <select value=${value} onChange=${(/** @type {any} */ e) => set({ drinks: e.target.value ? e.target.value.split(',') : null })}>
    ${one('', 'as suits who plays')}${one('base', 'the base game’s only')}${one(['base', ...more].join(), `${listed(more.map((name) => `${pretty(name)}’s`))} too`)}</select></label>`;
}

function MakeTable() {
  const bots = welcome.value?.bots ?? [];
  const timers = Object.keys(welcome.value?.timers ?? { off: [], relaxed: [], brisk: [] });
  const now = wish.value;
  useEffect(() => undefined, []);
  return html`<details class="make">
    <summary><h2>Make a table</h2></summary>
    <form onSubmit=${(/** @type {Event} */ e) => { e.preventDefault(); void create(now); }}>
      <${GameChoice} now=${now} set=${set} />
      <ol class="wishes">
        ${now.seats.map((seat, i) => html`<li key=${i}>
          ${sideOf(now, i) && html`<span class="wish-side">Seat ${i + 1}, <b>${sideOf(now, i)}</b></span>`}
          <${CharacterChoice} label=${`Character of seat ${i + 1}`} value=${seat.character} boss=${now.boss?.seat === i} onPick=${(/** @type {string} */ slug) => setSeat(i, { character: slug })} />
          <select aria-label=${`Who takes seat ${i + 1}`} value=${seat.plays} onChange=${(/** @type {any} */ e) => setSeat(i, { plays: e.target.value })}>
            <option value="me" selected=${seat.plays === 'me'}>me</option>
            <option value="open" selected=${seat.plays === 'open'}>a friend</option>
            ${bots.map((bot) => html`<option value=${bot} selected=${seat.plays === bot}>${botWords(bot)}</option>`)}
          </select>
          <button type="button" class="quiet" disabled=${now.seats.length <= 2} onClick=${() => set(seatedAgain({ ...now, seats: now.seats.filter((_, j) => j !== i), first: 'random' }, i))}>Remove<span class="sr"> seat ${i + 1}</span></button>
        </li>`)}
      </ol>
      <button type="button" disabled=${now.seats.length >= 8} onClick=${() => set(seatedAgain({ ...now, seats: [...now.seats, { character: '', plays: 'open' }] }))}>Add a seat</button>
      <${Besides} now=${now} set=${set} />
      <div class="options">
        <${DrinksChoice} now=${now} />
        ${!now.boss && html`<label class="field">Who goes first <select value=${String(now.first)} onChange=${(/** @type {any} */ e) => set({ first: e.target.value === 'random' ? 'random' : Number(e.target.value) })}>
          <option value="random">drawn at random</option>${now.seats.map((_, i) => html`<option value=${String(i)} selected=${now.first === i}>seat ${i + 1}${now.teams.length ? ', with its team' : ''}</option>`)}</select></label>`}
        <label class="field">Timers <select value=${now.timers} onChange=${(/** @type {any} */ e) => set({ timers: e.target.value })}>
          ${timers.map((t) => html`<option value=${t} selected=${t === now.timers}>${TIMERS[t] ?? capital(t)}</option>`)}</select></label>
        <label class="field">Pause after each card <select value=${String(now.pause)} onChange=${(/** @type {any} */ e) => set({ pause: Number(e.target.value) })}>
          ${PAUSES.map(([ms, text]) => html`<option value=${String(ms)} selected=${ms === now.pause}>${text}</option>`)}</select></label>
        <${Check} label="Others may watch" on=${now.watch} set=${(/** @type {boolean} */ on) => set({ watch: on })} />
        <${Check} label="Show it in the list of tables" on=${now.listed} set=${(/** @type {boolean} */ on) => set({ listed: on })} />
      </div>
      <div class="buttons">
        <button type="submit" class="main">Make the table</button>
        <button type="button" onClick=${() => set({ seats: now.seats.map((s) => (s.plays === 'open' ? { ...s, plays: usualBot() } : s)) })}>Bots on all free seats</button>
      </div>
    </form>
  </details>`;
}
