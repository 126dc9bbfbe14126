/** A possible reason for an error, and what the caller does about it. Both are Markdown. */
export type Reason = readonly [cause: string, remedy: string];
