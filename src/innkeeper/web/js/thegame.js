// Which game is played at a table, and what there is to know of it.
import { html } from './lib.js';
import { listed } from './names.js';
import { playedWith } from './sides.js';
import { welcome } from './store.js';

const NUMBERS = /** @type {['gold' | 'fortitude' | 'hand_size' | 'actions', string][]} */ ([['gold', 'Gold'], ['fortitude', 'Fortitude'], ['hand_size', 'cards in hand'], ['actions', 'Actions in a turn']]);

/** @param {{settings: import('./types').Settings}} props */
export function TheGame({ settings }) {
  const { boss, teams, prizes, events } = settings;
  const played = playedWith(settings);
  if (!played.length) return null;
  const words = welcome.value?.variants ?? {};
  const names = [boss && 'boss', teams.length && 'teams', prizes.length && 'prizes', events.length && 'events'];
  const numbers = NUMBERS.flatMap(([key, label]) => (boss && boss[key] !== null ? [`${boss[key]} ${label}`] : []));
  return html`<details class="the-game"><summary>${played.map((word) => html`<span class="tag">${word}</span>`)} <span>What is that?</span></summary>
    ${names.map((name) => (name ? html`<p>${words[name]}</p>` : null))}
    ${numbers.length > 0 && html`<p>At this table the Boss has ${listed(numbers)}; everything else is as usual.</p>`}
  </details>`;
}
