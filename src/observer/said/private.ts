// What a user marked as private is gone before anything else looks (OBS-7): in any case, nested, with blanks or attributes
// in the tag, in the escaped and the wide spelling of the brackets. Without its end it goes on, through the turns that
// follow, until somebody closes it; an end without a beginning takes all that stands before it.

const TAG = /(?:<|＜|&lt;)\s*(?<end>[/／]?)\s*private(?![\p{L}\p{N}_-])[^<>＜＞]*?(?:>|＞|&gt;|$)/giu;

export interface Public {
  readonly text: string;
  /** How many spans are open at the end; given to the next turn. */
  readonly open: number;
}

export function withoutPrivate(text: string, openBefore = 0): Public {
  let out = "";
  let from = 0;
  let open = openBefore;
  for (const match of text.matchAll(TAG)) {
    const end = match.index + match[0].length;
    if (match.groups?.["end"] === "") {
      if (open === 0) out += text.slice(from, match.index);
      open++;
    } else if (open === 0) out = "";
    else open--;
    from = end;
  }
  if (open === 0) out += text.slice(from);
  return { text: out, open };
}
