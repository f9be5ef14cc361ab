// The one picture that matters: Alcohol Content and Fortitude on one line from 0 to 20, closing in on each other. Where somebody
// can have more Fortitude than that, as a Boss, everybody's line is as long.
import { html } from './lib.js';

export const WARN_AT = 5;
const LENGTH = 20;
const TICK = 5;

/** How long the lines of a table are. @param {import('./types').View} view */
export function lengthOf(view) {
  return Math.max(LENGTH, ...view.seats.map((s) => s.most));
}

/** @param {{seat: import('./types').SeatView, length?: number}} props */
export function Track({ seat, length = Math.max(LENGTH, seat.most) }) {
  const { alcohol, fortitude } = seat;
  const gap = fortitude - alcohol;
  const place = (/** @type {number} */ n) => `${(Math.max(0, Math.min(length, n)) / length) * 100}%`;
  const close = gap <= WARN_AT;
  const ticks = Array.from({ length: Math.ceil(length / TICK) - 1 }, (_, i) => (i + 1) * TICK);
  return html`<div class=${`track ${close ? 'close' : ''}`} style=${{ '--alcohol': place(alcohol), '--fortitude': place(Math.max(fortitude, alcohol)) }}>
    <div class="track-line" aria-hidden="true">
      <span class="drunk"></span>
      <span class="gap"></span>
      ${ticks.map((tick) => html`<i class="tick" style=${{ '--at': place(tick) }}></i>`)}
      <b class="marker alcohol">${alcohol}</b>
      <b class="marker fortitude">${fortitude}</b>
    </div>
    <p class="track-gap">
      <span class="sr">Alcohol Content ${alcohol}, Fortitude ${fortitude}, gap </span><b>${gap}</b>${close ? html`<span class="warn" aria-hidden="true">!</span><span class="sr">, close to passing out</span>` : null}
    </p>
  </div>`;
}
