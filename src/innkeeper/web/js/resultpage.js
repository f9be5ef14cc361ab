// After the game: who won, who went out how and when, the best moments in numbers.
import { html, signal, useEffect } from './lib.js';
import { fetched } from './books.js';
import { leave, trying } from './deeds.js';
import { Emblem } from './emblem.js';
import { keepSeat, seats as keptSeats } from './keep.js';
import { capital, listed, pretty } from './names.js';
import { go } from './place.js';
import { inTeam, sideName } from './sides.js';
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

/** Who won, to whoever reads it. @param {import('./types').View} view @param {boolean} mine */
function verdict(view, mine) {
  const { winners } = view;
  const won = [...new Set(winners.map((w) => view.seats[w].party))];
  if (mine && inTeam(view)) return won.length > 1 ? 'Your team is among the winners!' : 'Your team wins!';
  if (mine) return won.length > 1 ? 'You are among the winners!' : 'You win!';
  const names = won.map((party) => sideName(view, winners.find((w) => view.seats[w].party === party) ?? 0));
  const boss = winners.includes(view.boss) ? ', the Boss,' : '';
  return `${capital(listed(names))}${boss} ${winners.length > 1 ? 'win' : 'wins'}`;
}

/** The seats by sides, winners first. @param {import('./types').Result} r @returns {import('./types').SeatResult[][]} */
function parties(r) {
  /** @type {Map<number, import('./types').SeatResult[]>} */
  const found = new Map();
  for (const s of [...r.seats].sort((a, b) => a.place - b.place)) found.set(s.party, [...(found.get(s.party) ?? []), s]);
  return [...found.values()];
}

/** @param {import('./types').SeatResult} s */
const markers = (s) => `${s.fortitude} Fortitude, ${s.alcohol} Alcohol Content, ${s.gold} Gold`;
/** @param {import('./types').SeatResult} s */
const deeds = (s) => `${s.played} ${s.played === 1 ? 'card' : 'cards'}, ${s.drinks} ${s.drinks === 1 ? 'Drink' : 'Drinks'}, ${s.rounds} ${s.rounds === 1 ? 'Round' : 'Rounds'} won`;

/** @param {{s: import('./types').SeatResult, boss: number}} props */
function Place({ s, boss }) {
  return html`<li class=${s.place === 1 ? 'winner' : ''}>
    <span class="place" aria-label=${`Place ${s.place}`}>${s.place}</span><${Emblem} of=${s.character} />
    <div><b>${pretty(s.character)}</b> ${s.seat === boss ? html`<span class="tag">the Boss</span> ` : null}${s.plays === 'person' ? html`<span class="quiet-text">${s.name}</span>` : null}<br />${fate(s)}${s.last && s.out ? html`<span class="quiet-text">: ${s.last}</span>` : null}</div>
    <span class="numbers quiet-text">${markers(s)} · ${deeds(s)}</span>
  </li>`;
}

/** A side of several: one place, one track, one end. @param {{members: import('./types').SeatResult[], boss: number}} props */
function TeamPlace({ members, boss }) {
  const [s] = members;
  const last = members.find((each) => each.last)?.last;
  return html`<li class=${`team-place ${s.place === 1 ? 'winner' : ''}`}>
    <span class="place" aria-label=${`Place ${s.place}`}>${s.place}</span>
    <div><b>${boss >= 0 ? 'The Challengers' : listed(members.map((each) => pretty(each.character)))}</b><br />${fate(s).replace(/^was/, 'were')}${last && s.out ? html`<span class="quiet-text">: ${last}</span>` : null}
      <p class="quiet-text">${markers(s)}, for all</p>
      <ul>${members.map((each) => html`<li key=${each.seat}><${Emblem} of=${each.character} /><span><b>${pretty(each.character)}</b> <span class="quiet-text">${each.plays === 'person' ? `${each.name} · ` : ''}${deeds(each)}</span></span></li>`)}</ul></div>
  </li>`;
}

async function again() {
  const reply = await trying(wire.send('rematch'));
  if (reply?.table) await toRematch(reply.table);
}

/** @param {string} code */
async function toRematch(code) {
  // The same secret holds the seat there.
  const held = keptSeats()[info.peek()?.table ?? ''];
  if (held) keepSeat(code, held.seat, held.token);
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
  const mine = winners.includes(seat.value);
  const ours = view !== undefined && inTeam(view);
  return html`<main class="page result" data-over="true">
    <h1>${view ? verdict(view, mine) : ''}</h1>
    ${seat.value >= 0 && !mine && html`<p class="lead">${ours ? 'Your team' : 'You'} did not, this time.</p>`}
    ${r
      ? html`<ol class="places">
            ${parties(r).map((members) => members.length > 1 ? html`<${TeamPlace} key=${members[0].seat} members=${members} boss=${r.boss} />` : html`<${Place} key=${members[0].seat} s=${members[0]} boss=${r.boss} />`)}
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
