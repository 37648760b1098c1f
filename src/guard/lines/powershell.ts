// PowerShell, as far as plain patterns reach: its grammar is not read (AGT-21). A line that names a folder of ours and
// holds a writing cmdlet is refused; what slips through is found unattested.
import { mentions } from "../mentions.ts";
import { REASONS } from "../wording.ts";
import type { GuardWorld } from "../world.ts";
import { calledIn } from "./holdfast.ts";

const CMDLET =
  /\b((Set|Add|Clear)-(Content|Item|ItemProperty|Acl)|Out-File|Tee-Object|(Remove|Move|Copy|New|Rename)-Item|Export-\w+|Expand-Archive|Start-Transcript|Invoke-Expression)\b|>|::(Write|Append|Delete|Move|Copy|Create|Replace)\w*/i;
/** Short names count only where a command may stand. */
const ALIAS =
  /(^|[;|&({\n])\s*(ac|sc|clc|del|erase|rd|ri|rm|rmdir|mi|move|mv|cpi|copy|cp|ni|mkdir|md|rni|ren|tee|iex)\s/i;

export function judgePowerShell(text: string, world: GuardWorld): string | undefined {
  if (mentions(text, world.roots) && (CMDLET.test(text) || ALIAS.test(text))) return REASONS.unread;
  return calledIn(text);
}
