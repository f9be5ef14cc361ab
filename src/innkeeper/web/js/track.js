// The one picture that matters: Alcohol Content and Fortitude on one line from 0 to 20, closing in on each other.
import { html } from './lib.js';

export const WARN_AT = 5;
const LENGTH = 20;
const TICKS = [5, 10, 15];

/** @param {{seat: import('./types').SeatView}} props */
export function Track({ seat }) {
  const { alcohol, fortitude } = seat;
  const gap = fortitude - alcohol;
  const place = (/** @type {number} */ n) => `${(Math.max(0, Math.min(LENGTH, n)) / LENGTH) * 100}%`;
  const close = gap <= WARN_AT;
  return html`<div class=${`track ${close ? 'close' : ''}`} style=${{ '--alcohol': place(alcohol), '--fortitude': place(Math.max(fortitude, alcohol)) }}>
    <div class="track-line" aria-hidden="true">
      <span class="drunk"></span>
      <span class="gap"></span>
      ${TICKS.map((tick) => html`<i class="tick" style=${{ '--at': place(tick) }}></i>`)}
      <b class="marker alcohol">${alcohol}</b>
      <b class="marker fortitude">${fortitude}</b>
    </div>
    <p class="track-gap">
      <span class="sr">Alcohol Content ${alcohol}, Fortitude ${fortitude}, gap </span><b>${gap}</b>${close ? html`<span class="warn" aria-hidden="true">!</span><span class="sr">, close to passing out</span>` : null}
    </p>
  </div>`;
}
