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

export const jwtEndpoints = [
  endpoint({
    name: 'management.jwt.update',
    method: 'POST',
    path: '/v1/mgmt/jwt/update',
    summary: 'Add custom claims to a session or refresh JWT',
    description:
      'The answer is a token of the same kind, with roles as they are now. Claims of a refresh JWT stay with the ' +
      'session and are in every token that it is refreshed to; those of a session JWT are in this token only, which ' +
      'runs out when the one before does. `refreshDuration` shortens the session, from now on. Nothing else changes: ' +
      'user, project, factors and step-up stay, and no token lives longer.',
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
    summary: 'Start a session of a user whom your own software has recognized',
    description:
      'Nothing is asked of the user; `amr` of the tokens says `mgmt`. With `stepup` or `mfa` the session of `jwt` is ' +
      'added to, and ends.',
    auth: 'management',
    input: signInInput,
    output: jwtResponse,
    errors: ['E062109', 'E064001', 'E064002', 'E064004', 'E064005', 'E112102'],
    async handle(ctx, { loginId, jwt, refreshDuration: lifetimeSeconds, ...options }) {
      return answerSession(ctx, await signInOnRequest(ctx, { loginId, options, jwt, lifetimeSeconds }));
    },
  }),
  endpoint({
    name: 'management.jwt.signUp',
    method: 'POST',
    path: '/v1/mgmt/auth/signup',
    summary: 'Make a user and start a session of theirs',
    description: 'Addresses count as verified only where the call says so.',
    auth: 'management',
    input: signUpInput,
    output: jwtResponse,
    errors: signUpErrors,
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
    summary: 'Start a session of a user, who is made if there is none',
    description: 'A user whom there is already stays as they are.',
    auth: 'management',
    input: signUpInput,
    output: jwtResponse,
    errors: [...signUpErrors, 'E062109', 'E064005', 'E112102'],
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
    summary: 'Start a session of nobody',
    description:
      'For visitors who have not signed in. Tokens say `anonymous` and name the session, not a user; they are ' +
      'refreshed and logged out like those of users, and everything else that asks for a user refuses them.',
    auth: 'management',
    input: t.object({
      customClaims,
      selectedTenant: t.reference({ description: 'The tenant that the roles are held in' }),
      refreshDuration,
      roles: t.optional(
        t.list(t.text({ maxLength: 255 }), {
          maxItems: 100,
          description:
            'Of the selected tenant, or else of the project, by name. Refreshed tokens follow them',
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
    summary: 'Make a JWT by which your software identifies itself to another authorization server',
    description:
      'RFC 7523. It is signed with a key of its own for each algorithm, published at ' +
      '`/<project ID>/.well-known/client-assertion-jwks.json`; session and refresh JWTs are signed with others.',
    auth: 'management',
    input: t.object({
      issuer: t.text({ minLength: 1, description: 'The client ID, as a rule' }),
      subject: t.text({ minLength: 1, description: 'The client ID, as a rule' }),
      audience: t.list(t.text({ minLength: 1 }), { minItems: 1, maxItems: 20 }),
      expiresIn: t.integer({ minimum: 1, maximum: maxLifetimeSeconds, description: 'Seconds' }),
      flattenAudience: t.optional(t.flag({ description: 'A single audience as text, and not as a list' })),
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
