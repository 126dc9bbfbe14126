/** COSE: EdDSA, ES256, RS256. The library would offer ML-DSA too, which Node.js calls experimental. */
export const algorithms = [-8, -7, -257];
