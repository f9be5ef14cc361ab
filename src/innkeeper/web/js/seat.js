// A seat: first of all its track; everything else is small beside it. A seat or a thing in front of it can be picked here.
import { html } from './lib.js';
import { card } from './books.js';
import { CardLink, readCard } from './cardface.js';
import { Emblem, Sign } from './emblem.js';
import { THING, botName, capital, listed, nameOf, pretty, who } from './names.js';
import { Sheet, openSheet } from './sheet.js';
import { isMate, sideName, team } from './sides.js';
import { Track, lengthOf } from './track.js';

const STANDING = /** @type {Record<string, string>} */ ({
  'plays-nothing': 'plays no cards',
  'ignores-all': 'Ignores whatever can be Ignored',
  'not-picked': 'cannot be picked',
  'no-fortitude-loss': 'loses no Fortitude',
  'orders-own': 'orders its own Drink',
});

/** A character's own state, whatever it is, as "name value"; of lists of cards their number. @param {Record<string, unknown>} seen */
export function stateWords(seen) {
  const words = [];
  for (const [name, value] of Object.entries(seen)) {
    const shown = Array.isArray(value) ? value.length : value;
    if (shown === '' || shown === null || (Array.isArray(value) && !shown)) continue;
    words.push({ name: name.replaceAll('_', ' '), value: typeof shown === 'string' ? shown.toUpperCase() : String(shown) });
  }
  return words;
}

/** All there is to see of a seat. @param {import('./types').Look} look @param {number} at */
export function readSeat(look, at) {
  const s = look.view.seats[at];
  const name = nameOf(look.view, at);
  const piles = Object.entries(s.seen).filter(([, value]) => Array.isArray(value) && value.length);
  const list = (/** @type {number[]} */ cards) => html`<ul class="card-list">${cards.map((each) => html`<li><${CardLink} number=${each} /></li>`)}</ul>`;
  const mates = team(look.view, at).filter((each) => each !== at);
  openSheet(
    () => html`<${Sheet} title=${name}>
      <${Track} seat=${s} length=${lengthOf(look.view)} />
      ${at === look.view.boss && html`<p>The Boss, against all the others.</p>`}
      ${mates.length ? html`<p>Plays together with ${listed(mates.map((each) => who(look.view, each)))}: Fortitude, Alcohol Content and Gold are their team’s.</p>` : null}
      <p>${s.gold} Gold · ${s.hand} cards in hand · ${s.deck} in the deck · ${s.drink_pile} ${s.drink_pile === 1 ? 'Drink' : 'Drinks'} waiting</p>
      ${stateWords(s.seen).length ? html`<p>${stateWords(s.seen).map((w) => `${w.name} ${w.value}`).join(' · ')}</p>` : null}
      ${s.standing.length ? html`<p>${s.standing.map((w) => STANDING[w] ?? w).join(' · ')}</p>` : null}
      ${s.front.length ? html`<h3>In front</h3>${list(s.front.map(([each]) => each))}` : null}
      ${piles.map(([pile, cards]) => html`<h3>${pile.replaceAll('_', ' ')}</h3>${list(/** @type {number[]} */ (cards))}`)}
      <h3>Discard pile, the newest first</h3>
      ${s.discard.length ? list([...s.discard].reverse()) : html`<p>Nothing yet.</p>`}
    <//>`,
  );
}

/**
 * A side that is more than one seat: one track and one Stash, and its members below them.
 * @param {{look: import('./types').Look, members: number[], picks: Map<number, import('./types').Choice>, picking: boolean, mark: number,
 *   onPick: (choice: import('./types').Choice) => void, whyNot: string}} props
 */
export function Side({ look, members, ...more }) {
  const { view } = look;
  const s = view.seats[members[0]];
  const mine = members.includes(view.seat);
  const turn = members.includes(view.active) && !view.winners.length;
  const name = capital(sideName(view, members[0]));
  const classes = ['side', turn && 'turn', mine && 'mine', s.out && 'out', view.boss >= 0 && 'challengers'];
  return html`<section class=${classes.filter(Boolean).join(' ')} aria-label=${name} data-members=${members.length}>
    <header class="seat-head">
      <h2>${name}</h2>
      ${turn && html`<span class="tag turn-tag">${mine ? 'your team’s turn' : 'turn'}</span>`}
      <span class="counts"><span class=${s.gold <= 2 ? 'low' : ''} title="Gold of the team"><${Sign} of="coin" />${s.gold}<span class="sr"> Gold of the team</span></span></span>
    </header>
    ${s.out ? html`<p class="gone">${gone(s)}</p>` : html`<${Track} seat=${s} length=${lengthOf(view)} />`}
    <div class="members">${members.map((at) => html`<${Seat} key=${at} look=${look} at=${at} shared=${true} ...${more} />`)}</div>
  </section>`;
}

/** How a seat went out. @param {import('./types').SeatView} s */
function gone(s) {
  return s.out === 'passed-out' ? 'passed out' : 'out of Gold, and out of the game';
}

/** What a seat is in the Round of Gambling. @param {import('./types').View} view @param {number} at @param {boolean} shared */
function RoundTags(view, at, shared) {
  const inside = view.round?.inside.includes(at);
  const control = view.round?.control === at;
  return html`${inside && shared ? html`<span class="tag champion" title="whose hand alone counts for the team in this Round">champion</span>` : null}
    ${control ? html`<span class="tag"><${Sign} of="crown" />control</span>` : inside && !shared ? html`<span class="tag">in</span>` : null}`;
}

/**
 * shared: track and Gold are its side's, and stand there.
 * @param {{look: import('./types').Look, at: number, picks: Map<number, import('./types').Choice>, picking: boolean, mark: number,
 *   onPick: (choice: import('./types').Choice) => void, whyNot: string, shared?: boolean}} props
 */
export function Seat({ look, at, picks, picking, mark, onPick, whyNot, shared = false }) {
  const { view } = look;
  const s = view.seats[at];
  const person = look.people[at];
  const name = pretty(s.name);
  const pick = picks.get(at);
  const turn = view.active === at && !view.winners.length;
  const mine = at === view.seat;
  const boss = at === view.boss;
  const more = `${mine ? ', you' : ''}${boss ? ', the Boss' : ''}${isMate(view, at, view.seat) ? ', of your team' : ''}`;
  const states = stateWords(s.seen);
  const things = s.front.map(([number, owner]) => ({ number, owner, pick: picks.get(THING + THING * owner + number) }));
  const hasPick = Boolean(pick) || things.some((each) => each.pick);
  const by = person && person.plays !== 'person' ? botName(person.plays) : person?.name;
  const classes = ['seat', boss && 'boss', shared && 'shared', turn && 'turn', mine && 'mine', s.out && 'out', picking && !hasPick && 'faded', pick && 'pickable', mark === pick?.i && pick && 'marked'];
  return html`<article class=${classes.filter(Boolean).join(' ')} data-of=${s.character} aria-label=${`${name}${more}`}>
    <header class="seat-head">
      <${Emblem} of=${s.character} />
      <${shared ? 'h3' : 'h2'}><button type="button" class="seat-name" onClick=${() => readSeat(look, at)}>${name}</button><//>
      ${boss && html`<span class="tag boss-tag"><${Sign} of="horns" />the Boss</span>`}
      <span class="seat-by">${mine ? 'you' : by !== name ? by : ''}${person && person.plays === 'person' && !person.here && !mine ? ' · away' : ''}${person?.away ? ' · a bot plays' : ''}</span>
      ${turn && html`<span class="tag turn-tag">${mine ? 'your turn' : 'turn'}</span>`}
      ${RoundTags(view, at, shared)}
      <span class="counts">
        ${!shared && html`<span class=${s.gold <= 2 ? 'low' : ''} title="Gold"><${Sign} of="coin" />${s.gold}<span class="sr"> Gold,</span></span>`}
        <span title="cards in hand"><${Sign} of="hand" />${s.hand}<span class="sr"> cards in hand,</span></span>
        <span title="Drinks waiting"><${Sign} of="mug" />${s.drink_pile}<span class="sr"> Drinks waiting</span></span>
      </span>
    </header>
    ${shared ? null : s.out ? html`<p class="gone">${gone(s)}</p>` : html`<${Track} seat=${s} length=${lengthOf(view)} />`}
    ${!s.out && (states.length || s.standing.length || things.length)
      ? html`<ul class="seat-more">
          ${states.map((w) => html`<li class="state">${w.name} <b>${w.value}</b></li>`)}
          ${s.standing.map((w) => html`<li class="state">${STANDING[w] ?? w}</li>`)}
          ${things.map(
            (each) => html`<li>
              ${each.pick
                ? html`<button type="button" class=${`thing pick-thing ${mark === each.pick.i ? 'marked' : ''}`} onClick=${() => each.pick && onPick(each.pick)}>
                    Pick ${card(each.number).title}${each.pick.key ? html` <kbd>${each.pick.key}</kbd>` : null}
                  </button>`
                : html`<button type="button" class="thing" onClick=${() => readCard(each.number)}>${card(each.number).title}</button>`}
            </li>`,
          )}
        </ul>`
      : null}
    ${pick && html`<button type="button" class="pick" onClick=${() => onPick(pick)}><span>Pick<span class="sr"> ${name}${more}</span> <kbd>${pick.key}</kbd></span></button>`}
    ${picking && !hasPick && whyNot && html`<p class="sr">${whyNot}</p>`}
  </article>`;
}
