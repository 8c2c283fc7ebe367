// Finds and taps what stands on the page, for page_taps.py: each finder gives the control that a player would tap.

window.tapping = (() => {
  const seen = (one) => { const box = one.getBoundingClientRect(); const top = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(0, box.left + box.width / 2)), box.top + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && Boolean(top) && (one.contains(top) || top.contains(one)); };
  const shown = (one) => one.getClientRects().length > 0;
  const room = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  const words = (one) => (one?.textContent ?? "").replace(/\s+/g, " ").trim();
  const under = (one) => words(one.closest(".offer-group")?.querySelector("h2"));
  const best = (all, head) => all.find((one) => head !== null && under(one).startsWith(head)) ?? all.find((one) => head === null && !under(one)) ?? all[0];
  const labelled = (selector, label) => [...room().querySelectorAll(selector)].filter((one) => shown(one) && words(one.querySelector(".words > span") ?? one) === label);
  const aria = (selector, label) => [...room().querySelectorAll(selector)].filter((one) => shown(one) && one.getAttribute("aria-label") === label);
  const offerOf = (one) => one.closest(".chip-offer").getAttribute("aria-label").replace(/\s*:$/, "");
  const noted = (all, note) => { const found = all.filter((one) => !note || words(one.querySelector(".note")) === note); return found.length ? found : all; };
  const finders = {
    answer: (label, head, note) => labelled(".action-bar .answer", label)[0] ?? best(noted(labelled("button.offer, button.offer-row", label), note), head),
    chip: (label, head) => best(aria("button.chip", label), head) ?? [...room().querySelectorAll(".beside-head")].find((one) => shown(one) && `${offerOf(one)}: ${one.dataset.answer}` === label),
    folds: (chip) => [...room().querySelectorAll('button.folds[aria-expanded="false"]')].find((one) => shown(one) && chip.startsWith(offerOf(one))),
    group: (head) => [...room().querySelectorAll("details:not([open]) > summary.group-head")].find((one) => words(one.querySelector("h2")) === head),
    folded: () => [...document.querySelectorAll(".map-folded .row")].find(shown),
    also: () => [...document.querySelectorAll("main .row.also")].find(shown),
    news: () => [...document.querySelectorAll(".action-bar button.answer")].find((one) => shown(one) && /^(Next: \d|Done$)/.test(words(one))),
    place: (value) => [...room().querySelectorAll(".asked-map .target, .big-room .target, .sheet .target")].find((one) => shown(one) && one.dataset.value === value),
    aim: () => document.querySelector(".aim-bar"),
    here: () => document.querySelector("dialog[open] .space-sheet"),
    aslist: (label) => [...room().querySelectorAll(".as-list .chip")].find((one) => one.getAttribute("aria-label") === label),
    radio: (name, value) => [...room().querySelectorAll(`input[name="ask-${name}"]`)].find((one) => one.value === value),
    more: (name) => aria("button.chip.more", name)[0],
    submit: () => [...room().querySelectorAll(".sheet-actions button")].filter(shown).at(-1),
    sure: () => [...room().querySelectorAll(".sheet-actions button.danger, .sheet-actions button.usual")].find(shown),
    send: () => [...room().querySelectorAll(".chip-more button.second")].find(shown),
    page: (name) => document.querySelector(`nav a[href="#${name}"]`),
    game: (title) => [...document.querySelectorAll("button.game")].find((one) => words(one) === title),
    begin: () => document.querySelector(".action-bar .answer"),
    field: (name) => room().querySelector(`#ask-${name}, [name="ask-${name}"]`),
    number: () => room().querySelector(".chip-more input"),
    close: () => room() !== document && room().querySelector(".sheet-head button, .big-head button:last-child"),
  };
  const touched = (one) => one.tagName === "INPUT" ? one.closest("label") ?? one : one;
  return {
    // In the middle of the page what was out of sight: for a film of where the finger goes.
    show(name, args) {
      const one = finders[name](...args);
      if (!one) return null;
      const target = touched(one);
      const moved = !seen(target);
      if (moved) target.scrollIntoView({ block: "center" });
      const box = target.getBoundingClientRect();
      return { x: Math.round(box.left + box.width / 2), y: Math.round(box.top + box.height / 2), moved };
    },
    tap(name, args) {
      const one = finders[name](...args);
      if (!one) return null;
      const target = touched(one);
      const found = { seen: seen(target) };
      target.scrollIntoView({ block: "nearest" });
      if (one instanceof SVGElement) one.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
      else if (one.tagName === "INPUT") one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
      else one.click();
      return found;
    },
    type(name, args, words) {
      const one = finders[name](...args);
      if (!one) return false;
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), "value").set.call(one, words);
      one.dispatchEvent(new Event("input", { bubbles: true }));
      one.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    there: (name, args) => Boolean(finders[name](...args)),
  };
})();
