/** Files that do not run on Citus, each with the reason. */
export const exceptions: Record<string, string> = {};
