/** OBS-7: a session is distilled at most so often. */
export const MAX_CALLS = 3;
