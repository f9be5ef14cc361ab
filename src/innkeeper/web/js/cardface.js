// A card, typeset: its title in its owner's colour, what kind it is in words, what it does.
import { html } from './lib.js';
import { card, textLines, typeLine, typeMark } from './books.js';
import { pretty } from './names.js';
import { Sheet, openSheet } from './sheet.js';

/** @param {{number: number, small?: boolean}} props */
export function CardFace({ number, small = false }) {
  const one = card(number);
  return html`<div class="face" data-of=${one.home || one.pile}>
    <p class="face-title">${one.title}</p>
    <p class="face-type"><span class="type-mark" data-type=${typeMark(one)}></span>${typeLine(one)}</p>
    ${!small && textLines(one).map((line) => html`<p class="face-text">${line}</p>`)}
    ${!small && one.origin === 'reconstructed' && html`<p class="face-origin">Our own card: what is printed on it is not known to us.</p>`}
  </div>`;
}

/** Read a card in full. @param {number} number @param {string} [why] */
export function readCard(number, why = '') {
  const one = card(number);
  openSheet(
    () => html`<${Sheet} title=${one.title} kind="card-sheet">
      <div class="face large" data-of=${one.home || one.pile}>
        <p class="face-type"><span class="type-mark" data-type=${typeMark(one)}></span>${typeLine(one)}${one.home ? html` <span class="quiet-text">of ${one.home === 'inn' ? 'the Inn' : pretty(one.home)}</span>` : null}</p>
        ${textLines(one).map((line) => html`<p class="face-text">${line}</p>`)}
        ${one.origin === 'reconstructed' && html`<p class="face-origin">Our own card: what is printed on it is not known to us.</p>`}
        ${why && html`<p class="why"><strong>Not now:</strong> ${why}</p>`}
      </div>
    <//>`,
  );
}

/** A card's title, to be read in full at a press. @param {{number: number}} props */
export function CardLink({ number }) {
  return html`<button type="button" class="card-link" onClick=${() => readCard(number)}>${card(number).title}</button>`;
}
