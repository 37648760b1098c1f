// What an agent was given, so that `why` can tell (CTX-7). Local only, never synced.

export interface ReceiptItem {
  readonly id: string;
  readonly file: string;
  readonly name: string;
  readonly tier: string;
  readonly scope: string;
  readonly form: string;
  readonly tokens: number;
  readonly rule: string;
}

export interface Receipt {
  readonly at: string;
  readonly session: string;
  readonly host: string;
  readonly event: string;
  readonly project?: string;
  readonly tokens: number;
  readonly shown: readonly ReceiptItem[];
  readonly withheld: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
}
