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

/** Support staff need the user's consent, and gain no rights beyond the user's. */
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
    summary: 'Get a refresh JWT for impersonating a user',
    description:
      'The impersonator needs the Impersonate permission: in the project to impersonate any user, or in ' +
      'tenants to impersonate only members of those tenants. If the user also has the permission, the ' +
      'impersonator must have it in the project or in the same tenant. With the ' +
      'project setting `strictImpersonation`, the impersonator also needs every other role and ' +
      'permission of the user. The refresh JWT names the impersonator in `act`. It expires after 30 minutes, ' +
      'or earlier if one of these conditions no longer holds or the required consent ends.',
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
    summary: 'Get a stepped-up session JWT for impersonating a user',
    description:
      'The same conditions apply as for `management.jwt.impersonate`. The session JWT contains `su` and ' +
      '`act`, is valid for at most 10 minutes, and cannot be refreshed.',
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
    summary: 'End an impersonation and return to the impersonator',
    description:
      'Returns a refresh JWT of the impersonator. Works once: the given refresh JWT becomes invalid. ' +
      'The new session has `mgmt` in `amr`, because no factor was proven.',
    auth: 'management',
    // The operation signs in the impersonator, who may have more rights than support staff.
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
