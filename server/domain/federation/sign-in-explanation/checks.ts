import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { typedText } from '../../../core/typed-text.ts';
import { findTenants, isExemptFromSso } from '../../directory/tenants/load-tenant.ts';
import { searchEvents } from '../../project/audit/search-events.ts';
import { findSsoTenant } from '../sso/find-tenant.ts';
import { loadConnections } from '../sso/load-connection.ts';
import type { Finding } from './finding.ts';
import type { Subject } from './subject.ts';

/** The checks of an account, in the order of the answer. A new rule of sign-ins adds its check here. */
export const checks: ((ctx: ProjectContext, subject: Subject) => Promise<Finding[]>)[] = [
  checkStatus,
  checkAddresses,
  checkTenants,
  (ctx, { loginId }) => checkDomain(ctx, loginId),
];

async function checkStatus(ctx: TimedProjectData, { user }: Subject): Promise<Finding[]> {
  const test: Finding[] = user.test ? [{ code: 'testUser', outcome: 'matters' }] : [];
  if (user.status === 'enabled') return [{ code: 'enabled', outcome: 'fine' }, ...test];
  if (user.status === 'invited') return [{ code: 'invited', outcome: 'matters' }, ...test];
  return [{ code: 'disabled', outcome: 'blocks', ...(await lastStatusChange(ctx, user.id)) }, ...test];
}

async function lastStatusChange(ctx: TimedProjectData, userId: string): Promise<Partial<Finding>> {
  const search = {
    userIds: [userId],
    actions: ['UserModified'],
    dataParts: ['"status"'],
    from: 1,
    limit: 1,
    withoutTotal: true,
  };
  const [event] = (await searchEvents(ctx, search)).events;
  if (!event) return {};
  return { since: event.occurredAt, by: { type: event.actorType, id: event.actorId } };
}

async function checkAddresses(_: ProjectContext, { user }: Subject): Promise<Finding[]> {
  return [
    ...(user.email && !user.verifiedEmail ? [{ code: 'emailUnverified', outcome: 'matters' } as const] : []),
    ...(user.phone && !user.verifiedPhone ? [{ code: 'phoneUnverified', outcome: 'matters' } as const] : []),
  ];
}

async function checkTenants(ctx: ProjectData, { user }: Subject): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tenants = await findTenants(
    ctx,
    user.tenants.map(({ tenantId }) => tenantId),
  );
  for (const { id, name, settings } of tenants) {
    // Its `enforceSSO` does not count.
    if (settings.disabled) {
      findings.push({ code: 'tenantDisabled', outcome: 'matters', tenant: name });
      continue;
    }
    const isEnforced = user.tenants.some((one) => one.tenantId === id && one.enforcesSso);
    if (!isEnforced || (await isExemptFromSso(ctx, id, user.id))) continue;
    const hasSso = (await loadConnections(ctx, id)).some(({ connection }) => connection.protocol !== 'none');
    findings.push({
      code: hasSso ? 'ssoRequired' : 'ssoMissing',
      outcome: hasSso ? 'matters' : 'blocks',
      tenant: name,
    });
  }
  return findings;
}

/** Finds the tenant whose SSO signs in addresses of the name's domain. */
export async function checkDomain(ctx: ProjectData, loginId: string): Promise<Finding[]> {
  const tenant = await findSsoTenant(ctx, loginId);
  if (!tenant) return [];
  const domain = typedText(loginId).split('@').at(-1) ?? '';
  return [{ code: 'domainSso', outcome: 'matters', tenant: tenant.name, domain }];
}
