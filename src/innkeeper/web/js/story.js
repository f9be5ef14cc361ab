// The middle of the table: what is pending, who did it to whom, in answer to what; and what happened last.
import { html } from './lib.js';
import { card } from './books.js';
import { CardFace, CardLink } from './cardface.js';
import { Emblem, Sign } from './emblem.js';
import { NOBODY, capital, listed, who } from './names.js';
import { openRules } from './rulesheet.js';
import { Sheet, openSheet } from './sheet.js';
import { sideName } from './sides.js';

/** @typedef {{key: string, by: number, cards: number[], verb: string, targets: number[], tail: string, answers: number, quiet: boolean}} Row */

/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : String(n));

/** @param {import('./types').View} view @param {import('./types').Pending} p @param {number} i @returns {Row | null} */
function row(view, p, i) {
  /** @type {Row} */
  const found = { key: `${i}`, by: NOBODY, cards: [], verb: '', targets: [], tail: '', answers: p.answers, quiet: false };
  if (p.kind === 'effect' && p.card >= 0 && p.stage !== 'done') {
    Object.assign(found, { by: p.actor, cards: [p.card], targets: p.targets.filter((t) => t !== NOBODY) });
    if (card(p.card).event) found.verb = card(p.card).home === 'inn' ? 'Everybody has had a turn: an Event' : 'An Event';
    if (p.stage === 'hit') found.tail = 'has just hit';
    if (p.stage === 'spent') found.tail = 'is about to be put away';
  } else if (p.kind === 'drink') {
    Object.assign(found, { by: p.seat, verb: p.cards.length ? 'drinks' : 'takes a Drink', cards: p.cards });
    if (p.numbers.length && p.cards.length) {
      found.tail = `${signed(p.numbers[0])} Alcohol Content${p.numbers[1] ? `, ${signed(p.numbers[1])} Fortitude` : ''}`;
    }
  } else if (p.kind === 'ante') {
    Object.assign(found, { by: p.seat, verb: `antes ${p.n} Gold` });
  } else if (p.kind === 'payment') {
    Object.assign(found, { by: p.seat, verb: `pays ${p.n} Gold to ${who(view, p.actor)}` });
  } else if (p.kind === 'leave') {
    Object.assign(found, { by: p.seat, verb: 'leaves the Round' });
  } else if (p.kind === 'win') {
    Object.assign(found, { by: p.targets[0] ?? p.seat, verb: 'takes the pot' });
  } else if (p.kind === 'check') {
    found.verb = 'Is anybody out?';
  } else {
    return null;
  }
  const changes = [];
  if (p.negated) changes.push('Negated');
  if (p.ignored.length) changes.push(`Ignored by ${listed(p.ignored.map((seat) => who(view, seat)))}`);
  if (changes.length) found.tail = [found.tail, ...changes].filter(Boolean).join(' · ');
  found.quiet = p.negated;
  return found;
}

/** @param {{look: import('./types').Look}} props */
export function Stack({ look }) {
  const { view } = look;
  /** @type {Map<number, number>} */
  const numbers = new Map();
  /** @type {Row[]} */
  const rows = [];
  view.stack.forEach((p, i) => {
    const found = row(view, p, i);
    if (!found) return;
    numbers.set(i, rows.length + 1);
    rows.push(found);
  });
  if (!rows.length) return null;
  const last = rows.length - 1;
  return html`<ol class="stack" reversed aria-label="Pending, the newest first">
    ${rows
      .map((one, n) => {
        const top = n === last;
        const answersTo = numbers.get(one.answers);
        const key = `${one.key}-${one.cards.join('.')}-${one.by}-${one.verb}`;
        return html`<li key=${key} class=${`pending ${top ? 'top' : ''} ${one.quiet ? 'negated' : ''}`}>
          <div class="pending-line">
            <span class="pending-number" aria-hidden="true">${n + 1}</span>
            ${one.by >= 0 ? html`<${Emblem} of=${view.seats[one.by].character} /><b>${capital(who(view, one.by))}</b>` : null}
            ${one.verb ? html`<span>${one.by >= 0 && one.by === view.seat ? yours(one.verb) : one.verb}</span>` : null}
            ${!top && one.cards.map((number) => html`<${CardLink} number=${number} />`)}
            ${one.targets.length ? html`<span class="targets">→ ${listed(one.targets.map((t) => who(view, t)))}</span>` : null}
            ${one.tail ? html`<span class="tail">${one.tail}</span>` : null}
            ${answersTo ? html`<span class="answers">answers ${answersTo}</span>` : null}
          </div>
          ${top && one.cards.length ? html`<div class="faces">${one.cards.map((number) => html`<${CardFace} number=${number} />`)}</div>` : null}
        </li>`;
      })
      .reverse()}
  </ol>`;
}

/** "drinks" is "drink" where it is you who does. @param {string} verb */
function yours(verb) {
  return verb.replace(/^(drink|take|ante|pay|leave)s\b/, '$1');
}

/** The pot, who is in, who is in control. @param {{look: import('./types').Look}} props */
export function Pot({ look }) {
  const r = look.view.round;
  if (!r) return null;
  const inside = r.inside.map((seat) => (['your team', 'the Challengers'].includes(sideName(look.view, seat)) ? `${who(look.view, seat)} for ${sideName(look.view, seat)}` : who(look.view, seat)));
  const prizes = cardsIn(look.view, PRIZE_IN_POT);
  return html`<section class="the-pot" aria-label="Round of Gambling">
    <p class="pot-gold"><${Sign} of="coin" /><b>${r.pot}</b> Gold in the pot${prizes.map((number) => html`, and the Prize <${CardLink} number=${number} />`)}</p>
    <p><${Sign} of="crown" /> ${capital(who(look.view, r.control))} ${r.control === look.view.seat ? 'are' : 'is'} in control</p>
    <p>${look.view.teams ? `Only these hands count: ${inside.join(' · ')}` : `In: ${listed(inside)}`}</p>
    ${r.only_cheating && html`<p>Only Cheating Cards take control now</p>`}
  </section>`;
}

const PRIZE_IN_POT = 'prize';
const PILES = /** @type {Record<string, string>} */ ({ prizes: 'Prizes in the Inn', prize_bin: 'Prize Bin', event_deck: 'Event Deck', event_discard: 'Events carried out' });
const ORDER = ['prizes', 'prize_bin', 'event_deck', 'event_discard'];

/** The cards of a pile that a variant lays out in the open. @param {import('./types').View} view @param {string} pile @returns {number[]} */
function cardsIn(view, pile) {
  const found = Object.values(view.variants).map((seen) => seen[pile]).find(Array.isArray);
  return /** @type {number[]} */ (found ?? []);
}

/** What variants lay in the Inn, to be looked through at a press. @param {{look: import('./types').Look}} props */
export function Inn({ look }) {
  const piles = Object.values(look.view.variants).flatMap((seen) => Object.entries(seen)).filter(([pile]) => pile !== PRIZE_IN_POT).sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]));
  if (!piles.length) return null;
  const count = (/** @type {unknown} */ value) => (Array.isArray(value) ? value.length : value);
  const name = (/** @type {string} */ pile) => PILES[pile] ?? capital(pile.replaceAll('_', ' '));
  const open = () => openSheet(() => html`<${Sheet} title="In the Inn">
    ${piles.map(([pile, value]) => html`<section><h3>${name(pile)}</h3>${Array.isArray(value)
      ? value.length ? html`<div class="faces">${value.map((number) => html`<${CardFace} number=${number} />`)}</div>` : html`<p class="quiet-text">Nothing.</p>`
      : html`<p class="quiet-text">${value} ${value === 1 ? 'card' : 'cards'}, face down.</p>`}</section>`)}
  <//>`);
  return html`<button type="button" class="inn" onClick=${open}>${piles.filter(([pile, value]) => count(value) || pile === ORDER[0]).map(([pile, value]) => html`<span>${name(pile)} <b>${count(value)}</b></span>`)}</button>`;
}

const LAST = 3;
/** What happened last, large, while nothing is pending. @param {{lines: import('./types').Line[]}} props */
export function Lately({ lines }) {
  const told = lines.filter((line) => line.text).slice(-LAST);
  if (!told.length) return html`<p class="lately-empty">The cards are being dealt …</p>`;
  return html`<ol class="lately" aria-label="What happened last">
    ${told.map((line, n) => html`<li key=${line.i} class=${n === told.length - 1 ? 'newest' : ''}><button type="button" class="line" onClick=${() => openRules(line)}>${line.text}</button></li>`)}
  </ol>`;
}
