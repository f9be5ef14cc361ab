// Why a line of the log is so: the rules that made it, in our words.
import { html } from './lib.js';
import { loadRules, rules } from './books.js';
import { Sheet, openSheet } from './sheet.js';

/** @param {{ids: string[]}} props */
export function RuleTexts({ ids }) {
  const known = rules.value;
  if (!known) return html`<p>The rulebook is being fetched …</p>`;
  if (!ids.length) return html`<p>No rule is named for this line: it tells what was chosen.</p>`;
  return html`<dl class="rules">
    ${ids.map((id) => html`<dt><a href=${`/rules?q=${encodeURIComponent(id)}`}><code>${id}</code></a></dt><dd>${known[id]?.rule ?? 'This rule is not in the book that this server has.'}${known[id]?.note ? html`<p class="quiet-text">${known[id].note}</p>` : null}</dd>`)}
  </dl>`;
}

/** @param {import('./types').Line} line */
export function openRules(line) {
  void loadRules();
  openSheet(() => html`<${Sheet} title="Why?"><p class="quoted">${line.text}</p><${RuleTexts} ids=${line.rules} /><//>`);
}
