import type { ProjectSettings } from '../../../core/project.ts';
import { withVisibleMarks } from '../../../core/typed-text.ts';
import { hasUnsafeKey } from '../../../protocols/oauth/public-keys.ts';
import { apartIn, listMailboxes } from '../../../storage/mailboxes.ts';
import type { Db } from '../../../storage/tables.ts';
import { listSharedNames, type StoredName } from '../../../storage/typed-names.ts';
import { type RuleName, type StricterRule, stricterRuleList } from './rules.ts';
import * as applications from './store-applications.ts';
import * as policies from './store-policies.ts';
import * as tenants from './store-tenants.ts';

export interface Concerned extends StricterRule {
  name: RuleName;
  count: number;
  /** The first of them by name, where the administrator has to decide about each. */
  names: string[];
}

type Count = (db: Db, projectId: string) => Promise<number | { count: number; names: string[] }>;

const maxNames = 20;

const counts: Record<RuleName, Count> = {
  disabledTenantMembers: async (db, projectId) =>
    tenants.countMembers(db, projectId, await tenants.listDisabled(db, projectId)),
  disabledTenantKeys: async (db, projectId) =>
    tenants.countKeys(db, projectId, await tenants.listDisabled(db, projectId)),
  disabledTenantImpersonators: async (db, projectId) =>
    tenants.countImpersonators(db, projectId, await tenants.listDisabled(db, projectId)),
  inheritedPolicies: countHeirs,
  foreignProviders: async (db, projectId) =>
    policies.countForeignIdentities(db, projectId, await policies.listDemandingTenants(db, projectId)),
  singleFactorSessions: policies.countSingleFactorSessions,
  unprovenImports: applications.countUnprovenImports,
  changedConsents: applications.countChangedConsents,
  tokensLikeSessions: async (db, projectId) =>
    (await settingsOf(db, projectId)).applicationKeysFrom == null
      ? applications.countApplications(db, projectId)
      : 0,
  forcedSignIns: applications.countForcedSignIns,
  sharedClientIds: applications.countSharedClientIds,
  sharedMailboxes: async (db, projectId) => {
    const mailboxes = [...(await listMailboxes(db, projectId))];
    const isShared = ([mailbox, spellings]: (typeof mailboxes)[number]) =>
      apartIn(mailbox, spellings).length > 0;
    return namesOf(mailboxes.filter(isShared).flatMap(([, spellings]) => spellings));
  },
  sharedNames: async (db, projectId) => namesOf(await listSharedNames(db, projectId)),
  closedRegistrations: async (db, projectId) =>
    (await settingsOf(db, projectId)).clientRegistration ? 0 : applications.countRegistered(db, projectId),
  unsafeKeys: async (db, projectId) =>
    (await applications.listKeySets(db, projectId)).filter(hasUnsafeKey).length,
};

/** Counts the users of stored names, and lists the names in a form in which they differ for readers, too. */
function namesOf(shared: StoredName[]) {
  return {
    count: new Set(shared.map(({ userId }) => userId)).size,
    names: [...new Set(shared.map(({ stored }) => withVisibleMarks(stored)))].sort(),
  };
}

/** Returns the settings as they are stored: one of an earlier release is absent. */
async function settingsOf(db: Db, projectId: string): Promise<Partial<ProjectSettings>> {
  return JSON.parse(await applications.findSettings(db, projectId)) as Partial<ProjectSettings>;
}

/** Counts whom each stricter rule concerns in a project. Reads only what the release before stores, too. */
export async function countConcerned(db: Db, projectId: string): Promise<Concerned[]> {
  const found: Concerned[] = [];
  for (const rule of stricterRuleList) {
    const concerned = await counts[rule.name](db, projectId);
    const { count, names } = typeof concerned === 'number' ? { count: concerned, names: [] } : concerned;
    found.push({ ...rule, count, names: names.slice(0, maxNames) });
  }
  return found;
}

/** The users with a role in an ancestor, from which it passes into a tenant with a policy to which they do not belong. */
async function countHeirs(db: Db, projectId: string): Promise<number> {
  const users = new Set<string>();
  for (const tenantId of await policies.listTenants(db, projectId)) {
    for (const id of await policies.listHeirs(db, projectId, tenantId)) users.add(id);
  }
  return users.size;
}
