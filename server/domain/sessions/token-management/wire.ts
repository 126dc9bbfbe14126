import { type Static, t } from '../../../http/schema.ts';
import type { NewUser } from '../../directory/users/new-user.ts';
import { maxLoginIdLength, userLimits } from '../../directory/users/user.ts';
import { signUpFields } from '../../directory/users/wire-sign-up.ts';
import { revocation } from '../sessions/wire.ts';

export const customClaims = t.optional(
  t.map(t.any(), {
    maxProperties: 100,
    description: 'Added at the top level of tokens. Reserved names are ignored',
  }),
);

export const refreshDuration = t.optional(
  t.longInteger({
    minimum: 0,
    description:
      'Seconds until the next sign-in is required. Can only shorten the lifetime; 0 changes nothing',
  }),
);

const loginId = t.text({ minLength: 1, maxLength: 1_024 });

export const jwtOutput = t.object({ jwt: t.text({ maxLength: 65_536 }) });

export const signInInput = t.object({
  loginId: { ...loginId, description: 'A login ID, or a user ID' },
  stepup: t.optional(t.flag()),
  mfa: t.optional(t.flag()),
  ...revocation,
  customClaims,
  tenantId: t.reference({ description: 'The tenant to select' }),
  jwt: t.reference({
    maxLength: 8_192,
    description: 'The refresh JWT of the session that `stepup` and `mfa` continue',
  }),
  refreshDuration,
});

const flags = { emailVerified: t.optional(t.flag()), phoneVerified: t.optional(t.flag()) };

export const signUpInput = t.object({
  loginId: { ...loginId, maxLength: maxLoginIdLength, description: 'Identifies the user' },
  user: t.optional(
    t.object(
      {
        ...signUpFields,
        verifiedEmail: t.optional(t.flag({ aliases: ['emailVerified'] })),
        verifiedPhone: t.optional(t.flag({ aliases: ['phoneVerified'] })),
        ssoAppId: t.reference(),
        ssoAppIds: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: userLimits.ssoApps })),
      },
      { $id: 'ManagementSignUpUser' },
    ),
  ),
  ...flags,
  ssoAppId: t.reference({ description: 'An SSO application to assign to the user' }),
  customClaims,
  refreshDuration,
});

/** Not every SDK can mark an address as unverified, so only addresses declared verified are. */
export function signUpFromWire(input: Static<typeof signUpInput>): NewUser {
  const { loginId, user = {}, emailVerified = false, phoneVerified = false } = input;
  const { verifiedEmail = false, verifiedPhone = false, ssoAppId, ssoAppIds = [], ...details } = user;
  const apps = [...ssoAppIds, ssoAppId, input.ssoAppId].filter((id) => id !== undefined);
  return {
    loginId,
    ...details,
    verifiedEmail: verifiedEmail || emailVerified,
    verifiedPhone: verifiedPhone || phoneVerified,
    ssoAppIds: [...new Set(apps)],
  };
}
