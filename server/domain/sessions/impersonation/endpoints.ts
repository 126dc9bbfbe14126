import { endpoint } from '../../../http/endpoint.ts';
import { impersonate, impersonateStepUp } from './start-impersonation.ts';
import { stopImpersonation } from './stop-impersonation.ts';
import { impersonateInput, impersonateStepUpInput, oneJwt, stopInput } from './wire.ts';

const refusals = [
  ...(['E011004', 'E062109', 'E064003', 'E064006', 'E112102'] as const),
  ...(['E112201', 'E112202', 'E112203', 'E112204'] as const),
];

const parameters = [
  'impersonatorId',
  'loginId',
  'validateConsent',
  'customClaims',
  'selectedTenant',
  'refreshDuration',
];

/** Support staff need the user's consent, and get nothing that the user does not have. */
const beyondHelp = {
  validateConsent: (value: unknown) => (value === true ? undefined : ('administrator' as const)),
  customClaims: 'administrator',
  stepup: 'administrator',
} as const;

export const impersonationEndpoints = [
  endpoint({
    name: 'management.jwt.impersonate',
    method: 'POST',
    path: '/v1/mgmt/impersonate',
    summary: 'Get a refresh JWT to impersonate a user',
    description:
      'The impersonator needs the permission Impersonate: in the project for every user, in tenants for the members of ' +
      'these tenants alone. A user who has the permission, too, is for those who have it in the same place or in the ' +
      'project. With the project setting `strictImpersonation` they also need every other role and permission of the ' +
      'user. The refresh JWT names them in `act`, and is worth nothing as soon as one of these does not hold any more, ' +
      'the consent it rests on ends, or 30 minutes have passed.',
    auth: 'management',
    role: 'support',
    fieldRoles: beyondHelp,
    input: impersonateInput,
    output: oneJwt,
    errors: refusals,
    client: { parameters },
    handle: async (ctx, { stepup = false, refreshDuration, ...input }) => ({
      jwt: await impersonate(ctx, { ...input, stepUp: stepup, lifetimeSeconds: refreshDuration }),
    }),
  }),
  endpoint({
    name: 'management.jwt.impersonateStepup',
    method: 'POST',
    path: '/v1/mgmt/impersonate/stepup',
    summary: 'A stepped-up session JWT of a user for somebody who acts in their name',
    description:
      'Under the conditions of `management.jwt.impersonate`. It says `su` and `act`, lives 10 minutes at most, and ' +
      'cannot be refreshed.',
    auth: 'management',
    role: 'administrator',
    input: impersonateStepUpInput,
    output: oneJwt,
    errors: refusals,
    client: { parameters },
    handle: async (ctx, { refreshDuration, ...input }) => ({
      jwt: await impersonateStepUp(ctx, { ...input, lifetimeSeconds: refreshDuration }),
    }),
  }),
  endpoint({
    name: 'management.jwt.stopImpersonation',
    method: 'POST',
    path: '/v1/mgmt/stop/impersonation',
    summary: 'End an impersonation, and get a refresh JWT of who acted',
    description:
      'Once: the refresh JWT that is shown is dead afterwards. The new session says `mgmt` in `amr`: no factor was proven.',
    auth: 'management',
    // It signs in as somebody who may have more rights than whoever helps.
    role: 'administrator',
    input: stopInput,
    output: oneJwt,
    errors: ['E011004', 'E062109', 'E064001', 'E064002', 'E064003'],
    client: { parameters: ['jwt', 'customClaims', 'selectedTenant', 'refreshDuration'] },
    handle: async (ctx, { refreshDuration, ...input }) => ({
      jwt: await stopImpersonation(ctx, { ...input, lifetimeSeconds: refreshDuration }),
    }),
  }),
];
