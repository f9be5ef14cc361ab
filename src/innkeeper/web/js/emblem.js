// One mark for each character, made of circles, lines and triangles; and the small signs of the table.
import { html } from './lib.js';

const MARKS = /** @type {Record<string, unknown>} */ ({
  deirdre: html`<circle cx="12" cy="12" r="3.600" /><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.800 2.800M16.200 16.200 19 19M19 5l-2.800 2.800M7.800 16.200 5 19" fill="none" />`,
  fiona: html`<path d="M4 4l16 16M20 4 4 20M3 15l6 6M21 15l-6 6" fill="none" />`,
  gerki: html`<circle cx="12" cy="8.500" r="4.500" /><path d="M10 12.500h4L16 21H8z" />`,
  zot: html`<path d="M12 1.500 14.500 9 22 12l-7.500 3L12 22.500 9.500 15 2 12l7.500-3z" />`,
  eve: html`<path d="M2 12c3.500-5.500 6.500-7.500 10-7.500S18.500 6.500 22 12c-3.500 5.500-6.500 7.500-10 7.500S5.500 17.500 2 12z" fill="none" /><circle cx="12" cy="12" r="3.800" />`,
  dimli: html`<path d="M4 3h16v6.500H4z" /><path d="M12 9.500V22" fill="none" stroke-width="3" />`,
  fleck: html`<path d="M9 18V4.500l10-2V16" fill="none" /><circle cx="6.500" cy="18" r="3" /><circle cx="16.500" cy="16" r="3" />`,
  gog: html`<path d="M3 20 8.500 8l4 6L15.500 9 21 20z" /><circle cx="17" cy="4.500" r="2" />`,
  pooky: html`<path d="M8 13C5.500 8 5.500 3 8 2s4 5 3.500 10M16 13c2.500-5 2.500-10 0-11s-4 5-3.500 10" fill="none" /><circle cx="12" cy="16.500" r="5" />`,
  evil_pooky: html`<circle cx="12" cy="12" r="10" fill="none" /><path d="M9 11C7.500 8 7.800 5 9 4.500S11.500 7 11.300 11M15 11c1.500-3 1.200-6 0-6.500S12.500 7 12.700 11" fill="none" /><circle cx="12" cy="14" r="3.600" />`,
  piper: html`<path d="M4 20 19 5M11 3.500h9.500V13" fill="none" stroke-width="2.600" /><path d="M3 15.500v5.500h5.500" fill="none" />`,
  ripsnarl: html`<path d="M5 3c1 7 .500 12-1.500 18M12 3c1 7 .500 12-1.500 18M19 3c1 7 .500 12-1.500 18" fill="none" stroke-width="2.800" />`,
  baelfire: html`<path d="M12 1.500c1 5 6.500 6.500 6.500 13a6.500 6.500 0 0 1-13 0c0-3 1.500-4.500 2.500-6.500 1 1.500 1.500 2 2.500 2.500C11 8 10.500 5 12 1.500z" />`,
});
const MUG = html`<path d="M5 6h10v13a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" /><path d="M15 9h2a3 3 0 0 1 3 3v2a3 3 0 0 1-3 3h-2" fill="none" />`;

/** @param {{of: string}} props */
export function Emblem({ of }) {
  const slug = of.replaceAll('-', '_').replace(/_\d+$/, '');
  return html`<span class="emblem" data-of=${slug}>
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
      ${MARKS[slug] ?? MUG}
    </svg>
  </span>`;
}

const SIGNS = /** @type {Record<string, unknown>} */ ({
  coin: html`<circle cx="12" cy="12" r="9" fill="none" /><circle cx="12" cy="12" r="4" />`,
  hand: html`<rect x="3.500" y="6" width="10" height="14.500" rx="2" fill="none" /><path d="M9 6V4.500a1.500 1.500 0 0 1 1.700-1.500l8.600 1.200a1.500 1.500 0 0 1 1.300 1.700L19 17.500a1.500 1.500 0 0 1-1.700 1.300l-3.800-.500" fill="none" />`,
  mug: MUG,
  crown: html`<path d="M3 7l4.500 4.500L12 4l4.500 7.500L21 7l-2 12H5z" />`,
  cards: html`<path d="M5 3h14v18H5z" fill="none" />`,
  horns: html`<path d="M5 3c-1 5 1 8 5 9M19 3c1 5-1 8-5 9" fill="none" /><path d="M7 12h10l-2 9H9z" />`,
  gear: html`<circle cx="12" cy="12" r="3.500" fill="none" /><path d="M12 2v4M12 18v4M2 12h4M18 12h4M5 5l2.800 2.800M16.200 16.200 19 19M19 5l-2.800 2.800M7.800 16.200 5 19" fill="none" />`,
  bell: html`<path d="M6 17V11a6 6 0 0 1 12 0v6l2 1.500H4zM10 21.500h4" fill="none" />`,
  book: html`<path d="M4 4.500C7 3 10 3.500 12 5.500c2-2 5-2.500 8-1v15c-3-1.500-6-1-8 1-2-2-5-2.500-8-1zM12 5.500v15" fill="none" />`,
});

/** A small sign; the word for it stands beside it or is said in its place. @param {{of: string}} props */
export function Sign({ of }) {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${SIGNS[of]}</svg>`;
}
