// A call for the venue's staff, where the table belongs to one and it is allowed.

import { html } from "./vendor/preact-htm.js";
import { tap } from "./send.js";
import { part, store } from "./store.js";
import { ago, t } from "./text.js";
import { Button } from "./ui.js";

export function StaffPanel() {
  const staff = part("staff");
  if (!staff || !store.phone) return null;
  const called = staff.at !== undefined;
  const words = t(called ? "staff.back" : "staff.call");
  return html`
    <section class="panel" aria-labelledby="staff-title"><h3 id="staff-title">${t("staff.title")}</h3>
      <p role="status">${called && t("staff.called", { name: staff.by, ago: ago(staff.at ?? 0) })}</p>
      <${Button} icon=${called ? "undo" : "bell"} kind=${called ? "second" : "usual"} onClick=${() => tap("/api/staff", { wanted: !called }, words)}>${words}<//>
    </section>`;
}
