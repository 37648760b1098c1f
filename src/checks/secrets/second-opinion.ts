// An independent second opinion (CHK-10): secretlint's recommended rules, each driven by itself through a context of
// ours. Its preset has a filter for comments that lets content switch it off, and its core a profiler; neither is used.
// The rules only see text: no file name, no path, nothing to read from a disk. Loading takes some 50 ms, so it is lazy.
import type { SecretLintRuleContext, SecretLintRuleCreator, SecretLintSourceCode } from "@secretlint/types";
import type { SecondOpinion, SecretHit } from "./rule.ts";
import { isSamplePassword, isStandIn } from "./strength.ts";

const FILTER = "secretlint-rule-filter-comments";
/** Off unless asked for: account numbers are no secrets, but they come with the key ids. */
const OPTIONS = { enableIDScanRule: true };
const IGNORED = new Set(["AWSAccountID"]);

export async function loadSecondOpinion(): Promise<SecondOpinion> {
  const preset = await import("@secretlint/secretlint-rule-preset-recommend");
  const creators = (preset.rules as readonly SecretLintRuleCreator[]).filter(({ meta }) => !meta.id.endsWith(FILTER));
  const named = creators.map((creator) => ({
    creator,
    rule: creator.meta.id.replace(/^.*secretlint-rule-/, "secretlint-"),
  }));
  return (text) => {
    const source = sourceOf(text);
    return named.flatMap(({ creator, rule }) => opinionOf(creator, rule, source));
  };
}

function opinionOf(creator: SecretLintRuleCreator, rule: string, source: SecretLintSourceCode): readonly SecretHit[] {
  const hits: SecretHit[] = [];
  const text = source.content;
  const context: SecretLintRuleContext = {
    sharedOptions: {},
    createTranslator: () => (id, props) => ({ message: String(id), messageId: String(id), data: props }),
    ignore: () => {},
    report: ({ message, range }) => {
      if (IGNORED.has(message.messageId)) return;
      const [start, end] = spanOf(text, range, message.data);
      const value = text.slice(start, end);
      const password = /:\/\/[^:/@]*:([^@]+)@/.exec(value)?.[1];
      if (!(password === undefined ? isStandIn(value) : isSamplePassword(password)))
        hits.push({ layer: "second", rule, start, end, value });
    },
  };
  const done = creator.create(context, OPTIONS).file?.(source);
  if (done instanceof Promise) throw new Error(`${rule} does not answer at once`);
  return hits;
}

/** Some rules report the range of the label; the value itself stands in the message's data. */
function spanOf(text: string, range: readonly [number, number], data: unknown): readonly [number, number] {
  const values = Object.values((data ?? {}) as Record<string, unknown>).filter((value) => typeof value === "string");
  for (const value of values.sort((a, b) => b.length - a.length)) {
    const at = value.length < 8 ? -1 : text.indexOf(value, range[0]);
    if (at !== -1 && at <= range[1]) return [at, at + value.length];
  }
  return range;
}

/** `.json` lets the rule for service accounts look at a text that is one JSON object; of any other it costs an exception. */
function sourceOf(text: string): SecretLintSourceCode {
  const nowhere = { line: 1, column: 0 };
  return {
    hasBOM: false,
    content: text,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: "text",
    ext: /^\s*\{/.test(text) ? ".json" : ".md",
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: nowhere, end: nowhere }),
    positionToIndex: () => 0,
    indexToPosition: () => nowhere,
  };
}
