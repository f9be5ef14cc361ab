// Before the game: who sits where, the link to send, and the start; and the way in for somebody who comes by the link.
import { html, signal } from './lib.js';
import { Emblem } from './emblem.js';
import { found, giveUp, join, trying, usualBot, watch } from './deeds.js';
import { name } from './keep.js';
import { CharacterChoice, NameField } from './lobbypage.js';
import { botWords, capital, pretty } from './names.js';
import { sideOf } from './sides.js';
import { info, seat, sentAway, welcome } from './store.js';
import { TheGame } from './thegame.js';
import * as wire from './wire.js';

const copied = signal(false);

async function copyLink() {
  const link = `${location.origin}/t/${info.peek()?.table}`;
  try {
    await navigator.clipboard.writeText(link);
    copied.value = true;
    setTimeout(() => { copied.value = false; }, 2500);
  } catch {
    document.querySelector('.link')?.scrollIntoView();
  }
}

/** @param {import('./types').Person} p */
function whoSits(p) {
  if (p.plays === 'open') return 'free';
  if (p.plays === 'person') return `${p.name}${p.here ? '' : ' (away)'}`;
  return botWords(p.plays);
}

/** @param {{of: string}} props */
function Side({ of }) {
  return of ? html`<span class="tag">${capital(of)}</span>` : null;
}

/** @param {{p: import('./types').Person, short?: boolean, side?: string}} props */
export function Who({ p, short = false, side = '' }) {
  return html`<span class="who"><${Emblem} of=${p.character || 'none'} /><b>${p.character ? pretty(p.character) : 'Drawn at random'}</b> <span class="quiet-text">${short && p.plays !== 'person' ? '' : whoSits(p)}</span><${Side} of=${side} /></span>`;
}

export function WaitingRoom() {
  const at = info.value;
  if (!at) return null;
  const host = at.host === seat.value && seat.value >= 0;
  const open = at.people.filter((p) => p.plays === 'open').length;
  const link = `${location.origin}/t/${at.table}`;
  return html`<main class="page waiting">
    <h1>Table ${at.table}</h1>
    <section class="invite" aria-label="Invite">
      <p>Send your friends this link, or the code <b class="code">${at.table}</b>:</p>
      <p class="link">${link}</p>
      <button type="button" onClick=${copyLink}>${copied.value ? 'Copied' : 'Copy the link'}</button>
    </section>
    <${TheGame} settings=${at.settings} />
    <ol class="people">
      ${at.people.map((p) => html`<li key=${p.seat} class=${p.seat === seat.value ? 'mine' : ''}>
        ${p.seat === seat.value
          ? html`<${CharacterChoice} label="Your character" value=${p.character} boss=${at.settings.boss?.seat === p.seat} onPick=${(/** @type {string} */ slug) => void trying(wire.send('choose', { character: slug }))} /><span class="tags"><span class="tag">you, ${p.name}</span><${Side} of=${sideOf(at.settings, p.seat)} /></span>`
          : html`<${Who} p=${p} short=${host} side=${sideOf(at.settings, p.seat)} />`}
        ${host && p.seat !== seat.value
          ? html`<select aria-label=${`Who takes seat ${p.seat + 1}`} value=${p.plays} onChange=${(/** @type {any} */ e) => void trying(wire.send('fill', { seat: p.seat, plays: e.target.value, character: p.character }))}>
              ${p.plays === 'person' && html`<option value="person" selected>${p.name}</option>`}
              <option value="open" selected=${p.plays === 'open'}>free</option>
              ${(welcome.value?.bots ?? []).map((bot) => html`<option value=${bot} selected=${p.plays === bot}>${botWords(bot)}</option>`)}
            </select>`
          : null}
      </li>`)}
    </ol>
    <div class="buttons">
      ${host
        ? html`<button type="button" class="main" onClick=${() => void trying(wire.send('start', open ? { fill: usualBot() } : {}))}>${open ? (open === 1 ? 'Begin, with a bot on the free seat' : `Begin, with bots on the ${open} free seats`) : 'Begin'}</button>`
        : html`<p>${at.host >= 0 ? `${at.people[at.host]?.name || 'The host'} begins the game.` : 'Nobody is here to begin the game.'}</p>`}
      <button type="button" class="quiet" onClick=${() => void giveUp()}>Leave</button>
    </div>
  </main>`;
}

/** Somebody comes by a link. @param {{code: string}} props */
export function Arriving({ code }) {
  const there = found.value?.code === code ? found.value : null;
  if (sentAway.value) {
    return html`<main class="page"><h1>Table ${code}</h1><p>${sentAway.value}</p><p><a href="/">To the lobby</a></p></main>`;
  }
  if (!there) return html`<main class="page"><h1>Table ${code}</h1><p class="quiet-text">Looking for it …</p></main>`;
  if (!there.info) {
    return html`<main class="page"><h1>No such table</h1><p>${there.text} Look at the link again, or ask your friend for the code.</p><p><a href="/">To the lobby</a></p></main>`;
  }
  const at = there.info;
  const open = at.people.filter((p) => p.plays === 'open');
  return html`<main class="page arriving">
    <h1>Table ${code}</h1>
    ${at.state === 'waiting' && open.length
      ? html`<p>Take a seat, ${name.value || 'Guest'}.</p><${NameField} />`
      : html`<p>${at.state === 'waiting' ? 'All seats are taken.' : at.state === 'over' ? 'This game is over.' : 'The game is under way.'}</p>`}
    <${TheGame} settings=${at.settings} />
    <ol class="people">
      ${at.people.map((p) => html`<li key=${p.seat}><${Who} p=${p} side=${sideOf(at.settings, p.seat)} />${p.plays === 'open' && at.state === 'waiting' ? html`<button type="button" class="main" onClick=${() => void join(code, p.seat)}>Sit here</button>` : null}</li>`)}
    </ol>
    <div class="buttons">
      ${at.state !== 'over' && at.settings.watch && html`<button type="button" onClick=${() => void watch(code)}>Watch</button>`}
      ${at.state === 'over' && html`<a class="button" href=${`/t/${code}/replay`}>See it again</a>`}
      <a href="/">To the lobby</a>
    </div>
  </main>`;
}
