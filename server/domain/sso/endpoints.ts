import { ServiceError } from '../../core/errors.ts';
import { endpoint } from '../../http/endpoint.ts';
import { t } from '../../http/schema.ts';
import { readCustomClaims } from '../sessions/custom-claims.ts';
import { answerSession, jwtResponse } from '../sessions/wire.ts';
import { exchangeSsoCode } from './exchange-code.ts';
import { startSso } from './start-sso.ts';

const startQuery = t.object({
  tenant: t.text({
    minLength: 1,
    description: 'Tenant ID or name, or an email address of one of its domains',
  }),
  redirectURL: t.reference({ maxLength: 2_048, description: 'Where the code is sent to; must be allowed' }),
  ssoId: t.reference({ description: 'One of several connections of the tenant' }),
  prompt: t.optional(
    t.list(t.text(), { description: '`login` asks for a new sign-in, `none` for no interaction' }),
  ),
  forceAuthn: t.optional(t.flag()),
  loginHint: t.reference({ description: 'Whom to sign in, passed on to the identity provider' }),
  initiatedEmail: t.reference({ description: 'The address that must come back' }),
});

const startBody = t.object({
  stepup: t.optional(t.flag()),
  mfa: t.optional(t.flag()),
  customClaims: t.optional(t.map(t.any(), { maxProperties: 100 })),
});

export const ssoEndpoints = [
  endpoint({
    name: 'sso.start',
    method: 'POST',
    path: '/v1/auth/sso/authorize',
    otherPaths: ['/v1/auth/saml/authorize'],
    summary: 'Begin to sign in at a tenant’s identity provider',
    description:
      'Open the returned URL in the browser. It comes back to redirectURL with `code`, or with `err`.',
    auth: 'optionalRefresh',
    query: startQuery,
    input: startBody,
    output: t.object({ url: t.text({ maxLength: 8_192 }) }),
    errors: ['E011004', 'E067101', 'E111202', 'E111302', 'E501001'],
    partial: 'step-up and MFA answer 501',
    client: { parameters: ['tenant', 'redirectURL'] },
    handle: async (ctx, { tenant, redirectURL, ssoId, stepup, mfa, customClaims, ...options }) => {
      if (stepup || mfa) throw new ServiceError('E501001', 'Step-up and MFA are not supported yet');
      const claims = readCustomClaims(customClaims);
      const start = {
        ...options,
        tenant,
        redirectUrl: redirectURL,
        connectionId: ssoId,
        customClaims: claims,
      };
      return { url: await startSso(ctx, start) };
    },
  }),
  endpoint({
    name: 'sso.exchange',
    method: 'POST',
    path: '/v1/auth/sso/exchange',
    otherPaths: ['/v1/auth/saml/exchange'],
    summary: 'Exchange the code of an SSO sign-in for a session',
    description: 'The code is valid once and for 60 seconds.',
    auth: 'project',
    input: t.object({ code: t.text({ description: 'From the `code` parameter of the URL' }) }),
    output: jwtResponse,
    errors: ['E062109', 'E067102', 'E112102'],
    client: { parameters: ['code'] },
    handle: async (ctx, { code }) => {
      const { started, grant } = await exchangeSsoCode(ctx, code);
      return answerSession(ctx, started, {
        firstSeen: grant.firstSeen,
        tenantSSOID: grant.connectionId,
        idpResponse: { idpGroups: grant.groups, idpSAMLAttributes: grant.attributes, idpOIDCClaims: {} },
      });
    },
  }),
];
