/** The values of a request by name, as they appear in its statements. */
export type Variables = Record<string, string | number>;
