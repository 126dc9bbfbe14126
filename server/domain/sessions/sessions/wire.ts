import type { ProjectContext } from '../../../core/context.ts';
import { type Static, t } from '../../../http/schema.ts';
import { userSchema, userToWire } from '../../directory/users/wire.ts';
import { type SessionTokens, signTokens, type TokenFacts } from './claims/tokens.ts';
import type { exchangeCode } from './exchange-code.ts';
import { asMember } from './in-reach.ts';
import type { StartedSession } from './start-session.ts';

/** Domain and path of this project's cookies. */
const cookieFields = { cookieDomain: t.text(), cookiePath: t.text() };

const tokenFields = {
  sessionJwt: t.text({ maxLength: 65_536 }),
  refreshJwt: t.optional(t.text({ maxLength: 65_536, description: 'Absent if it is sent in a cookie' })),
  ...cookieFields,
  cookieName: t.optional(t.text({ description: 'Name of the refresh JWT’s cookie, unless it is DSR' })),
  sessionCookieName: t.optional(t.text({ description: 'Name of the session JWT’s cookie, unless it is DS' })),
  cookieMaxAge: t.integer({ description: 'Seconds until the refresh JWT expires' }),
  cookieExpiration: t.integer({ description: 'The expiry of the refresh JWT, in seconds since 1970' }),
  sessionExpiration: t.integer({ description: 'The expiry of the session JWT, in seconds since 1970' }),
  claims: t.map(t.any(), { description: 'The claims of the session JWT' }),
};

const idpResponse = t.object(
  {
    idpGroups: t.list(t.text()),
    idpSAMLAttributes: t.map(t.any()),
    idpOIDCClaims: t.map(t.any()),
  },
  { $id: 'IdpResponse' },
);

/** The response to every sign-in. */
export const jwtResponse = t.object(
  {
    ...tokenFields,
    user: userSchema,
    firstSeen: t.flag({ description: 'This sign-in created the user' }),
    idpResponse: t.optional(idpResponse),
    tenantSSOID: t.optional(t.text({ description: 'The SSO connection that was used' })),
    trustedDeviceJwt: t.optional(
      t.text({
        description:
          'The token of a trusted device: send it as x-descope-trusted-device-token. Each response replaces it',
      }),
    ),
  },
  { $id: 'JWTResponse' },
);

/** The response to a refresh; an anonymous session has no user. */
export const refreshResponse = t.object(
  { ...tokenFields, user: t.optional(userSchema), firstSeen: t.optional(t.flag()) },
  { $id: 'RefreshResponse' },
);

/** The tokens of an anonymous session. */
export const tokensResponse = t.object(tokenFields, { $id: 'TokensResponse' });

export type JwtResponse = Static<typeof jwtResponse>;

/** All fields are absent if there is no session. */
export const optionalJwtResponse = t.object(t.partial(tokenFields), { $id: 'OptionalJWTResponse' });

/** SDKs that manage cookies themselves delete theirs with these values. */
export const logoutOutput = t.object(cookieFields);

export function cookiesToWire({ project }: ProjectContext): Static<typeof logoutOutput> {
  return { cookieDomain: project.settings.cookieDomain, cookiePath: '/' };
}

function tokensToWire(ctx: ProjectContext, tokens: SessionTokens) {
  const { cookieName, sessionCookieName } = ctx.project.settings;
  return {
    sessionJwt: tokens.sessionJwt,
    refreshJwt: tokens.refreshJwt,
    ...cookiesToWire(ctx),
    ...(cookieName !== 'DSR' && { cookieName }),
    ...(sessionCookieName !== 'DS' && { sessionCookieName }),
    cookieMaxAge: Math.floor((tokens.refreshExpiresAt - ctx.now()) / 1000),
    cookieExpiration: Math.floor(tokens.refreshExpiresAt / 1000),
    sessionExpiration: Math.floor(tokens.sessionExpiresAt / 1000),
    claims: tokens.claims,
  };
}

/** Signs the tokens of a session and returns them with its user. */
export async function answerSession(
  ctx: ProjectContext,
  started: StartedSession,
  {
    firstSeen = false,
    ...rest
  }: Partial<Pick<JwtResponse, 'firstSeen' | 'idpResponse' | 'tenantSSOID'>> = {},
): Promise<JwtResponse> {
  const tokens = await signTokens(ctx, started);
  const { trustedDevice } = started;
  return {
    ...tokensToWire(ctx, tokens),
    user: userToWire(asMember(started.user)),
    firstSeen,
    ...(trustedDevice && { trustedDeviceJwt: trustedDevice }),
    ...rest,
  };
}

/** Returns the tokens of a sign-in that was completed by a code. */
export function answerExchange(
  ctx: ProjectContext,
  { started, grant: { firstSeen, idp } }: Awaited<ReturnType<typeof exchangeCode>>,
): Promise<JwtResponse> {
  if (!idp) return answerSession(ctx, started, { firstSeen });
  return answerSession(ctx, started, {
    firstSeen,
    ...(idp.connectionId && { tenantSSOID: idp.connectionId }),
    idpResponse: {
      idpGroups: idp.groups,
      idpSAMLAttributes: idp.samlAttributes,
      idpOIDCClaims: idp.oidcClaims,
    },
  });
}

/** Returns the tokens without the user. */
export async function answerTokens(ctx: ProjectContext, started: TokenFacts) {
  return tokensToWire(ctx, await signTokens(ctx, started));
}

export const ownClaimsInput = t.optional(
  t.map(t.any(), {
    maxProperties: 100,
    description: 'Added under `nsec` of the tokens; for management calls, at the top level',
  }),
);

/** Session types, as some SDKs send them. */
export const sessionTypes = t.optional(
  t.list(t.text({ maxLength: 255 }), { description: 'Must be empty: sessions have no types' }),
);

/** The sign-in option that ends the user's other sessions. */
export const revocation = {
  revokeOtherSessions: t.optional(t.flag({ description: 'Ends all other sessions of the user' })),
  revokeOtherSessionsTypes: sessionTypes,
};

/** Options of the party that completes a sign-in started by another request. */
export const completionOptions = t.optional(
  t.object({ customClaims: ownClaimsInput, ...revocation }, { $id: 'CompletionOptions' }),
);

/** Options of a sign-in, as every SDK sends them. */
export const loginOptions = t.optional(
  t.object(
    {
      stepup: t.optional(t.flag()),
      mfa: t.optional(t.flag()),
      customClaims: ownClaimsInput,
      tenantId: t.reference(),
      trustDevice: t.optional(
        t.flag({
          description:
            'The user trusts this device. A sign-in with two factors then returns `trustedDeviceJwt`',
        }),
      ),
      ...revocation,
    },
    { $id: 'LoginOptions' },
  ),
);
