// What 0.1.0 asked for: `edit`, `confirm`, `retire` and `retire --back` took an exact name, an id, or the beginning of an id;
// lists showed names and no ids, numbered nothing, and shells completed commands and options alone.

/** What is typed, and why it had to be. */
export type Before = readonly [keys: string, why: string];

/** As 0.1.0 called it, after the first of its words, with up to 64 characters. */
export const NAME = "feedback_checkout_uses_stripe_paymentintents_never_call_the_legacy";
export const SAID_NAME = "feedback_we_never_mock_the_database";

export const FIND: Before = ["holdfast search stripe\n", "a name of 66 characters has to be read first"];
