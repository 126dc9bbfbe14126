import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { exchangeCode } from '../../sessions/sessions/exchange-code.ts';
import { optionsForOtherParty, readSignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import {
  answerExchange,
  completionOptions,
  jwtResponse,
  ownClaimsInput,
  revocation,
} from '../../sessions/sessions/wire.ts';
import { startSso } from './start-sso.ts';

const startQuery = t.object({
  tenant: t.text({
    minLength: 1,
    description: 'Tenant ID or name, or an email address of one of its domains',
  }),
  redirectURL: t.reference({
    maxLength: 2_048,
    description: 'The address that receives the code: one of the project’s redirect URLs',
  }),
  ssoId: t.reference({ description: 'The connection, if the tenant has several' }),
  prompt: t.optional(
    t.list(t.text(), { description: '`login` requires a new sign-in, `none` forbids interaction' }),
  ),
  forceAuthn: t.optional(t.flag()),
  loginHint: t.reference({ description: 'A hint about the user, passed on to the identity provider' }),
  initiatedEmail: t.reference({ description: 'The email address that the identity provider must return' }),
});

/** The login options at the top level of the body. The tenant is the one that the user signs in to. */
const startBody = t.object({
  stepup: t.optional(t.flag()),
  mfa: t.optional(t.flag()),
  customClaims: ownClaimsInput,
  ...revocation,
});

export const ssoEndpoints = [
  endpoint({
    name: 'sso.start',
    method: 'POST',
    path: '/v1/auth/sso/authorize',
    otherPaths: ['/v1/auth/saml/authorize'],
    summary: 'Start a sign-in at a tenant’s identity provider',
    description:
      'Open the returned URL in the browser. It returns to redirectURL with `code`, or with `err`. `revokeOtherSessions` ' +
      'applies with `stepup` or `mfa` only. Otherwise, pass it to sso.exchange.',
    auth: 'optionalRefresh',
    signIn: 'sso',
    limit: 'ssoStart',
    query: startQuery,
    input: startBody,
    output: t.object({ url: t.text({ maxLength: 8_192 }) }),
    errors: ['E011004', 'E064001', 'E064002', 'E067101', 'E111202', 'E111302'],
    client: { parameters: ['tenant', 'redirectURL'] },
    handle: async (ctx, input) => {
      const { redirectURL: redirectUrl, ssoId: connectionId } = input;
      const terms = optionsForOtherParty(await readSignInOptions(ctx, input));
      return { url: await startSso(ctx, { ...input, redirectUrl, connectionId, terms }) };
    },
  }),
  endpoint({
    name: 'sso.exchange',
    method: 'POST',
    path: '/v1/auth/sso/exchange',
    otherPaths: ['/v1/auth/saml/exchange', '/v1/auth/oauth/exchange'],
    summary: 'Exchange the code of a sign-in for a session',
    description: 'The code works once, within 60 seconds.',
    auth: 'project',
    signIn: 'sso',
    limit: 'exchange',
    input: t.object({
      code: t.text({ description: 'From the `code` parameter of the URL' }),
      loginOptions: completionOptions,
    }),
    output: jwtResponse,
    errors: ['E062109', 'E064001', 'E064002', 'E064003', 'E064005', 'E067102', 'E112102'],
    client: {
      parameters: ['code', 'loginOptions'],
      also: {
        'oauth.exchange': {
          summary: 'Exchange the code of a sign-in at a provider for a session',
          parameters: ['code', 'loginOptions'],
        },
      },
    },
    handle: async (ctx, { code, loginOptions }) =>
      answerExchange(ctx, await exchangeCode(ctx, code, loginOptions)),
  }),
  endpoint({
    name: 'exchangeCode',
    method: 'GET',
    path: '/v1/auth/exchange',
    summary: 'Exchange the code by GET, as some SDKs do',
    description: 'The code works once, within 60 seconds.',
    auth: 'project',
    signIn: 'exchange',
    limit: 'exchange',
    input: t.object({ code: t.text({ description: 'From the `code` parameter of the URL' }) }),
    output: jwtResponse,
    errors: ['E062109', 'E064001', 'E064002', 'E064003', 'E064005', 'E067102', 'E112102'],
    client: { parameters: ['code'] },
    handle: async (ctx, { code }) => answerExchange(ctx, await exchangeCode(ctx, code)),
  }),
];
