import type { Db } from '../../../storage/tables.ts';
import { type RuleName, type StricterRule, stricterRules } from './rules.ts';
import * as store from './store.ts';

export interface Concerned extends StricterRule {
  name: RuleName;
  count: number;
}

type Count = (db: Db, projectId: string) => Promise<number>;

const counts: Record<RuleName, Count> = {
  disabledTenantMembers: async (db, projectId) =>
    store.countMembers(db, projectId, await store.listDisabledTenants(db, projectId)),
  disabledTenantKeys: async (db, projectId) =>
    store.countKeys(db, projectId, await store.listDisabledTenants(db, projectId)),
  inheritedPolicies: countHeirs,
  foreignProviders: async (db, projectId) => {
    const policies = await store.listTenantPolicies(db, projectId);
    const demanding = policies.filter(({ policy }) => policy.secondFactor.when !== 'never');
    return store.countForeignIdentities(
      db,
      projectId,
      demanding.map(({ tenantId }) => tenantId),
    );
  },
};

/** Counts whom each stricter rule concerns in a project. Reads only what the release before stores, too. */
export async function countConcerned(db: Db, projectId: string): Promise<Concerned[]> {
  const found: Concerned[] = [];
  for (const rule of stricterRules) found.push({ ...rule, count: await counts[rule.name](db, projectId) });
  return found;
}

/** The users with a role in an ancestor, from which it passes into a tenant with a policy to which they do not belong. */
async function countHeirs(db: Db, projectId: string): Promise<number> {
  const policies = await store.listTenantPolicies(db, projectId);
  const users = new Set<string>();
  for (const { tenantId } of policies) {
    for (const id of await store.listHeirs(db, projectId, tenantId)) users.add(id);
  }
  return users.size;
}
