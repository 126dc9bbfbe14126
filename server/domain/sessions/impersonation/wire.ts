import { type Static, t } from '../../../http/schema.ts';
import { type Consent, consentLimits } from '../impersonation-rights/consent.ts';

const shared = {
  customClaims: t.optional(t.map(t.any(), { maxProperties: 100 })),
  selectedTenant: t.reference({ description: 'The tenant to select (`dct`)' }),
};

const impersonation = {
  impersonatorId: t.text({ minLength: 1, description: 'Login ID or user ID of the impersonator' }),
  loginId: t.text({ minLength: 1, description: 'Login ID or user ID of the user to impersonate' }),
  validateConsent: t.flag({ description: 'Requires the user’s consent' }),
  ...shared,
  refreshDuration: t.optional(
    t.longInteger({ minimum: 0, description: 'Seconds; default, also for 0: 30 minutes, the maximum' }),
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
    t.longInteger({
      minimum: 0,
      description: 'Seconds; default, also for 0: the maximum that the project allows',
    }),
  ),
});

export const oneJwt = t.object({ jwt: t.text({ maxLength: 65_536 }) });

const scope = {
  impersonatorId: t.reference({
    description: 'ID of the only user who may impersonate; default: any user with the permission',
  }),
  tenantId: t.reference({
    description: 'Only members of this tenant may impersonate, as long as the user is also a member',
  }),
};

export const giveInput = t.object({
  expiresInSeconds: t.integer({
    minimum: consentLimits.minimumSeconds,
    maximum: consentLimits.maximumSeconds,
    description: 'From one minute to 30 days',
  }),
  ...scope,
});

export const linkInput = t.object({
  redirectUrl: t.text({
    minLength: 1,
    description: 'The URL to return to from the page; must be allowed by the project',
  }),
  ...scope,
});

const consent = t.object(
  {
    id: t.text(),
    impersonatorId: t.text({ description: 'ID of the only user who may impersonate, or empty' }),
    tenantId: t.text({ description: 'Only members of this tenant may impersonate, or empty' }),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    expireTime: t.integer({ description: 'Seconds since 1970. An expired consent is listed for 30 days' }),
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
