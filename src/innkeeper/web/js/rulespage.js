// The rulebook in our own words, to be searched.
import { html, signal, useEffect } from './lib.js';
import { loadRules, rules } from './books.js';
import { go, place } from './place.js';

const SHOWN = 80;
const trouble = signal('');

export function RulesPage() {
  const query = place.value.query.get('q') ?? '';
  const known = rules.value;
  useEffect(() => {
    loadRules().catch(() => { trouble.value = 'The rulebook could not be read; is the server there?'; });
  }, []);
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = known
    ? Object.entries(known).filter(([id, rule]) => words.every((word) => id.includes(word) || rule.rule.toLowerCase().includes(word)))
    : [];
  // A rule that is named exactly comes first.
  found.sort((a, b) => Number(b[0] === query) - Number(a[0] === query));
  return html`<main class="page rules-page">
    <p><a href="/">To the lobby</a></p>
    <h1>The rules</h1>
    <p class="lead">Every rule and ruling that the table goes by, in our own words. Lines of the story name them.</p>
    <label class="field search">Search <input type="search" value=${query} placeholder="negate, control, summon …" onInput=${(/** @type {any} */ e) => go(`/rules${e.target.value ? `?q=${encodeURIComponent(e.target.value)}` : ''}`, true)} /></label>
    <p aria-live="polite">${trouble.value || (known ? `${found.length} of ${Object.keys(known).length} rules${found.length > SHOWN ? `; the first ${SHOWN} are shown` : ''}` : 'The rulebook is being fetched …')}</p>
    <dl class="rules">
      ${found.slice(0, SHOWN).map(([id, rule]) => html`<div key=${id}><dt><code>${id}</code> <span class="tag">${rule.kind}</span></dt><dd>${rule.rule}${rule.note ? html`<p class="quiet-text">${rule.note}</p>` : null}</dd></div>`)}
    </dl>
  </main>`;
}
