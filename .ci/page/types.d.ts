// What the scripts of the page are about, for the type checker alone: `.ci/page/check` reads it beside them.
// A class whose constructor assigns several fields at once has them here.

/** What is taken of a throw, faces or words, and what is done then: a word or a number of dice. */
interface Action { readonly take: readonly (number | string)[]; readonly then: any }
/** A state by the names of its parts, as `names` of an engine has them. */
type State = any;
interface Payoff {
  action: Action; worth: number; all: number[]; why?: string;
}
/** What fell: the faces and what they come to; of a throw that leaves a choice the options. */
interface Outcome {
  faces: (number | string)[] | null; chance?: number; kind?: string; gain?: number; gift?: number;
  drawn?: string; options?: { gain: number; mode: number; word?: string; label?: string }[];
}
/** What follows a step: the state of whoever moves next, and who has won, if anybody. */
interface Result {
  state: State; same: boolean; winner: string | null; events: string[];
  details?: any; struck?: () => any[];
}
interface Step {
  mover: number; turn: number; state: State; action: Action; outcome: Outcome | null; result: Result; entry?: any;
}
/** An engine of any family. */
type AnyEngine = Engine & Partial<RaceEngine> & Partial<HogEngine> & Record<string, any>;
/** What tells a story who is who: a view of a game. */
interface Seated { engine: AnyEngine; table: Table; seats: string[]; story: Story; hands: number }

interface Engine {
  payoffs(state: State): Payoff[]; worth(state: State): number; limits(state: State): State;
  actions(state: State): Action[]; outcomes(state: State, action: Action): Outcome[];
  after(state: State, action: Action, outcome: Outcome | null): Result;
}
interface RaceEngine {
  recursion: Turn; board: Scoreboard; arrays: Record<string, Uint32Array>; chances: Float64Array; most: number;
  pointsName: string; modeName: string; throws: string; banks: string;
}
interface Turn {
  modes: number; start: number; exact: boolean; rolled: number; scores: number; least: number[]; aside: boolean;
  left: Uint32Array; right: Uint32Array; gap: Uint32Array; item: Uint32Array; gain: Uint32Array;
  from: Uint32Array; upTo: Uint32Array; reach: Uint32Array; paid: Float64Array[]; worth: Float64Array[]; thrown: Float64Array[];
}
/** A turn start of a race, in units. */
interface Place { own: number; opp: number; at: number; second: number; t?: number; mode?: number }
interface Scoreboard {
  players: number; scores: number; landing: number[]; lastTurn: boolean; rolled: number; tie: number; rounds: boolean; starts: Float64Array;
}
interface Pairs {
  turn: Turn; board: Scoreboard; scores: number; landing: number[]; place: Place; lost: any; other: any; chart: any; wall: Int32Array; lower: Int32Array; asked: Float64Array; lately: Float64Array;
}
interface DiceInHand {
  start: number; sides: number; nothing: number; kinds: [string, number[]][]; base: number; score: (counts: number[]) => number;
}
interface HogGame { goal: number; dice: number[]; choices: number[] }
interface Chart { pairs: Pairs; turn: Turn; scores: number; fewest: Uint32Array; marks: Uint32Array }
interface Mixing { point: Float64Array; depth: number; changes: any[]; moves: any[]; size: number; image: any; residual: any }
interface Cells {
  board: Scoreboard; players: number; width: number; scores: number; others: number; size: number;
  x: Float64Array; from: Float64Array; to: Float64Array;
}
interface Search { cells: Cells; cycle: number[]; players: number; width: number }
interface Induction { goal: number; parities: number; choices: number[]; game: HogGame }
interface Banker { points: number; engine: AnyEngine; name: string }

interface Table { day?: string; fresh?: boolean }
interface Account { section: HTMLElement; view: any; player: number | null }
interface Story { view: any; engine: AnyEngine }
interface Tray { view: PlayView; engine: AnyEngine; faces: (number | string)[]; picked: Set<number> }
interface TurnLog { view: PlayView; list: HTMLElement; drawn: any[] }
interface DicePad { view: AdviseView; engine: AnyEngine; kind: string }

interface PlayView extends Seated {
  root: HTMLElement; app: App; random: () => number; busy: boolean; takenBack: number;
  reports: string[]; hinted: boolean; awaited: Step | null;
}
interface ReviewView extends Seated { root: HTMLElement; app: App; at: number | null; entries: Record<string, string> }
interface AdviseView extends Seated {
  root: HTMLElement; app: App; fell: any[]; kept: Kept; pad: any; followed?: boolean; sat?: boolean; earlier: any;
}
interface PracticeView { root: HTMLElement; app: App; engine: AnyEngine; kept: Kept; drills: any[]; right: number; number: number }
interface MapView { root: HTMLElement; app: App; name: string; across: string; near: number; corner: number[] | null }
interface WhatIfView { changed?: AnyEngine; ruled: any }
interface RulesView { root: HTMLElement; app: App; rules: any }
interface App { engine: AnyEngine; views: Record<string, any> }
interface Workshop { own: any; version: string; rules: any; prefix: string; more: any }
interface Window { pigcore: any }
