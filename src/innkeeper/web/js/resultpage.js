// After the game: who won, who went out how and when, the best moments in numbers.
import { html, signal, useEffect } from './lib.js';
import { fetched } from './books.js';
import { leave, trying } from './deeds.js';
import { Emblem } from './emblem.js';
import { listed, nameOf, pretty } from './names.js';
import { go } from './place.js';
import { info, look, seat, sight } from './store.js';
import { Seats } from './table.js';
import * as wire from './wire.js';

/** @type {import('./lib.js').Signal<import('./types').Result | null>} */
const result = signal(null);
const trouble = signal('');

/** @param {string} code */
async function load(code) {
  if (result.peek()?.table === code) return;
  try {
    result.value = await fetched(`/api/tables/${code}/result`);
    trouble.value = '';
  } catch (why) {
    trouble.value = /** @type {{text?: string}} */ (why).text ?? 'The result could not be read.';
  }
}

/** @param {import('./types').SeatResult} s */
function fate(s) {
  if (s.place === 1) return 'was left at the table';
  return `${s.out === 'passed-out' ? 'passed out' : 'ran out of Gold'}${s.turn ? ` in turn ${s.turn}` : ''}`;
}

async function again() {
  const reply = await trying(wire.send('rematch'));
  if (reply?.table) await toRematch(reply.table);
}

/** @param {string} code */
async function toRematch(code) {
  await leave();
  go(`/t/${code}`);
}

export function ResultPage() {
  const at = info.value;
  const winners = sight.value?.view.winners ?? [];
  useEffect(() => {
    if (at) void load(at.table);
  }, [at?.table]);
  if (!at) return null;
  const r = result.value?.table === at.table ? result.value : null;
  const view = sight.value?.view;
  const names = view ? listed(winners.map((w) => nameOf(view, w))) : '';
  const mine = winners.includes(seat.value);
  return html`<main class="page result" data-over="true">
    <h1>${mine ? (winners.length > 1 ? 'You are among the winners!' : 'You win!') : `${names} ${winners.length > 1 ? 'win' : 'wins'}`}</h1>
    ${seat.value >= 0 && !mine && html`<p class="lead">You did not, this time.</p>`}
    ${r
      ? html`<ol class="places">
            ${[...r.seats].sort((a, b) => a.place - b.place).map((s) => html`<li key=${s.seat} class=${s.place === 1 ? 'winner' : ''}>
              <span class="place" aria-label=${`Place ${s.place}`}>${s.place}</span><${Emblem} of=${s.character} />
              <div><b>${pretty(s.character)}</b> ${s.plays === 'person' ? html`<span class="quiet-text">${s.name}</span>` : null}<br />${fate(s)}${s.last && s.out ? html`<span class="quiet-text">: ${s.last}</span>` : null}</div>
              <span class="numbers quiet-text">${s.fortitude} Fortitude, ${s.alcohol} Alcohol Content, ${s.gold} Gold · ${s.played} ${s.played === 1 ? 'card' : 'cards'}, ${s.drinks} ${s.drinks === 1 ? 'Drink' : 'Drinks'}, ${s.rounds} ${s.rounds === 1 ? 'Round' : 'Rounds'} won</span>
            </li>`)}
          </ol>
          ${r.best.length ? html`<section><h2>Worth telling</h2><ul class="best">${r.best.map((b) => html`<li>${b.what}</li>`)}</ul></section>` : null}
          <p class="quiet-text">${r.turns} turns, ${r.moves} choices.</p>`
      : html`<p class="quiet-text">${trouble.value || 'The evening is being added up …'}</p>`}
    <div class="buttons">
      ${at.rematch
        ? html`<button type="button" class="main" onClick=${() => void toRematch(at.rematch)}>To the rematch</button>`
        : seat.value >= 0 && html`<button type="button" class="main" onClick=${() => void again()}>Again with the same people</button>`}
      <a class="button" href=${`/t/${at.table}/replay`}>See it again</a>
      <a class="button" href=${`/api/tables/${at.table}/record`} download=${`innkeeper-${at.table}.txt`}>Save the record</a>
      <a href="/">To the lobby</a>
    </div>
    ${look.value ? html`<section><h2>How it ended</h2><${Seats} look=${look.value} /></section>` : null}
  </main>`;
}
