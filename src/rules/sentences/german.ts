import type { RuleLanguage } from "./form.ts";

const PLACE = "(?:in|für) (?:diesem|unserem|dem|dieses|das) (?:projekt|repo|repository|monorepo)|bei uns";
const HERE = `(?: hier| ${PLACE})?`;
const NEVER = "(?:nie(?: wieder| mehr)?|niemals|nicht(?: mehr)?|auf keinen fall|unter keinen umständen|keinesfalls)";
const NO = `(?:${NEVER}|keine?n?(?: mehr)?)`;
const USE = "(?:nutzen?|verwenden?|benutzen?|nimm|nehmen)(?: (?:bitte|wir|sie|du))?(?: immer| stets| nur| nur noch)?";
const USED =
  "(?:nutzen|verwenden|benutzen|nehmen|ausführen|aufrufen|laufen lassen|starten|benutzt|verwendet|genutzt|ausgeführt)";
const RUN = "(?:führe?|starte?|rufe?)(?: bitte)?";
const RUNNING = "(?:ausführen|aufrufen|laufen lassen|starten|ausgeführt werden|aufgerufen werden|gestartet werden)";
const EDIT = "(?:ändere?|bearbeite|verändere?|modifiziere?|fasse?|rühre?|editiere|überschreibe?)";
const EDITING =
  "(?:anfassen|ändern|bearbeiten|verändern|modifizieren|anrühren|editieren|überschreiben|(?:angefasst|geändert|bearbeitet|verändert|modifiziert|angerührt|editiert|überschrieben) werden)";
const FILES =
  "(?:(?:die |alle |den |irgendwelche )?(?:dateien?|ordner|alles|etwas|code|inhalte?)(?: (?:unter|in|aus|unterhalb von))? |etwas (?:unter|in) |an )?";
const BANNED =
  "(?:ist|sind)(?: hier| bei uns| in diesem projekt)? (?:streng |strikt )?(?:verboten|tabu|untersagt|nicht erlaubt|nicht gestattet)";
const ASK =
  "(?:(?:bitte )?(?:immer )?(?:erst |zuerst |vorher )?(?:frage? (?:bitte )?(?:mich |uns |immer |erst |zuerst |vorher |bitte )*(?:nach|um erlaubnis)?|(?:nach)?fragen|hole? (?:dir )?(?:erst )?(?:mein|meine) (?:ok|okay|zustimmung|erlaubnis)(?: ein)?|sprich (?:dich )?(?:erst )?mit mir(?: ab)?))";

const MAY = "(?:du darfst |du sollst |wir wollen )?";
const ON_BRANCH = ["branch {branch}", "{branch}(?:-branch| branch)", "(?<branch>main|master|develop|trunk)"];

export const GERMAN: RuleLanguage = {
  cue: /\b(?:nicht|nie|niemals|keine?n?|keinesfalls|statt|anstatt|anstelle|stelle|nur|ausschließlich|bevor|ehe|vor|finger|hände|lass[et]?|verboten|tabu|untersagt|bevorzugen?|weder|ohne|unverändert|erst|unangetastet)(?![a-zäöüß])/i,
  spaced: true,
  lead: `(?:(?:bitte|wichtig|regel|merke|achtung|also|und|hier|ab jetzt|ab sofort|künftig|in zukunft|${PLACE}|immer|grundsätzlich)[,:!]? )*`,
  tail: `(?:,? (?:hier|${PLACE}|bitte|mehr|von hand|manuell|direkt|selbst|benutzen|verwenden|nutzen|ausführen))*`,
  reason: "(?:[,;:] |(?: [-–—] )|(?= (?:weil|denn|da) ))",
  exception:
    /(?<!\p{L})(?:außer|ausser|es sei denn|wenn|falls|bis|nur|aber|solange|sofern|manchmal|meistens|oft|früher|gestern|ausnahme\p{L}*|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?)(?!\p{L})/iu,
  and: " oder | und | noch ",
  forms: [
    ["prefer", `(?:wir )?bevorzugen? {use}${HERE} (?:gegenüber|vor|statt|anstelle von|anstatt) {no}`],
    [
      "swap",
      `(?:wir )?(?:immer )?${USE} (?:immer |nur |bitte |hier )*{use}${HERE},? (?:statt|anstatt|anstelle von|und nicht|nicht|und nie|nie|niemals|kein|und kein|an ?stelle von) {no}`,
    ],
    [
      "swap",
      `(?:nur |immer )?{use}${HERE}(?: ${USED})?,? (?:statt|anstatt|anstelle von|und nicht|nicht|nie|niemals|kein|und kein) {no}(?: ${USED})?`,
    ],
    [
      "swap",
      `(?:hier |${PLACE} )?(?:wird|werden) (?:hier )?(?:nur )?{use},? (?:statt|anstatt|anstelle von|und nicht|nicht|und nie|nie) {no} ${USED}`,
    ],
    [
      "swap",
      `(?:statt|anstatt|anstelle von|an ?stelle von) {no},? (?:bitte |immer |hier |nur |lieber )*(?:${USE} )?(?:bitte |immer )*{use}(?: ${USED})?`,
    ],
    [
      "swap",
      `(?:(?:${USE}|${RUN})(?: hier)? )?(?:bitte )?(?:${NO}|weder) {no}(?: ${USED})?(?: mehr)?[,;.] (?:sondern|nur noch|nur|immer|stattdessen|lieber|${USE})(?: nur| bitte| immer)* {use}(?: ${USED})?`,
    ],
    [
      "swap",
      "[a-zäöüß]+(?: [a-zäöüß]+)? (?:läuft|laufen|startet|starten|baut|bauen)(?: immer| nur)? (?:mit|über) {use},? (?:und )?(?:nie|niemals|nicht)(?: mit| über)? {no}",
    ],
    ...ON_BRANCH.map(
      (branch) =>
        [
          "branch",
          `(?:${RUN} )?{cmd} (?:nur|ausschließlich) (?:auf|von|aus|im|in)(?: dem)? ${branch}(?: aus| ${RUNNING})?`,
          `nur (?:auf|von|im)(?: dem)? ${branch} {cmd}(?: ${RUNNING})?`,
        ] as const,
    ),
    ["ask", `${ASK},? (?:bevor|ehe) du {cmd} (?:ausführst|aufrufst|startest|laufen lässt|benutzt|verwendest)`],
    ["ask", `${ASK},? (?:bevor|ehe) du (?:${FILES}){path} (?:änderst|bearbeitest|anfasst|veränderst|überschreibst)`],
    ["ask", `(?:bevor|ehe) du {cmd} (?:ausführst|aufrufst|startest|laufen lässt|benutzt|verwendest),? ${ASK}`],
    ["ask", `(?:bevor|ehe) du (?:${FILES}){path} (?:änderst|bearbeitest|anfasst|veränderst|überschreibst),? ${ASK}`],
    ["ask", `(?:bevor|ehe) du {cmd},? ${ASK}`],
    ["ask", `${ASK},? (?:bevor|ehe) du {cmd}`],
    ["ask", `(?:${ASK} )?vor (?:jedem |jeder |einem |dem )?{cmd} ${ASK}`],
    ["ask", `${ASK} vor (?:jedem |jeder |einem |dem )?{cmd}`],
    [
      "ask",
      `{cmd} (?:nur|erst) (?:nach|mit) (?:vorheriger )?(?:rückfrage|absprache|freigabe|zustimmung|erlaubnis)(?: ${RUNNING})?`,
    ],
    [
      "ask",
      `(?:${RUN} )?(?:${NEVER} )?{cmd} ${NEVER}? ?ohne (?:rückfrage|nachfrage|absprache|freigabe|meine zustimmung|meine erlaubnis|zu fragen)(?: aus| ${RUNNING})?`,
    ],
    [
      "ask",
      `${RUN} {cmd} ${NEVER} ohne (?:rückfrage|nachfrage|absprache|freigabe|meine zustimmung|meine erlaubnis) aus`,
    ],
    [
      "untouched",
      `(?:du darfst |bitte )?${FILES}{path} (?:(?:darfst du|dürfen|darf|sollen|soll|bitte|hier) )?${NEVER}(?: von hand| manuell| direkt)? ${EDITING}`,
    ],
    ["untouched", `${NEVER} ${FILES}{path} ${EDITING}`],
    ["untouched", `${EDIT} (?:bitte )?${NEVER} ${FILES}{path}(?: (?:von hand|manuell|direkt))?(?: an)?`],
    ["untouched", `${EDIT} (?:bitte )?${FILES}{path} ${NEVER}(?: (?:von hand|manuell|direkt))?(?: an)?`],
    ["untouched", `(?:finger|hände) weg von ${FILES}{path}`],
    ["untouched", `lass(?:e|t)? (?:die finger von )?${FILES}{path}(?: in ruhe| unverändert| so,? wie (?:es|sie) ist)?`],
    ["untouched", `{path} (?:ist|sind|bleibt|bleiben) (?:tabu|unverändert|unangetastet)`],
    ["unread", `(?:lies|lese|öffne|öffnet)(?: bitte)? ${NEVER} ${FILES}{path}`],
    [
      "unread",
      ...[`${NEVER} ${FILES}{path}`, `${FILES}{path} ${NEVER}`].map(
        (each) => `${each} (?:lesen|öffnen|anschauen|ansehen|ausgeben)`,
      ),
    ],
    ["never", `${RUN} ${NEVER} {cmd}(?: aus| auf)?`],
    ["never", `${RUN} {cmd} ${NEVER}(?: aus| auf)?`],
    [
      "never",
      `${MAY}${NEVER} {cmd} ${RUNNING}`,
      `${MAY}{cmd} (?:(?:darfst du|darf|dürfen|bitte|hier) )?${NEVER} ${RUNNING}`,
    ],
    ["never", `${USE} ${NO} {no}`],
    ["never", `${USE} {no} ${NEVER}`],
    [
      "never",
      `${MAY}${NO} {no} ${USED}(?: werden)?`,
      `${MAY}{no} (?:(?:darfst du|darf|dürfen|bitte|hier) )?${NO} ${USED}(?: werden)?`,
    ],
    ["never", `${NO} {no}`],
    ["never", `{no} ${BANNED}`],
    ["never", `{no} (?:verboten|tabu)`],
  ],
  acts: [
    ["force-?push(?:en|e|t|es)?", "git push --force*", "git push -f"],
    ["(?:direkt )?(?:auf|nach|in) (main|master) (?:ge)?push(?:en|t|e)?", "git push $1", "git push *:$1"],
    ["(?:ge)?push(?:en|st|t|e|es)?", "git push"],
    ["commit(?:ten|test|ten|s|est)?|commitest|commiten", "git commit"],
  ],
};
