import type { ProjectContext } from '../../../core/context.ts';
import { type Static, t } from '../../../http/schema.ts';
import { userSchema, userToWire } from '../../directory/users/wire.ts';
import { type SessionTokens, signTokens, type TokenFacts } from './claims/tokens.ts';
import type { exchangeCode } from './exchange-code.ts';
import type { StartedSession } from './start-session.ts';

/** Where cookies of this project belong. */
const cookieFields = { cookieDomain: t.text(), cookiePath: t.text() };

const tokenFields = {
  sessionJwt: t.text({ maxLength: 65_536 }),
  refreshJwt: t.optional(t.text({ maxLength: 65_536, description: 'Absent where it travels in a cookie' })),
  ...cookieFields,
  cookieName: t.optional(t.text({ description: 'Of the refresh JWT, when it is not DSR' })),
  sessionCookieName: t.optional(t.text({ description: 'Of the session JWT, when it is not DS' })),
  cookieMaxAge: t.integer({ description: 'Seconds until the refresh JWT expires' }),
  cookieExpiration: t.integer({ description: 'When the refresh JWT expires, in seconds since 1970' }),
  sessionExpiration: t.integer({ description: 'When the session JWT expires, in seconds since 1970' }),
  claims: t.map(t.any(), { description: 'What the session JWT says' }),
};

const idpResponse = t.object(
  {
    idpGroups: t.list(t.text()),
    idpSAMLAttributes: t.map(t.any()),
    idpOIDCClaims: t.map(t.any()),
  },
  { $id: 'IdpResponse' },
);

/** What every sign-in answers. */
export const jwtResponse = t.object(
  {
    ...tokenFields,
    user: userSchema,
    firstSeen: t.flag({ description: 'Whether this sign-in made the user' }),
    idpResponse: t.optional(idpResponse),
    tenantSSOID: t.optional(t.text({ description: 'The SSO connection that was used' })),
  },
  { $id: 'JWTResponse' },
);

/** An anonymous session has no user. */
export const refreshResponse = t.object(
  { ...tokenFields, user: t.optional(userSchema), firstSeen: t.optional(t.flag()) },
  { $id: 'RefreshResponse' },
);

/** Of an anonymous session. */
export const tokensResponse = t.object(tokenFields, { $id: 'TokensResponse' });

export type JwtResponse = Static<typeof jwtResponse>;

/** Empty when there is no session. */
export const optionalJwtResponse = t.object(t.partial(tokenFields), { $id: 'OptionalJWTResponse' });

/** SDKs that keep cookies themselves take theirs away by it. */
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

/** Signs the tokens of a session and answers with them and its user. */
export async function answerSession(
  ctx: ProjectContext,
  started: StartedSession,
  {
    firstSeen = false,
    ...rest
  }: Partial<Pick<JwtResponse, 'firstSeen' | 'idpResponse' | 'tenantSSOID'>> = {},
): Promise<JwtResponse> {
  const tokens = await signTokens(ctx, started);
  return { ...tokensToWire(ctx, tokens), user: userToWire(started.user), firstSeen, ...rest };
}

/** Of a sign-in that came back by a code. */
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

/** The same without the user. */
export async function answerTokens(ctx: ProjectContext, started: TokenFacts) {
  return tokensToWire(ctx, await signTokens(ctx, started));
}

export const ownClaims = t.optional(
  t.map(t.any(), {
    maxProperties: 100,
    description: 'Stand under `nsec` of the tokens; those of management calls at the top level',
  }),
);

/** Types of sessions, as some SDKs send them. */
export const sessionTypes = t.optional(
  t.list(t.text({ maxLength: 255 }), { description: 'Sessions have no types here: a name is refused' }),
);

/** The sign-in option that ends the user's other sessions. */
export const revocation = {
  revokeOtherSessions: t.optional(t.flag({ description: 'Ends all other sessions of the user' })),
  revokeOtherSessionsTypes: sessionTypes,
};

/** Options of the party that completes a sign-in which was begun by another request. */
export const completionOptions = t.optional(
  t.object({ customClaims: ownClaims, ...revocation }, { $id: 'CompletionOptions' }),
);

/** Options of a sign-in, as every SDK sends them. */
export const loginOptions = t.optional(
  t.object(
    {
      stepup: t.optional(t.flag()),
      mfa: t.optional(t.flag()),
      customClaims: ownClaims,
      tenantId: t.reference(),
      ...revocation,
    },
    { $id: 'LoginOptions' },
  ),
);
