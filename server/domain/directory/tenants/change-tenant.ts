import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { ask } from '../../../core/event.ts';
import { foldName, readName } from '../../../core/names.ts';
import { failureOf } from '../../../storage/failure.ts';
import { transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { openingToRoles } from './events.ts';
import { loadTenant, noTenant } from './load-tenant.ts';
import { settingsColumns } from './session-limits.ts';
import { lockTenant, replaceSelfProvisioningDomains, updateTenant } from './store.ts';
import { type AuthType, readCustomAttributes, readDomains, type TenantSettings } from './tenant.ts';

/** The changes to apply; absent fields stay as they are. */
export interface TenantChanges {
  name?: string;
  selfProvisioningDomains?: string[];
  /** Domains belong to the tenant's SSO connection: other domains than the current ones are refused here (E011004). */
  ssoDomains?: string[];
  customAttributes?: Record<string, unknown>;
  /** Keeps the other attributes. An attribute that is `null` is removed. */
  mergesAttributes?: true;
  authType?: AuthType;
  settings?: Partial<TenantSettings>;
}

/**
 * Changes a tenant. Throws E111202 for an unknown ID, E111201 for a name in use, and E011004 if roles would pass to a tenant whose
 * sign-in policy no user could satisfy together with the others.
 */
export async function changeTenant(ctx: ProjectContext, id: string, changes: TenantChanges): Promise<void> {
  const { customAttributes, mergesAttributes, authType } = changes;
  const name = changes.name === undefined ? undefined : readName(changes.name);
  const domains = changes.selfProvisioningDomains && readDomains(changes.selfProvisioningDomains);
  try {
    await transaction(ctx, async (ctx) => {
      const settings = await lockTenant(ctx.db, ctx.project.id, id);
      if (!settings) throw noTenant(id);
      if (changes.ssoDomains) await requireSsoDomains(ctx, id, readDomains(changes.ssoDomains));
      const before = await loadTenant(ctx, id);
      const kept = mergesAttributes ? before.customAttributes : {};
      const fields = {
        ...(name && { name, foldedName: foldName(name) }),
        ...(authType && { authType }),
        ...(customAttributes && {
          customAttributes: readCustomAttributes({ ...kept, ...customAttributes }),
        }),
      };
      const changed = settingsColumns(
        { ...settings, ...changes.settings },
        { now: ctx.now(), before: settings },
      );
      const update = () => updateTenant(ctx.db, ctx.project.id, id, { ...fields, ...changed });
      await (changed.inheritsSince ? ask(ctx, openingToRoles, { change: update }) : update());
      if (domains) await replaceSelfProvisioningDomains(ctx.db, ctx.project.id, id, domains);
      const difference = changesBetween(before, await loadTenant(ctx, id), {
        withoutValues: ['customAttributes'],
      });
      const data = { ...(name && { name }), changes: difference };
      await recordAudit(ctx, { action: 'TenantModified', tenantId: id, data });
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError('E111201', 'Another tenant already has this name. Choose another name', {
      cause: error,
    });
  }
}

async function requireSsoDomains(ctx: ProjectData, id: string, domains: string[]): Promise<void> {
  const { ssoDomains } = await loadTenant(ctx, id);
  if (domains.length === ssoDomains.length && domains.every((domain) => ssoDomains.includes(domain))) return;
  throw new ServiceError('E011004', 'Domains belong to an SSO connection. Set them in its settings');
}
