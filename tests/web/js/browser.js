// The little of a browser that the page's modules touch when they are loaded, and a companion that answers as a test says.

const TEXTS = {
  "by.drawer": "the drawer",
  "just_now": "just now",
  "tone.danger": "danger",
  "pending.offline": "{what}: waiting",
  "photo.before": "{n} before, {seconds} s",
  "new.seats": "{least} to {most}",
  coal: { one: "{n} coal", few: "{n} coals (few)", many: "{n} coals (many)", other: "{n} of coal" },
  wood: { one: "{n} wood", other: "{n} woods" },
};

export const HAS = { table: false, scale: false, scan: false, photo: false, pictures: false };

/** Live streams that were opened, newest last. */
export const streams = [];

class Stream extends EventTarget {
  static OPEN = 1;
  static CLOSED = 2;
  readyState = 1;
  constructor(address) {
    super();
    this.address = address;
    streams.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  say(kind, data) {
    this.dispatchEvent(Object.assign(new Event(kind), { data: JSON.stringify(data) }));
  }
}

// Puts the fakes where the modules look for them; to be called before the first of them is loaded.
export function browser({ language = "en", phone = { id: "1", name: "Ada", was: [] }, address = "/" } = {}) {
  const start = { texts: TEXTS, language, languages: ["de", "en", "pl"], phone, name: "Companion", looks: {}, stories: ["islands"], has: HAS };
  // Every letter is half as wide as it is high.
  const pen = { font: "", measureText: (words) => ({ width: 50 * words.length }) };
  const page = new URL(address, "http://companion.home");
  Object.assign(globalThis, {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), {
      hidden: false,
      documentElement: { dataset: {} },
      getElementById: (id) => (id === "start" ? { textContent: JSON.stringify(start) } : null),
      createElement: () => ({ getContext: () => pen }),
    }),
    location: { pathname: page.pathname, hash: page.hash },
    history: { length: 1, replaceState: (state, title, to) => { Object.assign(globalThis.location, { pathname: "/", hash: to.slice(1) }); } },
    EventSource: Stream,
    requestAnimationFrame: setImmediate, // `settled` is behind it
  });
}

/** Requests that were sent: address, method, body, key. */
export const sent = [];

// Answers each request with what `answer(address, request)` gives: [status, data], or null where no answer comes.
export function companion(answer) {
  sent.length = 0;
  globalThis.fetch = async (address, { method = "GET", body, headers = {} } = {}) => {
    const request = { address, method, body: typeof body === "string" ? JSON.parse(body) : body, key: headers["Idempotency-Key"] };
    sent.push(request);
    const said = await answer(address, request);
    if (!said) throw new TypeError("no connection");
    return { ok: said[0] < 400, status: said[0], json: async () => said[1], text: async () => JSON.stringify(said[1]) };
  };
}

// Until everything that can go on without time passing has gone on.
export const settled = () => new Promise((resolve) => { setImmediate(resolve); });

let number = 0;

/** An offer with what a test says of it. */
export const offer = (more = {}) => ({ move: { name: "act", args: {} }, label: `Offer ${(number += 1)}`, asks: [], tone: "plain", ...more });

/** An ask for one of these values, by their letters; on a map where one is named. */
export const pick = (name, values, more = {}) => ({ type: "Pick", name, label: name, choices: [...values].map((value) => ({ value, label: value.toUpperCase() })), ...more });

export const whole = (name, at_least, at_most, usual) => ({ type: "Whole", name, label: name, at_least, at_most, usual });

/** A place of a board. */
export const place = (value, x, y, more = {}) => ({ value, label: value, x, y, tone: "plain", marks: [], round: false, ...more });

/** A board of places. */
export const board = (places, more = {}) => ({ type: "PlaceMap", name: "sea", label: "The sea", places, links: [], steps: [], ...more });

export const space = (value, more = {}) => ({ value, label: value, tone: "plain", marks: [], ...more });

/** A map of hexagons. */
export const hexagons = (tiles, more = {}) => ({ type: "HexMap", name: "land", label: "The land", tiles, turned: false, ...more });

export const tile = (value, q, r, spaces = [], more = {}) => ({ value, label: value, q, r, spaces, tone: "plain", ...more });

/** The parts of a screen with these prompts and maps. */
export const screen = ({ prompts = [], maps = [], version = 1, ...more } = {}) => ({
  version, evening: { id: "e", name: "Evening", game: "islands", players: ["Ada", "Ben"], started: 0 }, prompts,
  panels: ["maps"], "panel:maps": { name: "maps", title: "Maps", widgets: maps }, adjustables: [], ...more,
});

export const prompt = (offers, more = {}) => ({ name: "p", do: "Do it", offers, expects: [], ...more });
