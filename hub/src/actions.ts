// All that a line of the audit can say was done (HUB-11). One list for who writes a line and who asks for lines: a word that is in no line
// is a typing error.
export const ACTIONS = [
  "audit-printed",
  "device-added",
  "device-ended",
  "first-key",
  "founded",
  "hold-ended",
  "hold-printed",
  "hold-set",
  "invitation-accepted",
  "job-pinned",
  "job-unpinned",
  "machine-added",
  "machine-ended",
  "member-added",
  "member-ended",
  "member-erased",
  "member-invited",
  "memory-erased",
  "moved",
  "provider-set",
  "push",
  "push-refused",
  "roles-changed",
  "signed-in",
  "token-exchanged",
] as const;

export type Action = (typeof ACTIONS)[number];
