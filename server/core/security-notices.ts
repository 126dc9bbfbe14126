/** The events that users are notified of, if the project wants it. */
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

/** An event to notify a user of. */
export interface SecurityEvent {
  kind: SecurityNoticeKind;
  userId: string;
  /** The added or removed factor. */
  factor?: NoticedFactor;
  /** The added factor took the place of one that the user had. */
  isReplaced?: boolean;
  /** The email address that was replaced, to which the notice goes. Absent: the user's current one. */
  replaced?: string;
  /** The new address or number, unmasked. Empty if it was removed. */
  newAddress?: string;
}

/** The party that caused an event, as the notice shows it. */
export interface EventOrigin {
  /** The browser and system. Empty if unknown. */
  device: string;
  ip: string;
  /** An administrator's or server's own device says nothing to the user. */
  by: 'user' | 'administrator';
}
