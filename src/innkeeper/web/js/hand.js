// Your hand: what can be played now is lit; the rest is readable but quiet, and says why not.
import { html, signal } from './lib.js';
import { card, textLines, typeLine, typeMark } from './books.js';
import { held } from './choices.js';
import { nameOf } from './names.js';
import { champion } from './sides.js';

/** The card that is looked at more closely, by its place; on a small screen it is opened. */
export const pointed = signal(-1);
/** On a small screen: whether the whole hand is shown, or only what is lit. */
export const drawer = signal(false);

const VERBS = /** @type {Record<string, string>} */ ({ play: 'Play', discard: 'Throw away', card: 'Choose' });

/**
 * @param {{look: import('./types').Look, choices: import('./types').Choice[], mark: number, thrown: Set<number>,
 *   onChoose: (at: number) => void}} props
 */
export function Hand({ look, choices, mark, thrown, onChoose }) {
  const cards = held(look.view);
  /** @type {Map<number, import('./types').Choice[]>} */
  const lit = new Map();
  for (const choice of choices) if (choice.place === 'hand') lit.set(choice.at, [...(lit.get(choice.at) ?? []), choice]);
  const plays = look.view.seat >= 0 ? champion(look.view, look.view.seat) : -1;
  const other = plays === look.view.seat ? -1 : plays;
  const some = lit.size > 0 && lit.size < cards.length;
  const shows = drawer.value ? 'all' : lit.size ? 'lit' : 'none';
  return html`<section class=${`hand shows-${shows}`} aria-label="Your hand">
    <header class="hand-head">
      <h2>Your hand${other >= 0 ? html` <span class="hand-note">· in this Round ${nameOf(look.view, other)} plays for your team, so only their Gambling and Cheating Cards count</span>` : null}</h2>
      ${(lit.size < cards.length || drawer.value) && html`<button type="button" class="quiet drawer" aria-expanded=${drawer.value} onClick=${() => { drawer.value = !drawer.value; }}>
        ${drawer.value ? (some ? 'Only what can be played' : 'Put it down') : `All ${cards.length} cards`}
      </button>`}
    </header>
    <ul class="cards">
      ${cards.map((each, at) => {
        const ways = lit.get(at);
        const one = card(each.card);
        const why = look.why[each.card] ?? '';
        const isMarked = ways?.some((choice) => choice.i === mark) ?? false;
        const isThrown = thrown.has(at);
        const kind = ways ? (look.view.asked?.options[ways[0].i][0] ?? 'play') : '';
        const open = pointed.value === at;
        const classes = ['card', ways ? 'lit' : 'dim', isThrown && 'thrown', isMarked && 'marked', open && 'open'];
        return html`<li key=${`${at}-${each.card}`} class=${classes.filter(Boolean).join(' ')} data-of=${one.home || one.pile}>
          <button type="button" class="card-head" aria-expanded=${open} onClick=${() => { pointed.value = open ? -1 : at; }}>
            <span class="face-title">${each.front ? html`<span class="in-front">in front · </span>` : null}${one.title}</span>
            <span class="face-type"><span class="type-mark" data-type=${typeMark(one)}></span>${typeLine(one)}</span>
          </button>
          <div class="card-text">
            ${textLines(one).map((line) => html`<p class="face-text">${line}</p>`)}
            ${one.origin === 'reconstructed' && html`<p class="face-origin" title="What is printed on it is not known to us">our own card</p>`}
          </div>
          ${ways
            ? html`<button type="button" class=${kind === 'discard' ? 'do soft' : 'do'} onClick=${() => onChoose(at)}>
                ${isThrown ? 'Keep it' : VERBS[kind] ?? 'Play'}${ways[0].key ? html` <kbd>${ways[0].key}</kbd>` : null}<span class="sr"> ${one.title}</span>
              </button>`
            : why
              ? html`<p class="why"><b>Not now:</b> ${why}</p>`
              : null}
        </li>`;
      })}
    </ul>
    ${cards.length === 0 && html`<p class="quiet-text">No cards in hand.</p>`}
  </section>`;
}
