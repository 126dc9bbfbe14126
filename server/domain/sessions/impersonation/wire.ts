import { type Static, t } from '../../../http/schema.ts';
import { type Consent, consentLimits } from './consent.ts';

const shared = {
  customClaims: t.optional(t.map(t.any(), { maxProperties: 100 })),
  selectedTenant: t.reference({ description: 'The tenant to select (`dct`)' }),
};

const impersonation = {
  impersonatorId: t.text({ minLength: 1, description: 'Login ID or user ID of who will act' }),
  loginId: t.text({ minLength: 1, description: 'Login ID or user ID of the user to act as' }),
  validateConsent: t.flag({ description: 'Refuse unless the user has consented' }),
  ...shared,
  refreshDuration: t.optional(
    t.longInteger({ minimum: 0, description: 'Seconds; 0 and absent: 30 minutes, which is the most' }),
  ),
};

export const impersonateInput = t.object({
  ...impersonation,
  stepup: t.optional(t.flag({ description: 'The session counts as stepped up for 10 minutes' })),
});

export const impersonateStepUpInput = t.object(impersonation);

export const stopInput = t.object({
  jwt: t.text({ minLength: 1, maxLength: 65_536, description: 'The refresh JWT of the impersonation' }),
  ...shared,
  refreshDuration: t.optional(
    t.longInteger({ minimum: 0, description: 'Seconds; 0 and absent: as long as the project allows' }),
  ),
});

export const oneJwt = t.object({ jwt: t.text({ maxLength: 65_536 }) });

const scope = {
  impersonatorId: t.reference({
    description: 'User ID of the only one who may; absent: whoever may impersonate',
  }),
  tenantId: t.reference({ description: 'Only members of this tenant may, while the user is in it too' }),
};

export const giveInput = t.object({
  expiresInSeconds: t.integer({
    minimum: consentLimits.minimumSeconds,
    maximum: consentLimits.maximumSeconds,
    description: 'At least a minute, at most 30 days',
  }),
  ...scope,
});

export const linkInput = t.object({
  redirectUrl: t.text({
    minLength: 1,
    description: 'Where the page leads back to; the project has to allow it',
  }),
  ...scope,
});

const consent = t.object(
  {
    id: t.text(),
    impersonatorId: t.text({ description: 'The only one who may, or empty' }),
    tenantId: t.text({ description: 'Only members of this tenant may, or empty' }),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    expireTime: t.integer({ description: 'Seconds since 1970. One that has expired is listed for 30 days.' }),
  },
  { $id: 'ImpersonationConsent' },
);

export const oneConsent = t.object({ consent });
export const allConsents = t.object({ consents: t.list(consent) });

export function consentToWire({
  id,
  impersonatorId,
  tenantId,
  createdAt,
  expiresAt,
}: Consent): Static<typeof consent> {
  return {
    id,
    impersonatorId,
    tenantId,
    createdTime: Math.floor(createdAt / 1000),
    expireTime: Math.floor(expiresAt / 1000),
  };
}
