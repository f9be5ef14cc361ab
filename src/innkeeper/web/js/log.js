// The log as prose. Every line opens the rules that made it so; screen readers hear new lines as they come.
import { html, useEffect, useRef } from './lib.js';
import { openRules } from './rulesheet.js';

const SHOWN = 250;

/** @param {{lines: import('./types').Line[], live?: boolean}} props */
export function Log({ lines, live = true }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const stays = useRef(true);
  const before = useRef(0);
  const told = lines.filter((line) => line.text).slice(-SHOWN);
  useEffect(() => {
    const box = list.current;
    if (box && stays.current) box.scrollTop = box.scrollHeight;
  }, [told.at(-1)?.i]);
  return html`<section class="log" aria-label="The story so far">
    <h2>Story</h2>
    <div
      class="log-lines"
      ref=${list}
      role="log"
      tabindex="0"
      aria-live=${live ? 'polite' : 'off'}
      aria-label="The story so far"
      onScroll=${() => {
        const box = list.current;
        if (!box) return;
        // Only somebody's scrolling upwards lets go of the end: new lines move it too.
        if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) stays.current = true;
        else if (box.scrollTop < before.current - 4) stays.current = false;
        before.current = box.scrollTop;
      }}
    >
      ${told.map((line) => html`<p key=${line.i} class=${`told ${line.kind}`}><button type="button" class="line" onClick=${() => openRules(line)}>${line.text}</button></p>`)}
    </div>
  </section>`;
}
