// Text that may go to disk, to a model or out by export. Only checks/gate.ts makes it: the symbol below is
// not exported, and the architecture test allows `asChecked` to be imported by that one file.

declare const checked: unique symbol;
export type Checked = string & { readonly [checked]: true };

export function asChecked(text: string): Checked {
  return text as Checked;
}
