import { endpoint } from '../../../http/endpoint.ts';
import { t } from '../../../http/schema.ts';
import { assertionAlgorithms, maxLifetimeSeconds } from '../../project/projects/keys/assertion-keys.ts';
import { startAnonymousSession } from '../sessions/anonymous.ts';
import { answerSession, answerTokens, jwtResponse, tokensResponse } from '../sessions/wire.ts';
import { createClientAssertion } from './client-assertion.ts';
import { signInOnRequest, signUpOnRequest, signUpOrInOnRequest } from './sign-in.ts';
import { updateJwt } from './update-jwt.ts';
import {
  customClaims,
  jwtOutput,
  refreshDuration,
  signInInput,
  signUpFromWire,
  signUpInput,
} from './wire.ts';

const signUpErrors = ['E011004', 'E062107'] as const;

export const tokenEndpoints = [
  endpoint({
    name: 'management.jwt.update',
    method: 'POST',
    path: '/v1/mgmt/jwt/update',
    summary: 'Add custom claims to a session or refresh JWT',
    description:
      'Returns a token of the same kind with current roles. Claims added to a refresh JWT stay with the ' +
      'session and are in all its later tokens. Claims added to a session JWT are only in the new token, which ' +
      'expires at the same time as the given one. `refreshDuration` shortens the session from now on. The ' +
      'user, project, factors and step-up stay the same, and no token is valid longer than before.',
    auth: 'management',
    input: t.object({ jwt: t.text({ minLength: 1, maxLength: 8_192 }), customClaims, refreshDuration }),
    output: jwtOutput,
    errors: ['E011004', 'E062109', 'E064001', 'E064002'],
    client: { parameters: ['jwt', 'customClaims', 'refreshDuration'], returns: 'jwt' },
    async handle(ctx, { jwt, customClaims, refreshDuration: lifetimeSeconds }) {
      return { jwt: await updateJwt(ctx, { jwt, customClaims, lifetimeSeconds }) };
    },
  }),
  endpoint({
    name: 'management.jwt.signIn',
    method: 'POST',
    path: '/v1/mgmt/auth/signin',
    summary: 'Sign in a user that your software has authenticated',
    description:
      'The user does not have to prove anything; `amr` of the tokens is `mgmt`. With `stepup` or `mfa`, the new session ' +
      'continues the session of `jwt`, which ends.',
    auth: 'management',
    signIn: 'management',
    input: signInInput,
    output: jwtResponse,
    errors: ['E062109', 'E064001', 'E064002', 'E064004', 'E064005', 'E112102'],
    client: { parameters: ['loginId', '...loginOptions'] },
    async handle(ctx, { loginId, jwt, refreshDuration: lifetimeSeconds, ...options }) {
      return answerSession(ctx, await signInOnRequest(ctx, { loginId, options, jwt, lifetimeSeconds }));
    },
  }),
  endpoint({
    name: 'management.jwt.signUp',
    method: 'POST',
    path: '/v1/mgmt/auth/signup',
    summary: 'Create a user and sign them in',
    description: 'Addresses count as verified only if the request says so.',
    auth: 'management',
    signIn: 'management',
    input: signUpInput,
    output: jwtResponse,
    errors: signUpErrors,
    client: { parameters: ['loginId', 'user', '...signUpOptions'] },
    async handle(ctx, input) {
      const { customClaims, refreshDuration: lifetimeSeconds } = input;
      const user = signUpFromWire(input);
      const started = await signUpOnRequest(ctx, { user, customClaims, lifetimeSeconds });
      return answerSession(ctx, started, { firstSeen: true });
    },
  }),
  endpoint({
    name: 'management.jwt.signUpOrIn',
    method: 'POST',
    path: '/v1/mgmt/auth/signup-in',
    summary: 'Sign in a user, or create them first',
    description: 'An existing user stays unchanged.',
    auth: 'management',
    signIn: 'management',
    input: signUpInput,
    output: jwtResponse,
    errors: [...signUpErrors, 'E062109', 'E064005', 'E112102'],
    client: { parameters: ['loginId', 'user', '...signUpOptions'] },
    async handle(ctx, input) {
      const { customClaims, refreshDuration: lifetimeSeconds } = input;
      const user = signUpFromWire(input);
      const { started, firstSeen } = await signUpOrInOnRequest(ctx, { user, customClaims, lifetimeSeconds });
      return answerSession(ctx, started, { firstSeen });
    },
  }),
  endpoint({
    name: 'management.jwt.anonymous',
    method: 'POST',
    path: '/v1/mgmt/auth/anonymous',
    summary: 'Start an anonymous session',
    description:
      'For visitors who have not signed in. Tokens contain `anonymous` and identify the session ' +
      'instead of a user. They can be refreshed and logged out like users’ tokens. Operations that require a ' +
      'user reject them.',
    auth: 'management',
    input: t.object({
      customClaims,
      selectedTenant: t.reference({ description: 'The tenant of the roles' }),
      refreshDuration,
      roles: t.optional(
        t.list(t.text({ maxLength: 255 }), {
          maxItems: 100,
          description:
            'Roles of the selected tenant or else of the project, by name. Changes appear in refreshed ' +
            'tokens',
        }),
      ),
    }),
    output: tokensResponse,
    errors: ['E011004'],
    client: { parameters: ['customClaims', 'selectedTenant', 'refreshDuration', 'roles'] },
    async handle(ctx, input) {
      const { customClaims, selectedTenant: tenantId, refreshDuration: lifetimeSeconds, roles } = input;
      return answerTokens(
        ctx,
        await startAnonymousSession(ctx, { customClaims, tenantId, roleNames: roles, lifetimeSeconds }),
      );
    },
  }),
  endpoint({
    name: 'management.jwt.generateClientAssertionJwt',
    method: 'POST',
    path: '/v1/mgmt/token/clientassertion',
    summary: 'Create a client assertion for another authorization server',
    description:
      'Your software authenticates with this JWT (RFC 7523). It is signed with a separate key for each ' +
      'algorithm, published at `/<project ID>/.well-known/client-assertion-jwks.json`; session and refresh ' +
      'JWTs use different keys.',
    auth: 'management',
    input: t.object({
      issuer: t.text({ minLength: 1, description: 'Usually the client ID' }),
      subject: t.text({ minLength: 1, description: 'Usually the client ID' }),
      audience: t.list(t.text({ minLength: 1 }), { minItems: 1, maxItems: 20 }),
      expiresIn: t.integer({ minimum: 1, maximum: maxLifetimeSeconds, description: 'Seconds' }),
      flattenAudience: t.optional(
        t.flag({ description: 'Writes a single audience as text instead of a list' }),
      ),
      algorithm: t.optional(t.choice([...assertionAlgorithms], { description: 'Default: RS256' })),
    }),
    output: jwtOutput,
    errors: [],
    client: {
      parameters: ['issuer', 'subject', 'audience', 'expiresIn', 'flattenAudience', 'algorithm'],
      returns: 'jwt',
    },
    async handle(
      ctx,
      { expiresIn: lifetimeSeconds, flattenAudience = false, algorithm = 'RS256', ...input },
    ) {
      const assertion = { ...input, lifetimeSeconds, flattenAudience, algorithm };
      return { jwt: await createClientAssertion(ctx, assertion) };
    },
  }),
];
