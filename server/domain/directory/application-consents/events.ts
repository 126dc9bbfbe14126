import { event } from '../../../core/event.ts';

/** A consent to a third-party application was withdrawn, by the user, an administrator, or with what it stands on. */
export const consentWithdrawn = event<{ appId: string; userId: string; tenantId: string }>(
  'consentWithdrawn',
);
