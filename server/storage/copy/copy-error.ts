/** A reason why a database cannot be copied, and what to do. */
export class CopyError extends Error {}
