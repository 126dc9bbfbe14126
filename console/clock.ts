/** The viewer's clock, in milliseconds. */
export const now = (): number => Date.now();
