// What the companion tells the page (docs/http-api.md), for the checker alone: no phone loads this file.
// A field that may be left out (`?`) is one that is None in Python: the companion leaves those out of what it sends.

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ComponentChildren, InputHTMLAttributes, TargetedEvent, TargetedKeyboardEvent, TargetedMouseEvent } from "preact";

// --- the page's own parts --------------------------------------------------------------------------------------------

export type { AnchorHTMLAttributes, ButtonHTMLAttributes, InputHTMLAttributes };

/** What a component may give to be drawn. */
export type Drawn = ComponentChildren;

/** A component with these properties. */
export type View<P = {}> = (properties: P & { children?: Drawn }) => Drawn;

/** What a field's handler hears. */
export type FieldEvent = TargetedEvent<HTMLInputElement>;
export type KeyEvent<E extends EventTarget = SVGElement> = TargetedKeyboardEvent<E>;
export type TapEvent<E extends EventTarget = HTMLElement> = TargetedMouseEvent<E>;

export type Xy = [x: number, y: number];

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
}

export type Timer = ReturnType<typeof setTimeout> | undefined;

/** A rectangle to write in. */
export type Room = Pick<Box, "left" | "top" | "width" | "height">;

/** Words fitted into a room: the letters' size, and `cut` where not all of them have room. */
export interface Fitted {
  size: number;
  lines: string[];
  cut: boolean;
}

/** A tile where it lies on its map, and its spaces within it. */
export interface PlacedTile {
  tile: MapTile;
  centre: Xy;
  shape: Xy[];
  spaces: { space: MapSpace; shape: Xy[] }[];
}

/** A place where it lies on its board: `half` is half its side or its radius. */
export interface Placed {
  place: MapPlace;
  centre: Xy;
  half: number;
  shape: Xy[];
}

/** A line between two places, drawn as a curve. */
export interface Curve {
  start: Xy;
  control: Xy;
  end: Xy;
}

export interface BoardLayout {
  around: Box;
  side: number;
  kind: "linked" | "board";
  place: (one: MapPlace) => Placed;
}

/** A tap on a map: on a space's value where spaces are told apart, and on which tile or place it lies. */
export type OnTap = (value: string, spot: Spot) => unknown;

/** What a target of a map is called for who does not see it. */
export type TargetWords = (value: string, spot: Spot, space?: MapSpace) => string;

/** What every picture of a map is given. */
export interface PictureOf<M> {
  map: M;
  width: number;
  /** How much larger letters are than on a phone. */
  letters?: number;
  only?: string | null;
  open?: Set<string>;
  chosen?: Value | null | (Value | null | undefined)[];
  bySpace?: boolean;
  onTap?: OnTap;
  words?: TargetWords;
  step?: MapStep;
}

/** What the parts of a map's picture are drawn with. */
export interface Drawing {
  scale: number;
  open?: Set<string>;
  chosen?: PictureOf<AnyMap>["chosen"];
  words?: TargetWords;
  onTap?: OnTap;
  bySpace?: boolean;
}

/** What has words and marks on a map: a tile, a space, a place. */
export interface Labelled {
  label: string;
  tone: Tone;
  marks?: string[];
  icon?: string;
}

/** Words, an icon of that height above them, and marks below, where they stand in their shape. */
export interface LaidOut extends Fitted {
  room: Room;
  mark: number;
  below: number;
  above: number;
  aside?: number;
  right?: number;
}

/** Offers in a row under the same heading. */
export interface Grouped {
  under: string | undefined;
  offers: Offer[];
}

/** Facts of the owner's board under the same heading. */
export interface FactGroup {
  group: string | undefined;
  facts: BoardFact[];
}

/** What a search found, or every rule by title; or why there is nothing. */
export interface SearchAnswer {
  error?: string;
  query?: string;
  all?: { id: string; title: string }[];
  hits: Hit[];
}

/** Colours by what they are for. */
export type Ink = Record<string, string>;

/** What useRead gives: the answer, null until it is there; what reads it anew; whether the last time none came. */
export type Readable<T> = [T | null, () => Promise<void>, boolean];

/** How useRead reads; see there. */
export interface ReadOptions {
  again?: unknown;
  of?: unknown;
  quiet?: boolean;
}

/** What was read at an address: null while it is on its way, `error` where it could not be had; and a way to read it anew. */
export type Found<T> = [(T & { error?: undefined }) | { error: string } | null, () => Promise<void>];

/** What a dialog is given that asks for values; see AsksSheet. */
export interface AskedFor {
  title: string;
  asks: Ask[];
  yes: string;
  danger?: boolean;
  seen?: number;
  initial?: Values;
  draft?: Draft;
  atOnce?: boolean;
  isStillOpen?: () => boolean;
  onDone: Sends;
}

/** Keeps what was entered into a dialog that was closed. */
export interface Draft {
  values: () => Values;
  keep: (values: Values) => unknown;
  drop: () => unknown;
}

/** The field of one ask. */
export interface FieldOf<A> {
  ask: A;
  id: string;
  name: string;
  label: string;
  value: Values[string];
  /** `tapped`: by a finger, which means it; keys only lead over it. */
  onChange: (value: Values[string], tapped?: boolean) => unknown;
  error?: string | null;
}

/** Sends what was filled in; null where it was refused. */
export type Sends = (values: Values, seen?: number) => unknown;

/** The answer to a request, whatever it says. */
export interface Reply {
  ok: boolean;
  status: number;
  data: any; // what it is depends on the address; who asked says it
}

/** What the page says of a message besides its text: a rule or a page to open, `seen` leads to the scan spot. */
export interface MessageMore {
  tone?: "plain" | "good" | "warm" | "danger";
  /** It goes by itself: the table has gone on, and so will who reads it. */
  brief?: boolean;
  rule?: string;
  page?: number;
  seen?: boolean;
  /** The ask whose answer was refused. */
  field?: string;
}

/** Why an entry was refused. */
export type Refused = { text: string } & MessageMore;

/** A tap that is on its way. */
export interface Pending {
  what: string;
  key: string;
  /** The version of the screen on which it was tapped. */
  seen: number;
  /** There was no answer: it is sent again. */
  waiting: boolean;
  cancelled: boolean;
  /** Ends a pause between two tries. */
  wake: () => void;
}

/** A photo that is on its way, or waits until it is called. */
export interface PendingPhoto extends Omit<Pending, "seen"> {
  place: string | null;
  before: number;
  seconds: number;
}

/** A finger or a key: when, where (a key: on what), and what stood there then. */
export interface Touch {
  at: number;
  x: number;
  y: number;
  target: EventTarget | null;
  shown: unknown[];
}

/** An offer whose next place is to be tapped on a map: `from` are the places tapped so far. */
export interface Aim {
  name: string;
  offer: Offer;
  from: string[];
  seen: number;
}

/** Which step of what happened is looked at, on which map. */
export interface Looking {
  key: string;
  name: string;
  at: number;
  playing?: boolean;
  byItself: boolean;
}

/** All that the page knows. */
export interface Store {
  parts: Parts;
  asOf: number;
  link: "connecting" | "live" | "offline" | "full";
  phone: OwnPhone | null;
  pending: Pending | null;
  photo: PendingPhoto | null;
  message: ({ text: string } & MessageMore) | null;
  sheet: (() => Drawn) | null;
  map: string | null;
  aim: Aim | null;
  looking: Looking | null;
  leafed: number;
  route: string;
  watchOnly: boolean;
  /** How many icons of the open game the page has. */
  icons?: number;
  /** How many files have been taken in. */
  imported?: number;
  /** How often wrong reads were deleted, and how many there are. */
  wrongChanged?: number;
  wrongThere?: number;
}

// --- the page's start (web/pages.py) ---------------------------------------------------------------------------------

/** A text that depends on a number, in all its forms. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;

export interface Start {
  texts: Record<string, string | Forms>;
  language: string;
  languages: string[];
  phone: OwnPhone | null;
  /** It watches as a guest, whether its phone has joined or not. */
  guest?: boolean;
  name: string;
  /** Each game's title, and where its icons, colours and picture are, as far as it has them (web/looks.py). */
  looks: Record<string, { title: string; icons?: string; colours?: string; picture?: string }>;
  /** Games that have a story of their evening. */
  stories: string[];
  /** Of drawer and camera, those that a game asks; a game that is not named may ask both. */
  devices?: Record<string, string[]>;
  /** The address by HTTPS, for a page that came by plain HTTP; empty while HTTPS is off, null where there is nothing to say of it. */
  secure: string | null;
  /** What stands before every address, in a demo round. */
  base?: string;
  demo?: boolean;
  has: { demo?: boolean; table: boolean; scale: boolean; scan: boolean; photo: boolean; add_cards?: boolean; pictures: boolean; backups?: boolean; versions?: boolean; support?: boolean; campaigns?: boolean; card_offers?: boolean };
}

export interface OwnPhone {
  id: string;
  name: string;
  /** Names that it had before, under which its earlier steps stand. */
  was: string[];
}

// --- what is asked and offered (companion/api/game.py) -------------------------------------------------------------------

export type Value = number | string;
export type Args = Record<string, Value>;

/** What has been filled in so far, by the asks' names; a field that was emptied holds null. */
export type Values = Record<string, Value | null | undefined>;

interface Asked {
  name: string;
  label: string;
}

export interface Choice {
  value: string;
  label: string;
  icon?: string;
  /** The space of a map that it means: the answer shows where that is. */
  at?: string;
}

export interface WholeAsk extends Asked {
  type: "Whole";
  at_least: number;
  at_most: number;
  usual?: number;
  likely?: number;
  signed?: boolean;
}

export interface PickAsk extends Asked {
  type: "Pick";
  choices: Choice[];
  usual?: string;
  /** The map whose places the choices are. */
  on?: string;
}

export interface ChanceAsk extends Asked {
  type: "Chance";
  choices: Choice[];
  weights: number[];
}

export interface WordsAsk extends Asked {
  type: "Words";
  at_most_chars: number;
  usual: string;
  lines?: boolean;
  blocks?: Choice[];
  /** It is asked only while the ask of this name has this answer. */
  only_with?: [name: string, answer: string];
}

export interface CodeAsk extends Asked {
  type: "Code";
  kind: string;
  pattern: string;
  suits: string;
}

export type Ask = WholeAsk | PickAsk | ChanceAsk | WordsAsk | CodeAsk;

export interface Move {
  name: string;
  args: Args;
}

export interface Offer {
  move: Move;
  label: string;
  asks: Ask[];
  tone: "usual" | "plain" | "danger";
  rule?: string;
  note?: string;
  under?: string;
  ticked?: boolean;
  icon?: string;
  /** It ends the game: shown where a game ends. */
  ends: boolean;
  /** The number of the card's option that it takes. */
  option?: number;
  /** The space of a map that it is about. */
  at?: string;
}

export interface Prompt {
  name: string;
  do: string;
  offers: Offer[];
  more?: string;
  seat?: number;
  rule?: string;
  expects: ("cubes" | "watching" | "late" | "card" | "card_ahead")[];
  /** The icon that shows which part of the board or of a card to look at. */
  look?: string;
  /** The space or the place of a map that is asked about. */
  at?: string;
  /** Whether the evening's story is shown with it. */
  story?: boolean;
}

export interface Adjustable {
  ask: Ask;
  now: Value;
  group?: string;
}

// --- the evening (companion/session/screen.py) ------------------------------------------------------------------------------

export interface Evening {
  id: string;
  name: string;
  game: string;
  players: string[];
  started: number;
  ended?: number;
}

/** An evening of the list; `title` is its game's. */
export interface ListedEvening extends Evening {
  title: string;
  /** Where it stood; left out where it cannot be read. */
  stood?: { line: string; turn: string; ending?: string; at: number };
  /** It was handed to the venue: the server has not heard of it, it is played here, lies there, or `table` has it. */
  handed?: { how: "waiting" | "playing" | "away" | "lost"; table: string };
}

/** Boards and cards of a game that lie at the venue for this table. */
export interface CardOffer {
  game: string;
  title: string;
  source: string;
  at: number;
  board: number;
  texts: number;
  pictures: number;
}

export interface CardOffers {
  offers: CardOffer[];
  taking: boolean;
  last?: string;
}

/** A campaign that lies at the venue: `table` plays it or put it away; `here`: this one has it. */
export interface Campaign {
  id: string;
  name: string;
  game: string;
  title: string;
  table: string;
  playing: boolean;
  since: number;
  at: number;
  here: boolean;
  ended: boolean;
}

/** `urgency` is 0 to 3: QUIET, PLAIN, URGENT, FINAL. */
export interface Fact {
  name: string;
  text: string;
  args: Args;
  urgency: number;
  /** What hands must do on the table because of it, and its picture among the game's icons. */
  todo?: string;
  icon?: string;
  /** The steps of a map tell the same. */
  on_map?: boolean;
}

export interface Order {
  text: string;
  icon?: string;
  /** The steps of a map tell the same. */
  on_map?: boolean;
  /** What it puts in their places, if it does nothing else. */
  pieces?: string[];
  /** Which of its step's orders it is. */
  at?: number;
}

/**
 * What an entry of the history asks of hands; `back`: it was an undo, and that is to be put back; `aside`: it says how the
 * table stands, and the game goes on where it was.
 */
export interface StepOrders {
  number: number;
  by?: string;
  back: boolean;
  aside?: boolean;
  todo: Order[];
}

/** `by` is left out for phones that have not joined. */
export interface Step {
  number: number;
  kind: "start" | "move" | "correct" | "learn" | "undo" | "redo";
  label: string;
  facts: Fact[];
  by?: string;
  at: number;
  undone: boolean;
}

export interface Notice {
  name: string;
  text: string;
  offer?: Offer;
  other?: Offer;
  code?: string;
  rule?: string;
  page?: number;
}

// --- panels and their widgets (companion/api/view.py) --------------------------------------------------------------------

export type Tone = string; // plain, good, warm, cold, danger; on boards of places fog, event and gone too

export interface Mark {
  at: number;
  label: string;
  tone: Tone;
  icon?: string;
}

export interface Track {
  type: "Track";
  main: boolean;
  label: string;
  at: number;
  first: number;
  last: number;
  marks: Mark[];
  tone: Tone;
  value?: string;
  note?: string;
  icon?: string;
}

export interface Counter {
  type: "Counter";
  main: boolean;
  label: string;
  count: number;
  of?: number;
  tone: Tone;
  value?: string;
  note?: string;
  icon?: string;
}

export interface Token {
  label: string;
  lit: boolean;
  tone: Tone;
  icon?: string;
}

export interface TokenRow {
  type: "TokenRow";
  main: boolean;
  label: string;
  tokens: Token[];
  places?: number;
}

export interface Grid {
  type: "Grid";
  main: boolean;
  label: string;
  columns: string[];
  rows: { label: string; tone: Tone; icon?: string }[][];
}

export interface CardRow {
  code: string;
  label: string;
  note?: string;
  icon?: string;
}

export interface CardList {
  type: "CardList";
  label: string;
  cards: CardRow[];
}

export interface Note {
  type: "Note";
  main: boolean;
  text: string;
  tone: Tone;
  rule?: string;
}

export interface MapSpace {
  value: string;
  label: string;
  tone: Tone;
  marks: string[];
  note?: string;
  icon?: string;
}

export interface MapTile {
  value: string;
  label: string;
  q: number;
  r: number;
  spaces: MapSpace[];
  tone: Tone;
  icon?: string;
}

export interface HexMap {
  type: "HexMap";
  main: boolean;
  name: string;
  label: string;
  tiles: MapTile[];
  turned: boolean;
  steps?: undefined;
}

export interface MapPlace {
  value: string;
  label: string;
  x: number;
  y: number;
  tone: Tone;
  marks: string[];
  note?: string;
  round: boolean;
  icon?: string;
}

export interface MapLink {
  first: string;
  second: string;
  tone: Tone;
  arrow: boolean;
}

export interface MapStep {
  text: string;
  links: MapLink[];
  lit: string[];
  places: MapPlace[];
}

export interface PlaceMap {
  type: "PlaceMap";
  main: boolean;
  name: string;
  label: string;
  places: MapPlace[];
  links: MapLink[];
  steps: MapStep[];
}

/** A map of either kind, and what can be tapped of it: a tile with its spaces, or a place, which has none. */
export type AnyMap = HexMap | PlaceMap;
export type Spot = MapTile | MapPlace;

export type Widget = Track | Counter | TokenRow | Grid | CardList | Note | AnyMap;

export interface Panel {
  name: string;
  title: string;
  widgets: Widget[];
  icon?: string;
}

export interface Where {
  line: string;
  icon?: string;
  round?: number;
  rounds?: number;
  phases: string[];
  phase?: number;
  turn?: number;
}

// --- the voice, the devices, the simulated table ---------------------------------------------------------------------

export interface Caption {
  number: number;
  text: string;
  urgency: number;
  at: number;
  cue?: string;
  /** Of words that are in one language alone, as those of a card. */
  language?: string;
  /** They are not to be read any further. */
  over?: boolean;
  /** The companion itself says it. */
  here?: boolean;
}

export interface VoiceState {
  muted: boolean;
  rate: number;
  volume: number;
  language: string;
  cues: boolean;
  /** Whether a card is read aloud with its flavour text. */
  flavour: boolean;
  /** The phone that speaks instead of the companion, and its name. */
  phone?: string;
  by?: string;
  /** The companion's own voices, where a language has more than one. */
  own?: { id: string; language: string; title: string; chosen: boolean }[];
}

/** `turn_s` and `evening_s` had gone by at `at`, by the companion's clock. */
export interface Timers {
  turn_min: number;
  evening_min: number;
  turn_s: number;
  evening_s: number;
  at: number;
  paused: boolean;
  running: boolean;
}

export interface DeviceHealth {
  name: string;
  label: string;
  state: "ok" | "simulated" | "lost" | "absent" | "trouble" | "off";
  words: string;
  what_to_do?: string;
  figures: [string, string][];
}

export interface TableState {
  cubes?: number;
  drawer_in?: boolean;
  cable_in?: boolean;
  camera_in?: boolean;
  cards: string[];
  card_shown?: string;
  buttons: string[];
}

// --- the scale and its pile (companion/drawer/views.py) ----------------------------------------

/** A count with its certainty: `other` is the next likeliest. */
export interface Count {
  status: string;
  count?: number;
  other?: number;
  /** A crumb may be all that lies there: ask whether the drawer is empty. */
  ask_empty?: boolean;
  /** Why no number can be named, and what to do. */
  why?: string;
  what_to_do?: string;
}

export interface WizardState {
  step: "idle" | "plate" | "drawer" | "known" | "single" | "out";
  words?: string;
  cubes: number;
  wanted: number;
  singles: { weight: number; odd: boolean }[];
  can: string[];
  results: string[];
  good: boolean;
}

export interface RecordingState {
  running: boolean;
  seconds: number;
  most_s: number;
  marks: string[];
  countable: boolean;
}

export interface ScaleState extends Count {
  counting: "" | "game" | "trial";
  sure: boolean;
  why?: string;
  what_to_do?: string;
  near?: number;
  grams?: number;
  noise?: number;
  rate?: number;
  calibrated_at?: number;
  talk: WizardState;
  recording?: RecordingState;
}

export interface Trace {
  unit: "cubes" | "raw";
  step_s: number;
  values: number[];
}

export interface Versions {
  now: string;
  before: string | null;
  next: string | null;
  playing: boolean;
  may_install: boolean;
  told: string | null;
}

export interface KeptBackup {
  name: string;
  size: string;
  during: boolean;
  made?: string;
  things?: string;
  wrong?: string;
}

export interface BackupShelf {
  folder: string | null;
  wrong: string | null;
  kept: KeptBackup[];
  sticks: string[];
  may_restore: boolean;
}

export interface BackupContents {
  name: string;
  size: string;
  made: string;
  things: string;
  evenings: string[];
}

export interface KeptCalibration {
  at: number;
  by: string;
  values: { set_size: number; spread: number; singles: number };
  surely?: number;
  used: boolean;
}

export interface KeptPile {
  name: string;
  pieces: number;
}

export interface PileState extends Count {
  step: "none" | "zero" | "known" | "count" | "paused";
  name: string;
  words?: string;
  why?: string;
  at_once?: number;
  bound?: string;
  what?: string;
  now?: number;
  by_itself: boolean;
  kept: KeptPile[];
}

// --- the scan spot (companion/scanner/views.py, companion/scanner/wrong_reads.py) ------------------------------------------------

export interface Outline {
  corners: [number, number][];
  code: string;
  sure: boolean;
  hint?: string;
}

/** The header of a live picture. */
export interface AboutPicture {
  number: number;
  width: number;
  height: number;
  outlines: Outline[];
}

export interface Sighting {
  number: number;
  at: number;
  source: "camera" | "photo";
  code: string;
  other: string;
  sure: boolean;
  hint?: string;
  words?: string;
  title?: string;
  came_of?: string;
  reported: boolean;
}

export interface PlaceState {
  step: "auto" | "working" | "set";
  at?: number;
  words?: string;
}

export interface CheckState {
  step: "idle" | "show" | "is_it" | "which" | "name";
  words?: string;
  card: number;
  of: number;
  wanted: string;
  read: string;
  can: string[];
  right: number;
  asked: number;
  unread: number;
  wrong: number;
  results: string[];
  good: boolean;
}

export interface ScanState {
  camera: boolean;
  hint?: string;
  more?: string;
  sightings: Sighting[];
  torch?: boolean;
  place: PlaceState;
  check: CheckState;
  wrong: number;
}

export interface KeptCheck {
  at: number;
  by: string;
  results: string[];
}

export interface WrongRead {
  id: string;
  at: number;
  read: string;
  right: string;
  source: "camera" | "photo";
}

/** What came of a photo: what was read, best first, and, where it was to be played, `card`, the one that was `played`, or whether a notice says why none was. */
export interface PhotoFound {
  reads: PhotoRead[];
  played: boolean;
  card: string;
  told: boolean;
}

/** What was read in a photo. */
export interface PhotoRead {
  kind: string;
  text: string;
  sure: boolean;
  confidence: number;
}

// --- the live stream -------------------------------------------------------------------------------------------------

/** One change within a part, as a list (web/patches.py): a value put where the path leads, something taken away there,
 * or so many items of a list taken out from a place on and others put in. */
export type Path = (string | number)[];
export type Edit = [path: Path, value: any] | [path: Path] | [path: Path, at: number, gone: number, items: any[]];

/** News of one source: parts that are new, or null where they went away, and edits within those that were there. It is
 * made for the version `from`; without, it is everything of that source. */
export interface News {
  of: string;
  from?: number;
  to: number;
  parts: Partial<Parts>;
  edits?: Record<string, Edit[]>;
}

/** The parts by name. One that went away is null; one that never came is missing. */
export interface Parts {
  joined?: boolean;
  version?: number;
  evening?: Evening | null;
  prompts?: Prompt[] | null;
  ending?: string | null;
  notices?: Notice[] | null;
  last?: Step | null;
  orders?: StepOrders[] | null;
  ticked?: string[] | null;
  undoes?: Step | null;
  can?: { undo: number; redo: number } | null;
  where?: Where | null;
  panels?: string[] | null;
  adjustables?: string[] | null;
  [panel: `panel:${string}`]: Panel | null | undefined;
  [adjust: `adjust:${string}`]: Adjustable | null | undefined;
  captions?: Caption[] | null;
  voice?: VoiceState | null;
  timers?: Timers | null;
  staff?: { id?: string; by?: string; at?: number } | null;
  devices?: DeviceHealth[] | null;
  table?: TableState | null;
  count?: Count | null;
  scale?: ScaleState | null;
  trace?: Trace | null;
  pile?: PileState | null;
  scan?: ScanState | null;
  adding?: AddingState | null;
  card?: TableCardPart | null;
  phones?: { joined: JoinedPhone[]; owner: string; invitation: number | null } | null;
  tables?: string[] | null;
  [venueTable: `table:${string}`]: VenueTable | null | undefined;
  server?: { text?: string; heard?: number; what_to_do?: string } | null;
  fleet?: number | null;
  export?: { running: boolean; done: number; of: number; made?: number; trouble?: string } | null;
}

// --- answers to requests ---------------------------------------------------------------------------------------------

/** A request that was refused. */
export interface Refusal {
  error: string;
  kind: string;
  version?: number;
  rule?: string;
  page?: number;
  field?: string | null;
  wait_s?: number;
}

export interface JoinedPhone extends OwnPhone {
  since: number;
}

export interface ListedPhone extends JoinedPhone {
  this: boolean;
  owner: boolean;
}

export interface Invitation {
  number: number;
  code: string;
  left_s: number;
  renew_s: number;
  address: string;
  local_name: string;
}

export interface GameEntry {
  name: string;
  title: string;
  seats: { least: number; most: number } | null;
  board: number;
}

export interface Evenings {
  evenings: ListedEvening[];
  forgotten: ListedEvening[];
  open: string | null;
}

/** Something that only the owner's board shows; `now` is null while it is not known. */
export interface BoardFact {
  ask: Ask;
  where: string;
  known?: Value;
  source?: string;
  group?: string;
  row?: string;
  number?: number;
  look?: string;
  now: Value | null;
  told?: boolean;
}

export interface BoardFamily {
  pattern: string;
  ask: Ask;
  label: string;
  told: ToldFact[];
}

export interface ToldFact {
  name: string;
  label: string;
  now: Value;
}

export interface BoardOfGame {
  game: string;
  facts: BoardFact[];
  families: BoardFamily[];
}

export interface Picture {
  version: string;
  width: number;
  height: number;
  missing: boolean;
}

export interface CardEntry {
  code: string;
  title: string;
  what: string;
  now?: string;
  rule?: string;
  note: string;
  own: string;
  fact: string;
  text: string;
  pictured: string;
  picture?: Picture;
  printed?: PrintedCard;
  unseen: boolean;
}

/** A box in thousandths of a picture: left, top, right, bottom; all 0: nowhere. */
export type Place = [number, number, number, number];

/** A piece of what is printed on a card; `doubtful` are words of it, counted from 0; `places` where each stands in the picture, or nothing. */
export interface TextBlock {
  kind: string;
  text: string;
  number?: number;
  doubtful: number[];
  places?: Place[];
}

/** What is printed on a card (companion/storage/card_texts.py). */
export interface PrintedCard {
  card: string;
  blocks: TextBlock[];
  language: string;
  by: string;
  at: number;
  corrected_by: string;
  checked: boolean;
  proposed: string[];
  picture: string;
  version: string;
}

/** A card that was added (companion/scanner/adding.py). */
export interface AddedCard {
  card: string;
  title: string;
  doubtful: number;
  nameless: boolean;
  unseen: boolean;
  checked: boolean;
  by: string;
  at: number;
  picture?: Picture;
  proposed: string[];
  note?: string;
}

/** `kinds` are those of cards without codes; `coded`: there are cards with codes; `hidden`: nobody may see some of them; `several` may bear one code. */
export interface AddedCards {
  game: string;
  cards: AddedCard[];
  kinds: { name: string; title: string }[];
  coded: boolean;
  hidden: boolean;
  several: boolean;
}

/** What a card's print proposes for the books (companion/library/proposals.py). */
export interface ProposedEffects {
  effects: { said: string; sentence: string; doubt?: string; by_itself?: boolean }[];
  text: string;
  fact: string;
}

/** The card that came up at the table (companion/speech/card_reader.py). */
export interface TableCardPart {
  game: string;
  code: string;
  title: string;
  number: number;
  printed?: PrintedCard;
  asks: boolean;
  later: boolean;
  texts: number;
  known: { card: string; title: string }[];
}

/** What the camera does about adding cards. */
export interface AddingState {
  game: string;
  by: string;
  waiting: number;
  words?: string;
  changed: number;
}

/** A rule entry or a card that was found. */
export interface Hit {
  kind: "rule" | "card";
  id: string;
  title: string;
  excerpt: string;
  marks: [number, number][];
}

export interface RuleBlock {
  kind: "paragraph" | "list" | "numbered";
  lines: [string, boolean][][];
}

export interface RuleEntry {
  id: string;
  title: string;
  source: string;
  blocks: RuleBlock[];
}

// --- the evening's story (companion/api/story.py) ------------------------------------------------------------------------

export interface Point {
  at: number;
  value: number;
}

export interface Series {
  label: string;
  points: Point[];
  tone: Tone;
}

export interface Plot {
  label: string;
  series: Series[];
  loss?: number;
}

export interface StoryEvent {
  at: number;
  label: string;
  tone: Tone;
}

export interface Decision {
  label: string;
  by?: string;
  at: number;
}

export interface Story {
  title: string;
  ending: string;
  plots: Plot[];
  events: StoryEvent[];
  lists: [string, string[]][];
  unit: string;
  decisions: Decision[];
  evening?: Evening | null;
}

// --- a venue's page (web/venue/) -------------------------------------------------------------------------------------

/** A table as its venue sees it; a guest is told the first four fields alone. */
export interface VenueTable {
  table: string;
  status: "playing" | "resting" | "ended" | "free" | "off" | "unseen" | "unknown";
  game?: string;
  title?: string;
  program?: string;
  altered?: boolean;
  lost?: { label: string; words: string }[];
  seen?: number;
  call?: { id: string; by: string; at: number };
  id?: string;
  copy?: number;
  name?: string;
  players?: string[];
  started?: number;
  entries?: number;
  line?: string;
  round?: number;
  rounds?: number;
  turn?: string;
  ending?: string;
  last?: string;
  by?: string;
  at?: number;
}

/** An evening in the list of all. */
export interface VenueEvening {
  table: string;
  id: string;
  copy: number;
  game: string;
  title: string;
  name: string;
  players: string[];
  started: number;
  at: number;
  entries: number;
  ended: boolean;
  altered: boolean;
  minutes?: number;
  ending?: string;
}

export interface VenueEvenings {
  evenings: VenueEvening[];
  all: number;
  tables: string[];
  games: { name: string; title: string }[];
}

/** One evening, whole. */
export interface VenueTold extends VenueEvening {
  minutes: number;
  line?: string;
  story?: Story & { decisions: Decision[] };
  steps: Step[];
}

export interface VenueGame {
  game: string;
  title: string;
  evenings: number;
  players: number;
  minutes: number;
  median_min: number;
  endings: { label: string; count: number }[];
}

export interface VenueMonth {
  month: string;
  months: string[];
  games: VenueGame[];
  days: number[];
  uncounted: number;
}

/** What is wanted of a group or a table. */
export interface VenueWish {
  settings: string[];
  cards: string[];
  version: string;
}

export interface VenueGroup {
  name: string;
  tables: string[];
  first: string[];
  wanted: VenueWish;
  before?: VenueWish;
}

/** A table of the fleet; `silent`: it has told nothing yet, `behind`: not of what is wanted now. */
export interface VenueStanding {
  table: string;
  groups: string[];
  wanted: VenueWish;
  state: "taken" | "trying" | "waiting" | "failed" | "behind" | "silent";
  sent: boolean;
  version?: string;
  at?: number;
  settings?: string[];
  why?: string;
}

export interface VenueFleet {
  checked: boolean;
  trouble?: string;
  groups: VenueGroup[];
  tables: VenueStanding[];
}
