import type { ProjectContext, TimedProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import type { Connection } from '../connection.ts';
import { SsoRefusal } from '../refusal.ts';
import { findConnection, updateConnection } from '../store.ts';
import { discoverLate, type Endpoints, isUndiscovered } from './provider.ts';
import type { OidcSettings } from './settings.ts';

/** Returns the connection with its provider's addresses, discovering them if that was impossible at set-up. */
export async function withEndpoints(ctx: ProjectContext, connection: Connection): Promise<Connection> {
  const { settings } = connection;
  if (!isUndiscovered(settings.oidc)) return connection;
  const { oidc, found } = await discoverLate(ctx, settings.oidc).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'E111301') throw error;
    throw new SsoRefusal('unreachable', error.message);
  });
  await keepEndpoints(ctx, connection, { oidc, found });
  return { ...connection, settings: { ...settings, oidc } };
}

/** Stores the addresses unless the connection was changed meanwhile. */
async function keepEndpoints(
  ctx: TimedProjectData,
  { tenantId, id, settings }: Connection,
  { oidc, found }: { oidc: OidcSettings; found: Endpoints },
): Promise<void> {
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const current = await findConnection(ctx.db, ctx.project.id, tenantId, id);
    const before = current?.settings.oidc;
    if (!current || !before || !isUndiscovered(before) || before.issuer !== settings.oidc.issuer) return;
    await updateConnection(ctx.db, ctx.project.id, tenantId, id, {
      settings: JSON.stringify({ ...current.settings, oidc: { ...oidc, ...signInClientOf(before) } }),
      reading: JSON.stringify({ ...current.reading, readAt: ctx.now(), failedAt: 0, failure: '', found }),
      modifiedAt: ctx.now(),
    });
  });
}

function signInClientOf({ name, clientId, scopes, prompt }: OidcSettings) {
  return { name, clientId, scopes, prompt };
}
