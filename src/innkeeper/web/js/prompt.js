// The question, as a sheet: what it means for you first, then the card, then the answers, one key each.
import { html, useEffect, useState } from './lib.js';
import { card, textLines } from './books.js';
import { momentWords } from './choices.js';
import { setAsking } from './deeds.js';
import { hints, told } from './keep.js';
import { awaited } from './names.js';
import { inTeam } from './sides.js';
import { answered, askedAt, asking } from './store.js';

/** @param {{ms: number}} props */
function Timer({ ms }) {
  const left = () => Math.max(0, ms - (performance.now() - askedAt.value));
  const [now, setNow] = useState(left());
  useEffect(() => {
    const timer = setInterval(() => setNow(left()), 250);
    return () => clearInterval(timer);
  }, [ms, askedAt.value]);
  const seconds = Math.ceil(now / 1000);
  return html`<p class=${`timer ${seconds <= 5 ? 'soon' : ''}`} role="timer">
    <span class="timer-bar" style=${{ '--left': `${(now / ms) * 100}%` }} aria-hidden="true"></span>${seconds} s, then the marked answer is taken
  </p>`;
}

/** @param {import('./types').Look} look */
export function questionText(look) {
  return look.ask?.text ?? '';
}

/** Whether a sentence is bad news for whoever reads it. @param {string} sentence */
const hurts = (sentence) => /(\bloses? \d+ Fortitude|\bgains? \d+ Alcohol Content) \(your team:/.test(sentence) || /\b[Yy]our team (passes out|has no Gold)/.test(sentence) || /^You .*\b(lose|pass out|pay|leave)\b/.test(sentence) || /^You have just lost/.test(sentence) || /^You gain .* Alcohol/.test(sentence);

const HINTS = /** @type {Record<string, string>} */ ({
  answer: 'You hold a card that could be played now. To let things be is fine too.',
});

/** @param {{kind: string, text: string}} props */
function Hint({ kind, text }) {
  if (!hints.value || !text || told.value.filter((k) => k === kind).length >= 3) return null;
  return html`<p class="hint"><span>${text}</span> <button type="button" class="quiet" onClick=${() => { hints.value = false; }}>No more hints</button></p>`;
}

/**
 * @param {{look: import('./types').Look, all: import('./types').Choice[], several: import('./types').Choice[], mark: number,
 *   thrown: number, onAnswer: (choice: import('./types').Choice) => void, onBack: () => void}} props
 */
export function Prompt({ look, all, several, mark, thrown, onAnswer, onBack }) {
  const { view, ask } = look;
  const kind = view.asked?.kind ?? '';
  // Of one's own card that asks something, only what it does is news.
  const forecast = kind === 'answer' ? look.forecast : look.forecast.filter((sentence) => !sentence.startsWith('You play '));
  useEffect(() => {
    if (ask && hints.peek()) told.value = [...told.peek(), kind].slice(-60);
  }, [ask?.id]);
  if (!ask || answered.value === ask.id || !all.length) {
    return html`<section class="prompt idle" aria-label="What is awaited"><p>${ask && answered.value === ask.id ? 'Your answer is on its way …' : `${awaited(view)}.`}</p>
      ${view.seat >= 0 && view.asked && html`<${Stop} />`}</section>`;
  }
  if (several.length) {
    const number = view.asked?.options[several[0].i][1] ?? -1;
    return html`<section class="prompt" aria-label="Your move">
      <h2 class="question">How do you play “${card(number).title}”?</h2>
      <div class="answers">
        ${several.map((choice) => html`<button type="button" class="answer" onClick=${() => onAnswer(choice)}>${choice.text} <kbd>${choice.key}</kbd></button>`)}
        <button type="button" class="quiet" onClick=${onBack}>Not this one <kbd>Esc</kbd></button>
      </div>
    </section>`;
  }
  const here = all.filter((choice) => choice.place === 'prompt');
  const seats = all.filter((choice) => choice.place === 'seat');
  const hand = all.some((choice) => choice.place === 'hand');
  const marked = all.find((choice) => choice.i === mark);
  const tells = ['answer', 'choose', 'cards', 'order-card'].includes(kind);
  const shown = kind === 'choose' || kind === 'pick' || kind === 'cards' ? (view.asked?.card ?? -1) : -1;
  return html`<section class="prompt mine" tabindex="-1" data-kind=${kind} aria-label="Your move">
    ${tells && forecast.length
      ? html`<div class="consequence">
          <p class=${`first ${hurts(forecast[0]) ? 'hurts' : ''}`}>${hurts(forecast[0]) ? html`<span class="warn" aria-hidden="true">!</span>` : null}${forecast[0]}</p>
          ${forecast.slice(1).map((sentence) => html`<p>${sentence}</p>`)}
        </div>`
      : null}
    <h2 class="question">${questionText(look)}</h2>
    ${shown >= 0 ? html`<p class="asks">${textLines(card(shown)).join(' ')}</p>` : null}
    <${Hint} kind=${kind} text=${HINTS[kind] ?? ask.hint} />
    <div class="answers">
      ${seats.length ? html`<p class="where">Pick on the table${marked?.place === 'seat' ? ':' : ', or'} ${seats.map((choice) => html`<button type="button" class=${`answer small ${choice.i === mark ? 'default' : ''}`} onClick=${() => onAnswer(choice)}>${choice.text} <kbd>${choice.i === mark ? 'Enter' : choice.key}</kbd></button>`)}</p>` : null}
      ${hand && kind !== 'discard' ? html`<p class="where">${here.length ? 'A lit card, or' : 'or a lit card'}</p>` : null}
      ${hand && kind === 'discard' ? html`<p class="where">Mark cards to throw away, then</p>` : null}
      ${here.map((choice) => {
        const isPass = choice.key === 'p';
        const text = isPass && kind === 'discard' ? (thrown ? `Throw away ${thrown} and draw` : 'Keep all and draw') : choice.text;
        return html`<button type="button" class=${`answer ${choice.i === mark ? 'default' : ''}`} onClick=${() => onAnswer(choice)}>
          <span>${text}${choice.at >= 0 ? html`<small class="says">${textLines(card(choice.at)).join(' ')}</small>` : null}</span> <kbd>${choice.i === mark ? 'Enter' : choice.key}</kbd>
        </button>`;
      })}
      ${marked && marked.place === 'hand' ? html`<button type="button" class="answer default" onClick=${() => onAnswer(marked)}>${marked.text} <kbd>Enter</kbd></button>` : null}
    </div>
    ${ask.ms ? html`<${Timer} key=${ask.id} ms=${ask.ms} />` : null}
    ${kind === 'answer' ? html`<${LetMeBe} look=${look} pass=${here.find((choice) => choice.key === 'p')} onAnswer=${onAnswer} />` : null}
  </section>`;
}

/**
 * @param {{look: import('./types').Look, pass: import('./types').Choice | undefined, onAnswer: (choice: import('./types').Choice) => void}} props
 * Ways not to be asked again, right where one is asked.
 */
function LetMeBe({ look, pass, onAnswer }) {
  const moment = look.ask?.moment;
  const now = asking.value;
  if (!pass) return null;
  const done = () => onAnswer(pass);
  return html`<p class="let-me-be"><span>Ask me:</span>
    <button type="button" class="quiet" onClick=${() => { setAsking({ rest: true, stop: false }, now); done(); }}>Not until my next turn <kbd>u</kbd></button>
    ${moment && html`<button type="button" class="quiet" onClick=${() => { setAsking({ never: [...now.never, moment], stop: false }, now); done(); }}>Never about ${momentWords(moment, inTeam(look.view))} <kbd>n</kbd></button>`}
  </p>`;
}

/** Asks to be stopped for at the next moment at which an answer is possible. */
function Stop() {
  const now = asking.value;
  const left = now.rest || now.never.length > 0 || !now.always;
  return html`<p class="stop">
    <button type="button" class="quiet" aria-pressed=${now.stop} onClick=${() => setAsking({ stop: !now.stop }, now)}>${now.stop ? 'The table stops for you' : 'Stop for me'} <kbd>x</kbd></button>
    ${left && html`<span class="quiet-text">${now.rest ? 'You are left in peace until your next turn.' : now.always && now.never.length === 1 && now.never[0].kind === 'quiet' ? 'You are asked where something is pending.' : 'You are asked about some things only.'}</span>`}
  </p>`;
}
