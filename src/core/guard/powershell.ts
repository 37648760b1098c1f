// PowerShell, as far as plain patterns reach: its grammar is not read (AGT-21). A line that names a folder of ours and
// holds a writing cmdlet is refused; what slips through is found unattested.

import { calledIn } from "./lines/holdfast.ts";
import { mentions } from "./mentions.ts";
import { REASONS } from "./wording.ts";
import type { GuardWorld } from "./world.ts";

const WRITING =
  /\b(Set|Add|Clear)-(Content|Item|ItemProperty|Acl)\b|\b(Out-File|Tee-Object|(Remove|Move|Copy|New|Rename)-Item|Export-\w+|Expand-Archive|Start-Transcript)\b|\b(ac|sc|clc|del|erase|rd|ri|rm|rmdir|mi|move|mv|cpi|copy|cp|ni|mkdir|md|rni|ren|tee|iex|Invoke-Expression)\b|>|::(Write|Append|Delete|Move|Copy|Create|Replace)\w*/i;

export function judgePowerShell(text: string, world: GuardWorld): string | undefined {
  if (mentions(text, world.roots) && WRITING.test(text)) return REASONS.unread;
  return calledIn(text);
}
