// The protocol (docs/protocol.md), as the client reads it. Names are those on the wire.
export interface SeatWish { character: string; plays: string }
export interface BossWish { seat: number; gold: number | null; fortitude: number | null; hand_size: number | null; actions: number | null }
export interface Settings {
  seats: SeatWish[]; drinks: string[] | null; first: number | string; timers: string; watch: boolean; listed: boolean; pause: number;
  teams: number[][]; boss: BossWish | null; prizes: string[]; events: string[];
}
export interface Leave { kind: string; touches: boolean }
export interface Person { seat: number; character: string; name: string; plays: string; here: boolean; away: boolean }
export interface TableInfo {
  table: string; state: string; settings: Settings; people: Person[]; host: number; watching: number; pause: number; rematch: string;
}
export interface CharacterInfo { slug: string; name: string; plays: string }
export interface BossInfo { slug: string; hero: boolean; usual: Record<string, number>[] }
export interface Line {
  i: number; text: string; kind: string; seat: number; other: number; card: number; n: number; cards: number[]; rules: string[];
}
export interface Ask { id: string; text: string; hint: string; decline: string; moment: Leave | null; ms: number | null }
export interface Asking { always: boolean; never: Leave[]; stop: boolean; rest: boolean }
export interface Welcome {
  type: 'welcome'; version: number; server: string; cards: string; characters: CharacterInfo[]; drinks: string[]; bots: string[];
  timers: Record<string, number[]>; most: Record<string, number>; variants: Record<string, string>; bosses: BossInfo[];
  boss_limits: Record<string, number[]>; prizes: string[]; events: string[];
}

/** kind, value, use, front, word */
export type Option = [string, number, number, boolean, string];
export interface SeatView {
  name: string; character: string; party: number; fortitude: number; alcohol: number; gold: number; out: string; hand: number;
  deck: number; discard: number[]; drink_pile: number; front: [number, number][]; standing: string[]; seen: Record<string, unknown>;
  most: number;
}
export interface Round { pot: number; control: number; inside: number[]; passes: number; only_cheating: boolean }
export interface Pending {
  kind: string; stage: string; seat: number; actor: number; holder: number; source: number; card: number; use: number; front: boolean;
  targets: number[]; cards: number[]; n: number; numbers: number[]; answers: number; negated: boolean; ignored: number[];
  changes: [string, number, number][]; lost: [number, number][];
}
export interface Asked {
  seat: number; kind: string; options: Option[]; labels: string[]; default: number; card: number; rules: string[];
}
export interface View {
  seat: number; seats: SeatView[]; hand: number[]; active: number; phase: string; turns: number; round: Round | null;
  drink_deck: number; drink_discard: number[]; inn: number; stack: Pending[]; asked: Asked | null; winners: number[]; log: number;
  teams: boolean; boss: number; variants: Record<string, Record<string, unknown>>;
}
export interface Update {
  type: 'update'; id: string; table: string; view: View; ask: Ask | null; forecast: string[]; why: Record<string, string>; lines: Line[];
}
export interface Moment { type: 'moment'; ms: number }
export interface Joined { type: 'joined'; id: string; table: string; seat: number; token: string; info: TableInfo; asking: Asking }
export interface Refused { type: 'refused'; id: string; code: string; text: string }

export interface Card {
  number: number; title: string; home: string; pile: string; kind: string; types: string[]; text: string; origin: string; alcohol: number;
  fortitude: number; chaser: boolean; event: boolean; thing: string; uses: { mode: string; playable: boolean }[];
}
export interface Catalog { cards: Card[]; characters: (CharacterInfo & { guest: boolean })[] }
export interface Rule { rule: string; kind: string; note: string }
export interface Frame { step: number; turn: number; view: View; hands: number[][]; choice: string; lines: Line[] }
export interface Replay { table: string; eye: number | string; steps: number; over: boolean; frames: Frame[] }
export interface SeatResult {
  seat: number; character: string; name: string; plays: string; out: string; turn: number; last: string; place: number;
  fortitude: number; alcohol: number; gold: number; played: number; drinks: number; rounds: number; party: number;
}
export interface Result {
  table: string; winners: number[]; turns: number; moves: number; seats: SeatResult[];
  best: { what: string; seat: number; n: number; line: number }[]; teams: boolean; boss: number;
}

/** What a table is drawn from: what one pair of eyes sees, live or in a replay. */
export interface Look {
  view: View; people: Person[]; why: Record<string, string>; ask: Ask | null; forecast: string[];
}
/** A way to answer, and where on the table it is given. `at`: the target, or the place in the hand. */
export interface Choice { i: number; key: string; text: string; place: 'prompt' | 'seat' | 'hand'; at: number }
