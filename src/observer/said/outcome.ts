// Claims that something works, passed or was fixed (OBS-8). They need a witness, a tool's own result, because a model says
// such things easily; a rule that speaks of passing ("tests must pass before a merge") claims nothing of the kind.
import { termsIn } from "../../recall/claims.ts";

const OUTCOMES: readonly RegExp[] = [
  /\b(?:works?|worked|working|pass(?:es|ed|ing)?|fixed|fixes|resolved|resolves|solved|succeed(?:s|ed)?|successful(?:ly)?|green|deployed|shipped|no longer (?:fails?|crash(?:es)?|happens?)|stopped (?:failing|crashing))\b/iu,
  /\b(?:funktioniert|funktionieren|läuft (?:jetzt|wieder|durch)|laufen (?:jetzt|wieder|durch)|bestanden|behoben|gelöst|repariert|erfolgreich|grün)\b/iu,
  /통과(?:했|한다|합니다|함|됨)|해결(?:했|됐|되었|됨)|고쳤|고쳐졌|성공(?:했|적)|(?:작동|동작)(?:한다|합니다|했)/u,
  /(?:已经?|都|全部)?(?:通过了?|通過了?|修复了?|修復了?|修好了?|解决了?|解決了?|成功了?|正常(?:运行|工作|了))/u,
  /通っ(?:た|ている|ています)|通りました|直っ(?:た|ている)|直りました|修正済み|解決(?:した|しました|済み)|成功(?:した|しました)|動(?:く|いた|きました|作しています)/u,
];

/** What ought to be, or would be. */
const WISH =
  /\b(?:must|should|shall|needs? to|has to|have to|until|unless|before|when(?:ever)?|if|once|so that|make sure|ensure|always|never|only|want|expect|muss|müssen|soll(?:en|te)?|bevor|wenn|falls|damit|immer|nur)\b|(?:해야|하면|때|전에)|(?:必须|必須|如果|之前|才能|应该|應該)|(?:べき|なければ|たら|場合|前に|こと)/iu;

export function claimsOutcome(claim: string): boolean {
  return OUTCOMES.some((pattern) => pattern.test(claim)) && !WISH.test(claim);
}

/** A tool was called after so many turns, and this came of it. */
export interface Deed {
  readonly afterTurn: number;
  readonly call: string;
  readonly text: string;
  readonly failed: boolean;
}

const FAILURE =
  /\b[1-9]\d* (?:tests? )?(?:failed|failures?|errors?)\b|\bFAIL(?:ED|URE)?\b|\bnot ok\b|\b(?:Traceback|panic:|segmentation fault|BUILD FAILED|ERR!)|\bexit(?:ed with)? (?:code|status) [1-9]/iu;
/** Of a result the beginning and the end tell enough. */
const LOOKED_AT = 4000;

export type Witness = "seen" | "none" | "contradicted";

/** The last deed before the words that is about the same thing; a later one of the same call may take it back. */
export function witnessFor(claim: string, turn: number, deeds: readonly Deed[]): Witness {
  const terms = termsIn(claim);
  const isAbout = ({ call, text }: Deed): boolean => {
    const about = termsIn(`${call}\n${text.slice(0, LOOKED_AT)}\n${text.slice(-LOOKED_AT)}`);
    return [...terms].some((term) => about.has(term));
  };
  const witness = deeds.findLast((deed) => deed.afterTurn < turn && isAbout(deed));
  if (witness === undefined || hasFailed(witness)) return "none";
  const later = deeds.filter((deed) => deeds.indexOf(deed) > deeds.indexOf(witness) && isSame(deed, witness));
  const last = later.at(-1);
  return last !== undefined && hasFailed(last) ? "contradicted" : "seen";
}

function hasFailed({ failed, text }: Deed): boolean {
  return failed || FAILURE.test(text.slice(0, LOOKED_AT)) || FAILURE.test(text.slice(-LOOKED_AT));
}

function isSame(one: Deed, other: Deed): boolean {
  const plain = (call: string): string => call.replace(/\s+/g, " ").trim();
  return plain(one.call) === plain(other.call);
}
