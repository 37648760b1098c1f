// How much is kept, and how it was used (SUR-13): bars that are meters, each with its number, so that nothing hangs on colour or sight.
import type { UseAnswer } from "../wire.ts";
import { call } from "./api.ts";
import { tierOf } from "./card.ts";
import { make } from "./dom.ts";
import { showOn, taken } from "./shell.ts";
import { TEXT } from "./wording.ts";

export async function showUse(open: (key: string) => void): Promise<void> {
  const got = taken(await call<UseAnswer>("/api/use"));
  if (got === undefined) return;
  document.title = "Holdfast use";
  const title = make("h2", { text: TEXT.views.use, id: "title", attributes: { tabindex: "-1" } });
  const all = got.tiers.reduce((sum, { count }) => sum + count, 0);
  const busiest = Math.max(...got.weeks.map(({ memories }) => memories));
  const parts = [
    title,
    chart(
      TEXT.kept,
      got.tiers.map(({ tier, count }) => bar([tierOf(tier)], count, all, String(count))),
    ),
    chart(
      TEXT.byWeek,
      got.weeks.map(({ week, sessions, memories }) =>
        bar([make("span", { text: week })], memories, busiest, TEXT.inSessions(memories, sessions)),
      ),
    ),
    chart(
      TEXT.mostGiven,
      got.most.map(({ key, name, sessions }) => {
        const button = make("button", { text: name, attributes: { type: "button" }, click: () => open(key) });
        return bar([button], sessions, got.most[0]?.sessions ?? 0, TEXT.sessions(sessions));
      }),
    ),
    ...(got.never === 0 ? [] : [make("p", { class: "hint", text: TEXT.unused(got.never) })]),
  ];
  showOn({ parts, title });
}

function chart(heading: string, bars: readonly HTMLElement[]): HTMLElement {
  const body = bars.length === 0 ? [make("p", { class: "hint", text: TEXT.nothingYet })] : [make("ul", {}, bars)];
  return make("section", { class: "use" }, [make("h3", { text: heading }), ...body]);
}

/** A meter of nothing is no bar; its number says so. */
function bar(label: readonly HTMLElement[], value: number, most: number, told: string): HTMLElement {
  const meter = make("meter", {
    attributes: { min: "0", max: String(Math.max(most, 1)), value: String(value), "aria-label": told },
  });
  return make("li", {}, [make("span", { class: "label" }, label), meter, make("span", { class: "told", text: told })]);
}
