// The log as prose. Every line opens the rules that made it so; screen readers hear new lines as they come.
import { html, useEffect, useRef } from './lib.js';
import { openRules } from './rulesheet.js';

const SHOWN = 250;
const OWN_SCROLL = 1500;

/** @param {{lines: import('./types').Line[], live?: boolean}} props */
export function Log({ lines, live = true }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const stays = useRef(true);
  const touched = useRef(-Infinity);
  const told = lines.filter((line) => line.text).slice(-SHOWN);
  const toEnd = () => {
    const box = list.current;
    if (box && stays.current) box.scrollTop = box.scrollHeight;
  };
  const touch = () => {
    touched.current = performance.now();
  };
  useEffect(toEnd, [told.at(-1)?.i]);
  useEffect(() => {
    // What stands beside the log grows and shrinks, and the log with it.
    const watcher = new ResizeObserver(toEnd);
    if (list.current) watcher.observe(list.current);
    return () => watcher.disconnect();
  }, []);
  return html`<section class="log" aria-label="The story so far">
    <h2>Story</h2>
    <div
      class="log-lines"
      ref=${list}
      role="log"
      tabindex="0"
      aria-live=${live ? 'polite' : 'off'}
      aria-label="The story so far"
      onWheel=${touch}
      onTouchMove=${touch}
      onPointerDown=${touch}
      onKeyDown=${touch}
      onScroll=${() => {
        const box = list.current;
        if (!box) return;
        // New lines move it too; only somebody's own scrolling lets go of the end.
        if (box.scrollHeight - box.scrollTop - box.clientHeight < 40) stays.current = true;
        else if (performance.now() - touched.current < OWN_SCROLL) stays.current = false;
      }}
    >
      ${told.map((line) => html`<p key=${line.i} class=${`told ${line.kind}`}><button type="button" class="line" onClick=${() => openRules(line)}>${line.text}</button></p>`)}
    </div>
  </section>`;
}
