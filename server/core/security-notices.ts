/** The events that users are notified of, if the project wants it. In `core`, because `delivery` writes the messages. */
export const securityNoticeKinds = [
  'newDevice',
  'passwordChanged',
  'factorAdded',
  'factorRemoved',
  'addressChanged',
  'recoveryCodeUsed',
  'accountLocked',
  'deletionRequested',
] as const;
export type SecurityNoticeKind = (typeof securityNoticeKinds)[number];

/** The factors that a notice can name. `account`: one at a sign-in provider or an organization's identity provider. */
export type NoticedFactor = 'totp' | 'passkey' | 'recoveryCodes' | 'account';

/** The party that caused an event, as the notice shows it. */
export interface EventOrigin {
  /** The browser and system. Empty if unknown. */
  device: string;
  ip: string;
  /** An administrator's or server's own device says nothing to the user. */
  by: 'user' | 'administrator';
}
