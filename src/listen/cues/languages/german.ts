// German cues. The verb may stand first (imperative) or last (infinitive: "ab jetzt nur pnpm nutzen"), so a rule with a
// word for "from now on" takes any sentence that gives a direction; "immer" and "nie" need an imperative or infinitive.
import { type CueLanguage, cueRules } from "../cue.ts";

const LEAD =
  "^(?:(?:bitte|hey|ok|okay|und|also|ach|übrigens|gut|super|danke|prima|wichtig|noch was|ja|so|claude|codex)[,:!-]*\\s+){0,4}";

const IMPERATIVE =
  "nutze?|verwende|benutze?|nimm|schreibe?|committe|commite|pushe?|frage?|lege?|halte|nenne?|formatiere|antworte|erkläre?|erstelle?|füge?|ändere|lösche?|mache?|mocke|importiere|merge|dokumentiere|teste?|prüfe?|führe?|starte|lies|lass|baue?|rede|sprich|gib|zeige?|setze?|deploye|fass|fasse|rühre?|speichere|installiere|arbeite|committen sie|nutzen sie|verwenden sie|schreiben sie|antworten sie";

const INFINITIVE =
  "nutzen|verwenden|benutzen|nehmen|schreiben|committen|commiten|pushen|fragen|nachfragen|ablegen|legen|halten|nennen|benennen|formatieren|antworten|erklären|erstellen|anlegen|hinzufügen|ändern|löschen|machen|mocken|importieren|mergen|dokumentieren|testen|prüfen|ausführen|laufen lassen|starten|lesen|lassen|bauen|reden|anfassen|anrühren|verändern|speichern|installieren|einchecken|setzen|deployen|einbauen|vorschlagen|raten";

const END = "(?:,? (?:danke|bitte|ok|okay))?[.!]*$";

const DIRECTIVE = `(?:.*(?<![\\p{L}])(?:${INFINITIVE})${END}|(?:bitte |nur |nie |niemals |immer |keine? |keinen |nicht |alle |jede[rsn]? |neue |ohne |du |wir |sollst du |sollen wir |müssen wir |möchte ich |will ich |gilt |${IMPERATIVE.split("|").join("\\b|")}\\b))`;

const WORK =
  "(?:nutzen|verwenden|benutzen|nehmen|schreiben|deployen|releasen|committen|mergen|testen|speichern|nennen|formatieren|hosten|loggen|bauen)";
const CONTRAST = "(?:,? (?:und )?nicht |,? kein(?:e|en)? |,? statt |,? anstatt |,? anstelle von |,? nie |,? sondern )";

export const GERMAN: CueLanguage = {
  lang: "de",
  rules: cueRules(
    {
      remember: [
        [
          `${LEAD}(?:merk(?:e|t)? (?:dir|euch)|merken sie sich|behalte?(?: bitte)? im (?:kopf|hinterkopf|gedächtnis)|denke? (?:bitte )?(?:immer )?d(?:a)?ran|vergiss (?:bitte )?(?:nicht|nie)|notiere? dir|nimm zur kenntnis|speichere? (?:dir|im gedächtnis|ins gedächtnis|in deiner erinnerung|in deinem gedächtnis)|für (?:später|die zukunft|das nächste mal) (?:merken|notiert))(?: (?:bitte|mal|für die zukunft|fürs nächste mal|für später))*(?:\\s*[:,\\u2013-]\\s*(?:dass |daß )?| dass )(?<what>.+)$`,
          [
            "Merk dir bitte, dass wir pnpm nutzen.",
            "Denk daran, dass die Staging-DB nur lesbar ist",
            "Vergiss nicht: Releases nur dienstags",
          ],
          [
            "Erinnerst du dich, dass wir pnpm nutzen?",
            "Du musst dir nicht merken, dass der Port 8080 ist",
            "Vergiss nicht, die Datei zu schließen",
          ],
        ],
        [
          `${LEAD}(?:bitte )?(?:merken|nicht vergessen|zur erinnerung|zum merken|fürs gedächtnis)\\s*[:\\u2013-]\\s*(?<what>.+)$`,
          ["Bitte merken: die Doku liegt in docs/handbuch", "Nicht vergessen: Migrationen nie von Hand ändern"],
          ["Das kann ich mir nicht merken"],
        ],
      ],
      rule: [
        [
          `${LEAD}(?:ab jetzt|ab sofort|von nun an|von jetzt an|künftig|zukünftig|in zukunft|ab heute|ab nun|fortan|beim nächsten mal|nächstes mal)[,:]?\\s+(?<what>${DIRECTIVE}.*)$`,
          [
            "Ab jetzt bitte nur pnpm verwenden.",
            "Künftig schreibst du die Tests zuerst, immer neue Dateien anlegen",
            "In Zukunft nutze einfache Anführungszeichen",
          ],
          ["In Zukunft wird das entfernt", "Ab jetzt läuft der Server", "Künftig könnte man das ändern"],
        ],
        [
          `${LEAD}(?:ab jetzt|ab sofort|von nun an|künftig|zukünftig|in zukunft|ab heute) (?<what>(?:\\S+st du|sollst du|musst du|sollten wir|müssen wir|wollen wir|${WORK.slice(3, -1)}(?= wir)|gilt)\\b.+)$`,
          ["Ab sofort schreibst du Commits auf Englisch.", "In Zukunft nutzen wir Vitest statt Jest"],
          ["Ab jetzt geht nichts mehr"],
        ],
        [
          `${LEAD}(?<what>(?:${IMPERATIVE})\\b.+?),? (?:ab jetzt|ab sofort|von nun an|künftig|zukünftig|in zukunft)(?<rest> .*)?$`,
          ["Nutze ab jetzt nur noch pnpm", "Schreib künftig die Tests zuerst"],
          ["Der Server läuft ab jetzt auf 8080"],
        ],
        [
          `${LEAD}(?<what>(?:${IMPERATIVE})\\b(?: \\S+){0,5}? (?:ab jetzt|ab sofort|von nun an|künftig|in zukunft|immer|nie|niemals|nie wieder|nicht mehr|nie mehr|grundsätzlich|stets)\\b.*)$`,
          [
            "Nutze ab jetzt nur noch pnpm",
            "Schreib nie wieder Kommentare auf Deutsch",
            "Verwende immer einfache Anführungszeichen",
          ],
          ["Die Funktion gibt immer null zurück", "Starte den Server nicht mehr neu, für jetzt"],
        ],
        [
          `${LEAD}(?<what>(?:du (?:sollst|musst|darfst) |wir )?(?:(?:.{0,40} )?(?:immer|nie|niemals|nie wieder|nie mehr|grundsätzlich|stets|nicht mehr)) .*(?<![\\p{L}])(?:${INFINITIVE}))${END}`,
          [
            "Immer erst die Tests laufen lassen.",
            "Nie direkt auf main pushen!",
            "Bitte keine Emojis mehr, nie wieder verwenden",
          ],
          ["Das kann man nie wissen", "Der Build läuft immer noch"],
        ],
        [
          `${LEAD}(?<what>(?:keine?|keinen) .+ mehr (?:${INFINITIVE})[.!]*|hör (?:bitte )?(?:endlich )?auf,? .+ zu \\S+[.!]*|hör (?:bitte )?auf mit .+)$`,
          [
            "Bitte keine Emojis mehr verwenden.",
            "Hör auf, überall Kommentare einzufügen zu lassen",
            "hör auf, alles zu kommentieren",
          ],
          ["Hör auf damit", "Es gibt keine Fehler mehr"],
        ],
      ],
      correction: [
        [
          `^(?:(?:nein|nee|nö|falsch|doch|quatsch|moment|eigentlich|sorry|(?:das|dies) (?:ist (?:falsch|nicht richtig|nicht korrekt|verkehrt)|stimmt (?:so )?nicht)|stimmt nicht)[,.!:;\\u2013-]*\\s+){1,3}(?<what>(?:wir|ich|unser\\S*|hier|in diesem (?:projekt|repo)|bei uns|der|die|das|es) .+${CONTRAST}\\S.*|wir (?:\\S+ )?${WORK}\\b.+|hier ${WORK} wir .+|bei uns .+|(?:${IMPERATIVE})\\b.+${CONTRAST}\\S.*|(?:immer|nie|niemals) .+)$`,
          [
            "Nein, wir nutzen pnpm, nicht npm.",
            "Das ist falsch: der Port ist 8080, nicht 3000",
            "Nein. Bei uns liegt die Konfiguration in etc/app",
          ],
          ["Nein, versuch es nochmal", "Das ist falsch, der Test schlägt noch fehl", "Nein, danke"],
        ],
        [
          `${LEAD}(?:ich (?:hab|habe|hatte) (?:dir |euch )?(?:doch |schon |bereits |ja |mehrfach |oft genug |vorhin )*gesagt|(?:wie|wie schon|wie bereits) (?:gesagt|erwähnt))[,:]? (?:dass |daß )?(?<what>(?:wir|unser\\S*|der|die|das|du|nie|immer|nur|kein\\S*|hier|bei|${IMPERATIVE})\\b.+)$`,
          ["Ich hab dir doch gesagt, dass wir pnpm nutzen", "Wie gesagt: wir committen keine Lockfiles"],
          ["Ich habe dir von dem Fehler erzählt", "Er hat gesagt, dass wir pnpm nutzen"],
        ],
        [
          `${LEAD}(?<what>wir ${WORK} .+(?:, nicht |, kein(?:e|en)? |,? statt |, nie )\\S.*|wir ${WORK} (?:hier|in diesem (?:projekt|repo)) .+)$`,
          ["Wir nutzen pnpm, nicht npm.", "wir verwenden hier keine Semikolons"],
          ["Wir haben das gestern gemacht, nicht gut"],
        ],
      ],
    },
    "du",
  ),
  vetoes: [
    /[?？]["')\]]*$/,
    /^(?:(?:und|aber|ok|also)[,]? )?(?:kannst|könntest|weißt|erinnerst|hast|soll|sollen|warum|wieso|was|wie (?!gesagt|schon|bereits)|wo|wer|gibt es|ist das) /,
    /\b(?:nicht|kein|brauchst|musst)\b.{0,30}\bmerken\b(?!:)|nicht zu merken/,
    /\b(?:nur )?(?:dieses mal|diesmal|vorerst|fürs erste|erstmal|für jetzt|im moment|momentan|heute nur|nur heute|vorübergehend|bis (?:ich|wir|zum|zur|auf weiteres)|in diese[rm] (?:funktion|datei|test|methode|klasse|komponente|session|sitzung|chat|pr|commit|branch|fall)|für diese[nrs]? (?:task|aufgabe|pr|commit|datei|session|sitzung|test|branch|ticket))\b/,
    /\b(?:doku|dokumentation|readme|artikel|anleitung|buch|fehlermeldung|meldung|linter|blog|kollege|kollegin|chef|chefin|er|sie|leute|jemand|alle) (?:sagt|sagen|sagte|schreibt|empfiehlt|empfehlen|meint|meinen|behauptet|behaupten|hat gesagt|steht)\b|\blaut\b|\bangeblich\b/,
    /^(?:wenn|falls|angenommen|nehmen wir an|stell dir vor|sofern) /,
    /\b(?:könnten?|würden?|wären?|hätten?)\b/,
    /(?:vergiss|denke?|merke?)\b[^,]*, (?!dass)(?!.*\b(?:immer|nie|jedes mal|vor jede|nach jede))[^,]*\bzu \S+n[.!]*$/,
    /, (?:keine ahnung|nicht (?:sicher|ganz|sehr|so|wirklich|nur|immer|gut))/,
    /\bimmer noch\b/,
  ],
  backward:
    /^(?:bitte |und |also |ok,? )*(?:merk(?:e)? dir (?:das|dies|es)|das (?:bitte )?(?:merken|nicht vergessen)|vergiss das (?:bitte )?(?:nicht|nie)|behalte das im (?:kopf|hinterkopf|gedächtnis)|speichere? (?:dir )?das|notiere? dir das|merken)(?: (?:bitte|gut|für (?:die zukunft|später)|fürs nächste mal|mal))*[.!]*$/,
  opener:
    /^(?:nein|nee|nö|falsch|quatsch|stimmt nicht|(?:nein,? )?(?:das|dies) (?:ist (?:falsch|nicht richtig|nicht korrekt)|stimmt (?:so )?nicht))[.!,:;]*$/,
  empty:
    /^(?:das |dies |es |so |bitte |nie |immer |mach |tu |machen |wieder |nicht |mehr |damit |hör |auf )*(?:das|dies|es|so|damit|mehr|wieder|machen|tun|auf)?$/,
};
