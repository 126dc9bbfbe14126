import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { deletePolicy, listPolicies, setPolicies } from './set-policy.ts';
import { policiesOutput, policiesToWire, policyFromWire, policyInput, subjectInput } from './wire.ts';

export const signInPolicyEndpoints = [
  endpoint({
    name: 'management.signInPolicy.list',
    method: 'GET',
    path: '/v1/mgmt/project/sign-in-policy/list',
    summary: 'List the sign-in policies of the project, its tenants, roles and SSO applications',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: policiesOutput,
    errors: [],
    client: { parameters: [], returns: 'policies' },
    handle: async (ctx) => policiesToWire(await listPolicies(ctx)),
  }),
  endpoint({
    name: 'management.signInPolicy.set',
    method: 'POST',
    path: '/v1/mgmt/project/sign-in-policy/set',
    summary: 'Set the sign-in policy of the project, a tenant, a role or an SSO application',
    description:
      'Replaces the whole policy. Several policies apply to a sign-in: those of the project, the application, ' +
      'the user’s roles, and the user’s tenants, including tenants where the user inherits roles. Each policy ' +
      'can only add requirements. The call fails if the policy has no method in common with the project’s ' +
      'policy, or with those of parent tenants and sub-tenants that share roles. Existing sessions continue. ' +
      'An application’s policy applies each time a user signs in to it. ' +
      'Other instances apply the change within five seconds.',
    auth: 'management',
    input: policyInput,
    output: emptyObject,
    errors: ['E011004'],
    client: {},
    async handle(ctx, input) {
      const { tenantId, roleId, roleName, ssoAppId } = input;
      const subject = { tenantId, roleId, roleName, ssoAppId };
      await setPolicies(ctx, [{ subject, policy: policyFromWire(input) }]);
      return {};
    },
  }),
  endpoint({
    name: 'management.signInPolicy.delete',
    method: 'POST',
    path: '/v1/mgmt/project/sign-in-policy/delete',
    summary: 'Delete the sign-in policy of the project, a tenant, a role or an SSO application',
    description: 'Deleting a policy that does not exist succeeds.',
    auth: 'management',
    input: subjectInput,
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    async handle(ctx, subject) {
      await deletePolicy(ctx, subject);
      return {};
    },
  }),
];
