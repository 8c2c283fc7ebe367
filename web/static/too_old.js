// Says so where the page's own script cannot run, or came in part: in words that old browsers know.

window.addEventListener("load", function () {
  const words = document.getElementById("too-old");
  const page = document.getElementById("app");
  const can = window.AbortSignal && "timeout" in AbortSignal && "findLast" in Array.prototype && window.HTMLDialogElement;
  if (words && !(can && page && page.firstChild)) words.hidden = false;
});
