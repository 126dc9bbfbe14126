/** COSE: EdDSA, ES256, RS256. The library also offers ML-DSA, which Node.js calls experimental. */
export const algorithms = [-8, -7, -257];
