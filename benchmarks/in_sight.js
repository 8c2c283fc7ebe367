// What stands in sight on the first page, for in_sight.py: heights of the parts, and which answers lie wholly between header and footer.

(() => {
  const main = document.querySelector("main").getBoundingClientRect();
  const top = main.top, bottom = Math.min(main.bottom, document.querySelector("footer").getBoundingClientRect().top);
  const box = (one) => one.getBoundingClientRect();
  const shown = (one) => one.getClientRects().length > 0;
  const inside = (one) => box(one).top >= top - 1 && box(one).bottom <= bottom + 1;
  const uncovered = (one) => { const b = box(one); const at = document.elementFromPoint(b.left + b.width / 2, b.top + Math.min(b.height / 2, 20)); return Boolean(at) && (one.contains(at) || at.contains(one)); };
  const answers = [...document.querySelectorAll("main .offers .offer, main .offer-groups .offer, main .offer-row, main .chip-row .chip, main .asked-map .map-room, main .map-folded > .row, main .row.also")].filter((one) => shown(one) && !one.closest(".as-list, .hint"));
  const own = answers.filter((one) => !one.classList.contains("also"));
  const large = document.querySelector(".action-bar .answer");
  const first = own[0];
  const chips = first?.classList.contains("chip") ? [...first.closest(".chip-row").querySelectorAll(".chip")] : [first].filter(Boolean);
  const head = document.querySelector("main h1.do");
  const parts = {};
  for (const one of document.querySelectorAll(".now-main > *")) { const name = (one.className.split(" ")[0] || one.tagName) ; parts[name] = (parts[name] ?? 0) + Math.round(box(one).height); }
  return {
    head: head ? inside(head) && uncovered(head) : false, large: Boolean(large), first: chips.length > 0 && chips.slice(0, 4).every((one) => inside(one) && uncovered(one)),
    shown: own.filter((one) => inside(one) && uncovered(one)).length, all: own.length, words: head?.textContent ?? "", parts, room: Math.round(bottom - top), cut: document.querySelector("main").scrollHeight - document.querySelector("main").clientHeight };
})()
