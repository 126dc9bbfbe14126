import { isDeepStrictEqual } from 'node:util';
import { type Static, t } from '../../../http/schema.ts';
import { loadAllRoles } from '../../directory/roles/role-file.ts';
import { byText, part, readFile } from '../../snapshot-part.ts';
import { listPolicies, setPolicies } from './set-policy.ts';
import { policyFromWire, policyInput } from './wire.ts';

/** A policy by the names of its tenant and role, because IDs of roles differ between projects. */
const filePolicy = t.without(policyInput, 'roleId');
const policiesFile = t.object({ policies: t.list(filePolicy) });

type FilePolicy = Static<typeof filePolicy>;

const path = 'signInPolicies.json';

export const signInPoliciesPart = part<Static<typeof policiesFile>>({
  name: 'signInPolicies',
  after: ['tenants'],
  paths: /^signInPolicies\.json$/,
  async export(ctx) {
    const stored = await listPolicies(ctx);
    if (stored.length === 0) return {};
    const roles = new Map((await loadAllRoles(ctx)).map((role) => [role.id, role]));
    const policies = stored.map(({ scope, subjectId, policy }): FilePolicy => {
      const role = roles.get(subjectId);
      const tenantId = scope === 'tenant' ? subjectId : role?.tenantId;
      return {
        ...(tenantId && { tenantId }),
        ...(role && { roleName: role.name }),
        ...(scope === 'application' && { ssoAppId: subjectId }),
        ...policy,
      };
    });
    return { [path]: { policies: policies.sort(byText(subjectOf)) } };
  },
  read: (value) => readFile(policiesFile, value),
  pathOf: () => path,
  async write({ ctx }, { policies }, current) {
    const known = new Map(current?.policies.map((policy) => [subjectOf(policy), policyFromWire(policy)]));
    const changed = policies
      .map((file) => ({ subject: file, policy: policyFromWire(file) }))
      .filter(({ subject, policy }) => !isDeepStrictEqual(known.get(subjectOf(subject)), policy));
    if (changed.length > 0) await setPolicies(ctx, changed);
  },
});

function subjectOf({ tenantId = '', roleName = '', ssoAppId = '' }: FilePolicy): string {
  return JSON.stringify([tenantId, roleName, ssoAppId]);
}
