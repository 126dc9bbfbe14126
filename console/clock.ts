/** Returns the time of the viewer's clock in milliseconds. */
export const now = (): number => Date.now();
