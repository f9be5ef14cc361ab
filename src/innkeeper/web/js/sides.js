// Who plays with whom: the sides of a table that is made or waits, and of one that is played; without teams each seat is one.
import { listed, pretty } from './names.js';

const LEAST = 2;
const MOST = 4;

/** The teams that so many seats can be divided into, clockwise: by their sizes, equal ones first. @param {number} n @returns {number[][]} */
export function teamSizes(n) {
  if (n === LEAST + 1) return [[2, 1], [1, 2]];
  /** @param {number} rest @returns {number[][]} */
  const parts = (rest) => rest === 0 ? [[]] : [2, 3, 4].filter((size) => size <= Math.min(rest, MOST)).flatMap((size) => parts(rest - size).map((more) => [size, ...more]));
  const uneven = (/** @type {number[]} */ sizes) => (new Set(sizes).size > 1 ? 1 : 0);
  return parts(n).filter((sizes) => sizes.length > 1).sort((a, b) => uneven(a) - uneven(b) || a.length - b.length || b[0] - a[0]);
}

/** Teams of these sizes, clockwise from the first seat. @param {number[]} sizes @returns {number[][]} */
export function teamsOf(sizes) {
  let next = 0;
  return sizes.map((size) => Array.from({ length: size }, () => next++));
}

/** @param {number[][]} teams */
export function sizesWords(teams) {
  return teams.map((team) => team.length).join(' against ');
}

/** Which side a seat of a table is on, in a word or two; "" without sides. @param {import('./types').Settings} settings @param {number} seat */
export function sideOf(settings, seat) {
  if (settings.boss) return settings.boss.seat === seat ? 'the Boss' : 'Challenger';
  const team = settings.teams.findIndex((seats) => seats.includes(seat));
  return team < 0 ? '' : `team ${team + 1}`;
}

/** What is played with at a table, each in a word or two. @param {import('./types').Settings} settings @returns {string[]} */
export function playedWith(settings) {
  const found = [];
  if (settings.boss) found.push('Boss Battle');
  if (settings.teams.length) found.push(`teams, ${sizesWords(settings.teams)}`);
  if (settings.prizes.length) found.push('Prizes');
  if (settings.events.length) found.push('Events');
  const drinks = (settings.drinks ?? []).filter((name) => name !== 'base');
  if (drinks.length) found.push(`${listed(drinks.map((name) => `${pretty(name)}’s`))} Drinks`);
  return found;
}

/**
 * The sides of a game, each its seats clockwise: the Boss at the head, then from the viewer's own around; whoever watches sees
 * them in order. @param {import('./types').View} view @returns {number[][]}
 */
export function sides(view) {
  const n = view.seats.length;
  const first = view.seat >= 0 ? view.seats[view.seat].party : view.seats[0].party;
  const start = view.teams ? view.seats.findIndex((s, i) => s.party === first && view.seats[(i + n - 1) % n].party !== first) : Math.max(0, view.seat);
  /** @type {Map<number, number[]>} */
  const found = new Map();
  for (let i = 0; i < n; i += 1) {
    const seat = (start + i) % n;
    const { party } = view.seats[seat];
    found.set(party, [...(found.get(party) ?? []), seat]);
  }
  return [...found.values()].sort((a, b) => Number(b.includes(view.boss)) - Number(a.includes(view.boss)));
}

/** The seats of the team of a seat, itself among them. @param {import('./types').View} view @param {number} seat */
export function team(view, seat) {
  return view.seats.map((_, i) => i).filter((i) => view.seats[i].party === view.seats[seat].party);
}

/** Whether the viewer has team-mates. @param {import('./types').View} view */
export function inTeam(view) {
  return view.seat >= 0 && team(view, view.seat).length > 1;
}

/** Whether two seats are of one team. @param {import('./types').View} view @param {number} a @param {number} b */
export function isMate(view, a, b) {
  return a >= 0 && b >= 0 && a !== b && view.seats[a].party === view.seats[b].party;
}

/** How a sentence calls a seat's side: "your team", "the Challengers", else who they are. @param {import('./types').View} view @param {number} seat */
export function sideName(view, seat) {
  const members = team(view, seat);
  if (members.length > 1 && members.includes(view.seat)) return 'your team';
  if (members.length > 1 && view.boss >= 0 && !members.includes(view.boss)) return 'the Challengers';
  return listed(members.map((each) => pretty(view.seats[each].name)));
}

/** Who of a side plays in the Round of Gambling under way; -1 for nobody. @param {import('./types').View} view @param {number} seat */
export function champion(view, seat) {
  return view.round?.inside.find((each) => view.seats[each].party === view.seats[seat].party) ?? -1;
}

/** Whose something is: "Zot’s", "the Challengers’". @param {string} name */
export function owned(name) {
  return name.endsWith('Challengers') ? `${name}’` : `${name}’s`;
}
