// Begins: connects, and draws the page that the address names.
import { effect, html, render, useEffect, useState } from './lib.js';
import { arrive } from './deeds.js';
import { LobbyPage } from './lobbypage.js';
import { place } from './place.js';
import { ReplayPage } from './replaypage.js';
import { ResultPage } from './resultpage.js';
import { RulesPage } from './rulespage.js';
import { SheetRoom, closeSheet } from './sheet.js';
import { ringFor } from './sound.js';
import { info, lines, notice, seat, sight, since, take } from './store.js';
import { Table } from './table.js';
import { Arriving, WaitingRoom } from './waiting.js';
import * as wire from './wire.js';

function LostBanner() {
  const lost = wire.state.value === 'lost';
  const [, tick] = useState(0);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [lost]);
  const wait = Math.max(0, Math.ceil((wire.again.value - Date.now()) / 1000));
  return html`<div class="lost-room" role="status">${lost &&
  html`<p class="lost"><b>The connection is lost.</b> ${seat.value >= 0 ? 'Your seat and everything played are kept; an answer you have just given is sent again by itself.' : 'Nothing is lost by it.'}
    ${' '}Trying again${wait ? ` in ${wait} s` : ' …'} <button type="button" onClick=${wire.soon}>Try now</button></p>`}</div>`;
}

function Notice() {
  const now = notice.value;
  return html`<div class="notice-room" role="status">${now && html`<p class=${`notice ${now.bad ? 'bad' : ''}`}>${now.text}</p>`}</div>`;
}

function Page() {
  const at = place.value;
  if (at.page === 'replay') return html`<${ReplayPage} />`;
  if (at.page === 'rules') return html`<${RulesPage} />`;
  if (at.page === 'lobby') return html`<${LobbyPage} />`;
  const there = info.value;
  if (!there || there.table !== at.code || seat.value === -2) return html`<${Arriving} code=${at.code} />`;
  if (there.state === 'waiting') return html`<${WaitingRoom} />`;
  return there.state === 'over' && sight.value?.view.winners.length ? html`<${ResultPage} />` : html`<${Table} />`;
}

const TITLES = { lobby: 'Innkeeper', rules: 'Rules · Innkeeper', replay: 'Replay · Innkeeper', table: 'Table · Innkeeper' };
effect(() => {
  const mine = place.value.page === 'table' && Boolean(sight.value?.ask);
  document.title = `${mine ? '● ' : ''}${TITLES[place.value.page]}`;
});

let rung = -1;
effect(() => {
  const told = lines.value;
  if (rung >= 0 && told.length) ringFor(told.filter((line) => line.i >= rung), Boolean(sight.peek()?.ask));
  rung = since();
});

let first = true;
effect(() => {
  place.value.page;
  place.value.code;
  if (first) first = false;
  else {
    closeSheet();
    queueMicrotask(() => {
      if (wire.state.peek() === 'open') void arrive();
    });
  }
});

const app = /** @type {HTMLElement} */ (document.getElementById('app'));
app.replaceChildren();
render(html`<${LostBanner} /><${Page} /><${Notice} /><${SheetRoom} />`, app);
wire.begin(take, arrive);
