// Which game a new table plays: everybody for themselves, in teams, against a Boss; for Prizes, with Events.
import { html, useEffect } from './lib.js';
import { catalog, loadCatalog, textLines } from './books.js';
import { pretty } from './names.js';
import { Check } from './settings.js';
import { teamSizes, teamsOf } from './sides.js';
import { welcome } from './store.js';

/** @typedef {import('./types').Settings} Settings */
/** @typedef {'gold' | 'fortitude' | 'hand_size' | 'actions'} BossNumber */

const NUMBERS = /** @type {[BossNumber, string][]} */ ([['gold', 'Gold'], ['fortitude', 'Fortitude'], ['hand_size', 'Cards in hand'], ['actions', 'Actions in a turn']]);

/** Whether a character may be the Boss, or is still to be drawn. @param {string} slug */
export const canBeBoss = (slug) => slug === '' || (welcome.value?.bosses ?? []).some((boss) => boss.slug === slug);

/** Settings with so many seats fewer or more, whose teams and Boss are there again. @param {Settings} now @param {number} [removed] @returns {Settings} */
export function seatedAgain(now, removed = -1) {
  const n = now.seats.length;
  const sizes = teamSizes(n);
  const teams = now.teams.length && sizes.length ? teamsOf(sizes.find((each) => each.length === now.teams.length) ?? sizes[0]) : [];
  const boss = now.boss && { ...now.boss, seat: Math.min(n - 1, now.boss.seat - (removed >= 0 && removed < now.boss.seat ? 1 : 0)) };
  return withBoss({ ...now, teams, boss }, boss);
}

/** @param {Settings} now @param {Settings['boss']} boss @returns {Settings} */
function withBoss(now, boss) {
  const seats = now.seats.map((seat, i) => (boss && i === boss.seat && !canBeBoss(seat.character) ? { ...seat, character: '' } : seat));
  return { ...now, seats, boss, first: boss ? 'random' : now.first };
}

/** @param {Settings} now @param {'alone' | 'teams' | 'boss'} game @returns {Settings} */
function play(now, game) {
  const others = now.seats.map((seat, i) => (seat.plays === 'me' ? -1 : i)).filter((i) => i >= 0);
  const ready = others.filter((i) => now.seats[i].character && canBeBoss(now.seats[i].character));
  const boss = game === 'boss' ? { seat: ready[0] ?? others.at(-1) ?? 0, gold: null, fortitude: null, hand_size: null, actions: null } : null;
  return withBoss({ ...now, teams: game === 'teams' ? teamsOf(teamSizes(now.seats.length)[0] ?? []) : [] }, boss);
}

/** @param {{now: Settings, set: (next: Settings) => void}} props */
export function GameChoice({ now, set }) {
  const words = welcome.value?.variants ?? {};
  const sizes = teamSizes(now.seats.length);
  const game = now.boss ? 'boss' : now.teams.length ? 'teams' : 'alone';
  const one = (/** @type {'alone' | 'teams' | 'boss'} */ value, /** @type {string} */ label, enabled = true) => html`<label class="check"><input type="radio" name="game" checked=${game === value} disabled=${!enabled} onChange=${() => set(play(now, value))} /> ${label}</label>`;
  return html`<fieldset class="game"><legend>The game</legend>
      <div class="row">${one('alone', 'Everybody for themselves')}${one('teams', 'In teams', sizes.length > 0)}${one('boss', 'Boss Battle')}</div>
      ${game !== 'alone' && html`<p class="about">${words[game]}</p>`}
      ${game === 'teams' && html`<label class="field">The teams, clockwise <select value=${now.teams.map((team) => team.length).join()} onChange=${(/** @type {any} */ e) => set({ ...now, teams: teamsOf(e.target.value.split(',').map(Number)) })}>
        ${sizes.map((each) => html`<option value=${each.join()} selected=${each.join() === now.teams.map((team) => team.length).join()}>${each.join(' against ')}</option>`)}</select></label>`}
      ${now.boss && html`<${BossChoice} now=${now} boss=${now.boss} set=${set} />`}
    </fieldset>`;
}

/** What can be played with in any of these games. @param {{now: Settings, set: (next: Settings) => void}} props */
export function Besides({ now, set }) {
  return html`<fieldset class="game"><legend>Besides</legend>
      <${PrizeChoice} now=${now} set=${set} />
      <${Check} label="Events" on=${now.events.length > 0} set=${(/** @type {boolean} */ on) => set({ ...now, events: on ? (welcome.value?.events ?? []) : [] })} />
      <p class="about">${welcome.value?.variants.events}</p>
    </fieldset>`;
}

/** @param {{now: Settings, boss: import('./types').BossWish, set: (next: Settings) => void}} props */
function BossChoice({ now, boss, set }) {
  const slug = now.seats[boss.seat]?.character ?? '';
  const known = welcome.value?.bosses.find((each) => each.slug === slug);
  const limits = welcome.value?.boss_limits ?? {};
  const challengers = now.seats.length - 1;
  const usual = known?.usual[challengers - 1];
  return html`<div class="options">
      <label class="field">The Boss <select value=${String(boss.seat)} onChange=${(/** @type {any} */ e) => set(withBoss(now, { ...boss, seat: Number(e.target.value) }))}>
        ${now.seats.map((seat, i) => html`<option value=${String(i)} selected=${i === boss.seat}>seat ${i + 1}${seat.plays === 'me' ? ', me' : ''}${seat.character && canBeBoss(seat.character) ? `: ${pretty(seat.character)}` : ''}</option>`)}</select></label>
      ${NUMBERS.map(([key, label]) => html`<label class="field" key=${key}>${label} <input type="number" inputmode="numeric" min=${limits[key]?.[0]} max=${limits[key]?.[1]} value=${boss[key] ?? ''} placeholder=${usual ? `${usual[key]}` : 'as usual'}
        onChange=${(/** @type {any} */ e) => set({ ...now, boss: { ...boss, [key]: e.target.value === '' ? null : Math.trunc(Number(e.target.value)) } })} /></label>`)}
    </div>
    <p class="about">${usual ? `What is left empty is as usual for ${pretty(slug)} against ${challengers === 1 ? 'one Challenger' : `${challengers} Challengers`}.` : 'The Boss is one of those who can be, drawn when the game begins. What is left empty is as usual for that Boss.'}${known?.hero ? ` As the Boss, too, ${pretty(slug)} counts as a Hero: what speaks of Villains does not mean them.` : ''}</p>`;
}

/** @param {{now: Settings, set: (next: Settings) => void}} props */
function PrizeChoice({ now, set }) {
  const all = welcome.value?.prizes ?? [];
  const on = now.prizes.length > 0;
  useEffect(() => {
    if (on) void loadCatalog().catch(() => undefined);
  }, [on]);
  const text = (/** @type {string} */ title) => {
    const found = catalog.value?.cards.find((card) => card.home === 'inn' && card.title === title);
    return found ? textLines(found).join(' ') : '';
  };
  return html`<${Check} label="Prizes" on=${on} set=${(/** @type {boolean} */ yes) => set({ ...now, prizes: yes ? all : [] })} />
    <p class="about">${welcome.value?.variants.prizes}</p>
    ${on && html`<ul class="prize-list" aria-label="The Prizes in the Inn">${all.map((title) => html`<li key=${title}>
      <${Check} label=${title} on=${now.prizes.includes(title)} set=${(/** @type {boolean} */ yes) => set({ ...now, prizes: all.filter((each) => (each === title ? yes : now.prizes.includes(each))) })} />
      <p class="about">${text(title)}</p></li>`)}</ul>`}`;
}
