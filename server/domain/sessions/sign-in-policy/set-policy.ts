import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { afterCommit, transaction } from '../../../storage/transaction.ts';
import { findSsoApp } from '../../directory/applications/sso/load-app.ts';
import { loadRoles } from '../../directory/roles/load-roles.ts';
import { resolveRoleIds } from '../../directory/roles/resolve-roles.ts';
import { requireTenants } from '../../directory/tenants/load-tenant.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockProject } from '../../project/projects/load-project.ts';
import { keepingCompatible } from './incompatible.ts';
import { type PolicyScope, policyLimits, type SignInPolicy } from './policy.ts';
import * as store from './store.ts';

/** Names what a policy is for: a role, a tenant, an SSO application, or else the whole project. */
export interface PolicySubject {
  /** With a role: the tenant that owns it. */
  tenantId?: string | undefined;
  roleId?: string | undefined;
  roleName?: string | undefined;
  ssoAppId?: string | undefined;
}

export interface StoredPolicy {
  scope: PolicyScope;
  /** The ID of the tenant, the role or the SSO application. Empty for the project. */
  subjectId: string;
  policy: SignInPolicy;
}

/** Lists the policies of the project, its tenants, roles and SSO applications. */
export async function listPolicies(ctx: ProjectData): Promise<StoredPolicy[]> {
  const rows = await store.listPolicyRows(ctx.db, ctx.project.id);
  return rows.map(({ scope, subjectId, policy }) => ({ scope, subjectId, policy: JSON.parse(policy) }));
}

/** A policy to set as a whole. */
export interface NewPolicy {
  subject: PolicySubject;
  policy: SignInPolicy;
}

/**
 * Sets policies, all or none. Throws E011004 for an unknown tenant, role or application, and for a policy that no user could satisfy
 * together with the project's, or with those of the tenants above and below. Other instances apply them within seconds.
 */
export async function setPolicies(ctx: ProjectContext, policies: NewPolicy[]): Promise<void> {
  for (const { policy } of policies) requirePossible(policy);
  await changing(ctx, (ctx) =>
    keepingCompatible(ctx, async () => {
      for (const { subject, policy } of policies) {
        const key = await keyOf(ctx, subject);
        const before = await store.findPolicy(ctx.db, key);
        const isRequired = policy.secondFactor.when !== 'never';
        const requiredSince = isRequired ? (before?.requiredSince ?? ctx.now()) : null;
        await store.replacePolicy(ctx.db, { ...key, policy: JSON.stringify(policy), requiredSince });
        await record(ctx, key, before?.policy, policy);
      }
    }),
  );
}

/**
 * Runs a change after which roles pass to more tenants, whose policies then apply to more users. Throws E011004 if no user could satisfy
 * them. Part of the transaction of the change.
 */
export async function openToRoles(
  ctx: ProjectData,
  { change }: { change: () => Promise<void> },
): Promise<void> {
  await lockProject(ctx, ctx.project.id);
  await keepingCompatible(ctx, change);
}

/** Deletes a policy, so that it requires nothing more. Deleting one that does not exist succeeds. */
export async function deletePolicy(ctx: ProjectContext, subject: PolicySubject): Promise<void> {
  const key = await keyOf(ctx, subject);
  await changing(ctx, async (ctx) => {
    const before = await store.findPolicy(ctx.db, key);
    if (before && (await store.deletePolicyRow(ctx.db, key)))
      await record(ctx, key, before.policy, undefined);
  });
}

/** Deletes the policy of a deleted SSO application. Part of the transaction that deletes it. */
export async function forgetPolicyOf(ctx: ProjectData, { appId }: { appId: string }): Promise<void> {
  await store.deletePolicyRow(ctx.db, {
    projectId: ctx.project.id,
    scope: 'application',
    subjectId: appId,
  });
}

/** Locks the project, because the policies of a project are compared with each other. */
async function changing(ctx: ProjectContext, change: (ctx: ProjectContext) => Promise<void>): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockProject(ctx, ctx.project.id);
    await change(ctx);
  });
  // The project knows whether there are policies at all.
  afterCommit(() => ctx.cache.forget(`project:${ctx.project.id}`));
}

type PolicyKey = { projectId: string } & Pick<StoredPolicy, 'scope' | 'subjectId'>;

async function keyOf(ctx: ProjectContext, subject: PolicySubject): Promise<PolicyKey> {
  const { tenantId = '', roleId, roleName, ssoAppId } = subject;
  const projectId = ctx.project.id;
  if (ssoAppId) {
    if (tenantId || roleId || roleName)
      throw new ServiceError(
        'E011004',
        'ssoAppId cannot be combined with a tenant or a role. Give only one of them',
      );
    if (!(await findSsoApp(ctx, ssoAppId)))
      throw new ServiceError('E011004', `No SSO application has the ID ${ssoAppId}`);
    return { projectId, scope: 'application', subjectId: ssoAppId };
  }
  if (roleId && roleName)
    throw new ServiceError('E011004', 'roleId and roleName are both given. Give only one of them');
  if (tenantId) await requireTenants(ctx, [tenantId]);
  if (roleId) {
    const [role] = await loadRoles(ctx, [roleId]);
    if (!role) throw new ServiceError('E011004', `No role has the ID ${roleId}`);
    return { projectId, scope: 'role', subjectId: role.id };
  }
  if (roleName) {
    const [subjectId = ''] = await resolveRoleIds(ctx, tenantId, [roleName]);
    return { projectId, scope: 'role', subjectId };
  }
  return { projectId, scope: tenantId ? 'tenant' : 'project', subjectId: tenantId };
}

function requirePossible({ firstFactors, secondFactor }: SignInPolicy): void {
  const { when, days, methods, graceDays } = secondFactor;
  if (firstFactors?.length === 0) {
    throw new ServiceError('E011004', 'firstFactors is empty. Name at least one, or leave it out for all');
  }
  if (when !== 'never' && methods.length === 0) {
    throw new ServiceError('E011004', 'secondFactor.methods is empty. Name at least one method');
  }
  if (when === 'everyDays' && !(days && days >= 1 && days <= policyLimits.days)) {
    throw new ServiceError(
      'E011004',
      `secondFactor.days must be from 1 to ${policyLimits.days} for everyDays`,
    );
  }
  if (when !== 'everyDays' && days !== undefined) {
    throw new ServiceError('E011004', 'secondFactor.days is only for `when: everyDays`. Leave it out');
  }
  if (graceDays < 0 || graceDays > policyLimits.graceDays) {
    throw new ServiceError('E011004', `secondFactor.graceDays must be from 0 to ${policyLimits.graceDays}`);
  }
}

function record(
  ctx: ProjectContext,
  { scope, subjectId }: PolicyKey,
  before: string | undefined,
  after: SignInPolicy | undefined,
): Promise<void> {
  return recordAudit(ctx, {
    action: 'SignInPolicyModified',
    ...(scope === 'tenant' && { tenantId: subjectId }),
    data: {
      scope,
      ...(scope === 'role' && { roleId: subjectId }),
      ...(scope === 'application' && { application: subjectId }),
      before: before ? JSON.parse(before) : null,
      after: after ?? null,
    },
  });
}
