/** The sections of the page, in their order. */
export const sectionNames = [
  'profile',
  'addresses',
  'sign-in',
  'linked',
  'applications',
  'sessions',
  'access',
  'data',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** A change that the page confirms. */
export type DoneName =
  | 'saved'
  | 'sessionEnded'
  | 'othersEnded'
  | 'addressChanged'
  | 'addressVerified'
  | 'loginIdRemoved'
  | 'passwordSet'
  | 'totpAdded'
  | 'totpRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesRemoved'
  | 'unlinked'
  | 'applicationWithdrawn'
  | 'consentGiven'
  | 'consentWithdrawn'
  | 'deviceForgotten';
