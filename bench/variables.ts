/** What a request is about, by name: it stands in the statements that the request causes. */
export type Variables = Record<string, string | number>;
