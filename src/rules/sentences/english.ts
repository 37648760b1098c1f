import type { RuleLanguage } from "./form.ts";

const PLACE = "(?:in|for|inside) (?:this|our|the) (?:project|repo|repository|codebase|monorepo|workspace)";
const HERE = `(?: here| ${PLACE})?`;
const NEVER =
  "(?:never(?: ever)?|don'?t(?: ever)?|do not(?: ever)?|(?:you|we|agents?) (?:must|should|may|can)(?:n't| not| never)|(?:you|we) (?:are not allowed|aren't allowed|are never) to|must (?:not|never)|should (?:not|never))";
const NOT = "(?:not|never|instead of|rather than|in place of|and not|but not|no|don'?t use|do not use|never use)";
const RUN = "(?:run|execute|call|invoke|start|launch|type)";
const RUNNING = "(?:running|executing|calling|invoking|starting|launching)";
const EDIT = "(?:edit|touch|modify|change|alter|update|rewrite|overwrite|write to|commit to|mess with)";
const EDITING = "(?:editing|touching|modifying|changing|altering|updating|rewriting|overwriting|writing to)";
const FILES =
  "(?:(?:anything|any files?|any of the files|files|the files?|the folder|the directory|code|everything) (?:in|under|inside|below|within) |the )?";
const ASK =
  "(?:always )?(?:ask(?: me| us| the user| first| for (?:permission|approval|confirmation))?|check with me|check(?: first)?|confirm with me|get my (?:ok|okay|approval|permission)|consult me|talk to me)(?: first)?";
const UNASKED =
  "(?:without (?:asking|checking with|telling|consulting) (?:me|us|the user)(?: first)?|without asking(?: first)?|without (?:my |explicit )*(?:permission|approval|confirmation|ok|consent)|(?:unless|until) (?:i|the user|you are|you're) (?:says? so|told to|asked to|tells? you to|asks?(?: you to| for it)?))";
const BANNED =
  "(?:is|are) (?:strictly |absolutely )?(?:forbidden|banned|prohibited|off[- ]limits|not allowed|not permitted|disallowed|never allowed|never ok|never okay|a no-go)";

const ON_BRANCH = ["branch {branch}", "{branch} branch", "(?<branch>main|master|develop|trunk)"];

export const ENGLISH: RuleLanguage = {
  cue: /n't|\b(?:not|no|never|dont|instead|rather|replace|prefer|avoid|stop|leave|keep|hands|only|exclusively|before|unless|until|forbidden|banned|prohibited|off.limits|disallowed)\b/i,
  spaced: true,
  lead: `(?:(?:please|note|remember|important|rule|always|also|and|so|hey|ok|okay|from now on|going forward|${PLACE}|here|in here)[,:!]? )*`,
  tail: `(?:,? (?:here|${PLACE}|anymore|any more|ever|ever again|again|please|at all|under any circumstances|by hand|manually|directly|yourself|for any reason|no matter what))*`,
  reason: "(?:[,;:] |(?: [-–—] )|(?= (?:because|since|as) ))",
  exception:
    /^no\b|\b(?:unless|except|if|when|while|until|only|but|however|sometimes|usually|mostly|often|used to|yesterday|apart from|other than|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b/i,
  and: " or | and | nor | & ",
  forms: [
    ["prefer", `(?:we |i )?prefer {use}${HERE} (?:over|to|instead of|rather than) {no}`],
    [
      "swap",
      `(?:we |you (?:should|must) |let's )?(?:only |always )?(?:use|run|call|stick (?:to|with)|go with)(?: only)? {use}${HERE}(?: only)?,? \\(?${NOT} {no}\\)?`,
    ],
    [
      "swap",
      `(?:this|the|our) (?:project|repo|repository|codebase|team) uses {use},? (?:so |and )?(?:please )?${NOT} {no}`,
    ],
    ["swap", `{use}${HERE},? \\(?(?:not|never|instead of|rather than|and not) {no}\\)?`],
    ["swap", "instead of (?:using |running )?{no},? (?:please )?(?:always )?(?:use|run|call) {use}"],
    ["swap", "replace {no} (?:with|by) {use}"],
    [
      "swap",
      `(?:${NEVER} (?:use|run|call)|stop using|avoid|no) {no}${HERE}[,;.:]? ?(?:but |and |always |please |only |just )*(?:use|run|call) {use}(?: instead)?`,
    ],
    [
      "swap",
      "(?:run|start|build|execute|do) (?:the |all )?\\w+(?: \\w+)? (?:with|through|via) {use},? (?:and )?(?:never|not)(?: with| through| via)? {no}",
    ],
    ...ON_BRANCH.map(
      (branch) => ["branch", `(?:${RUN} |use )?{cmd} (?:only|exclusively) (?:on|from|in) (?:the )?${branch}`] as const,
    ),
    ...ON_BRANCH.map(
      (branch) => ["branch", `(?:only|exclusively) ${RUN} {cmd} (?:on|from|in) (?:the )?${branch}`] as const,
    ),
    ...ON_BRANCH.map(
      (branch) => ["branch", `${NEVER} ${RUN} {cmd} (?:outside|off)(?: of)? (?:the )?${branch}`] as const,
    ),
    ["ask", `${ASK} before (?:you |each |every |any |a )?(?:${RUN} |${RUNNING} |use |using |do |doing )?{cmd}`],
    ["ask", `${ASK} before (?:you )?(?:${EDIT}|${EDITING}) ${FILES}{path}`],
    ["ask", `before (?:you )?(?:${RUN}|${RUNNING}|use|using) {cmd},? ${ASK}`],
    ["ask", `before (?:you )?(?:${EDIT}|${EDITING}) ${FILES}{path},? ${ASK}`],
    ["ask", `${NEVER} (?:${RUN} |use |do )?{cmd} ${UNASKED}`],
    ["ask", `${NEVER} ${EDIT} ${FILES}{path} ${UNASKED}`],
    ["untouched", `(?:${NEVER} ${EDIT}|(?:avoid|stop) ${EDITING}) ${FILES}{path}`],
    ["untouched", "(?:leave|keep) {path} (?:alone|as it is|as is|untouched|unchanged)"],
    ["untouched", "(?:keep your )?hands off {path}"],
    ["untouched", `(?:${EDITING} )${FILES}{path} ${BANNED}`],
    ["untouched", "{path} (?:must|should|may|can)(?:n't| not| never) be (?:edited|touched|modified|changed|altered)"],
    [
      "unread",
      `(?:${NEVER} (?:read|open|look at|look into|print|cat)|(?:avoid|stop) (?:reading|opening)) ${FILES}{path}(?: files?)?`,
    ],
    ["never", `(?:${NEVER} ${RUN}|(?:avoid|stop) ${RUNNING}) {cmd}`],
    ["never", `(?:${NEVER} use|(?:avoid|stop) using) {no}`],
    ["never", `(?:${NEVER}|avoid) {no}`],
    ["never", "no (?:more )?{no}"],
    ["never", `(?:running |calling |executing ){cmd} ${BANNED}`],
    ["never", `(?:using |the use of )?{no} ${BANNED}`],
    ["never", "{no} (?:must|should|may|can)(?:n't| not| never) be (?:run|used|called|executed)"],
  ],
  acts: [
    [
      "force[- ]push(?:ing|es)?(?: (?:to|on)(?: the)?( (?:main|master))(?: branch)?)?",
      "git push --force*$1",
      "git push -f$1",
    ],
    [
      "push(?:ing)? (?:directly |straight )?(?:to|on)(?: the)? (main|master)(?: branch)?",
      "git push $1",
      "git push *:$1",
    ],
    ["push(?:ing)?", "git push"],
    ["commit(?:ting)?", "git commit"],
    ["rebas(?:e|ing)", "git rebase"],
  ],
};
