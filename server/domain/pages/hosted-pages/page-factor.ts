/** The second factors that our pages can ask for, in the order in which they are offered. */
export const pageFactors = ['totp', 'passkey', 'sms', 'email', 'recoveryCode', 'password'] as const;

export type PageFactor = (typeof pageFactors)[number];
