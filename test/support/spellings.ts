// The same words, as somebody might write them who wants them back.
export const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  "as it was": (text) => text,
  "without its full stop": (text) => text.replace(/\.$/, ""),
  "with more signs": (text) => `- **${text.replaceAll(",", " ;")}**!!`,
  "in capitals": (text) => text.toUpperCase(),
  "with other blanks": (text) => text.replaceAll(" ", "\u00a0\n  "),
  "without blanks": (text) => text.replaceAll(" ", ""),
  "with hyphens": (text) => text.replaceAll(" ", "-"),
  decomposed: (text) => text.normalize("NFD"),
  "in full width": (text) => text.replace(/[a-z]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  "with a soft hyphen in it": (text) => text.replace("le", "l\u00ade"),
  "with a joiner in it": (text) => text.replaceAll("e", "e\u200d"),
  "struck through": (text) => text.replaceAll("t", "t\u0336"),
  quoted: (text) => `\u201c${text}\u201d`,
};
