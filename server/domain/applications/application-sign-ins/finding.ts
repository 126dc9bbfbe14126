export const appFindingCodes = [
  'appDisabled',
  'noMethod',
  'granted',
  'notGranted',
  'codeOff',
  'noRedirectUrl',
  'noOpenid',
  'noNameId',
  'unverifiedName',
  'unverifiedOmitted',
  'noMetadata',
  'notServed',
] as const;

/** A fact that decides a sign-in at an application, beside what decides any sign-in of the user. */
export interface AppFinding {
  code: (typeof appFindingCodes)[number];
  outcome: 'fine' | 'matters' | 'blocks';
  detail?: string;
}
