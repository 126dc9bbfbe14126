import type { ProjectContext, ServiceContext, TimedProjectData } from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { withQuery } from '../../../core/url.ts';
import { enqueueMessage, requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { readEmail } from '../../directory/users/identifiers/address.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type LoadedConnection, loadConnection } from '../sso/load-connection.ts';
import { deleteExpiredLinks, deleteLinks, findLink, insertLink, type SetupLinkRow } from './store.ts';

export const setupPath = '/sso-setup';

const defaultLifetimeSeconds = 7 * 24 * 60 * 60;
export const longestLifetimeSeconds = 30 * 24 * 60 * 60;

export interface NewSetupLink {
  tenantId: string;
  connectionId?: string;
  /** 0 or absent for seven days. */
  lifetimeSeconds?: number;
  email?: string;
  templateId?: string;
  /** The person who requested it, according to the caller. */
  actorId?: string;
}

/**
 * Creates the link with which a tenant's administrator sets up one of its connections. The link is the only credential: it
 * opens nothing else, and can be revoked. With `email`, it is also sent there.
 */
export async function createSetupLink(ctx: ProjectContext, input: NewSetupLink): Promise<string> {
  const { tenantId, lifetimeSeconds = 0, actorId, templateId } = input;
  const to = input.email && readEmail(input.email);
  const seconds = lifetimeSeconds || defaultLifetimeSeconds;
  if (seconds > longestLifetimeSeconds) {
    throw new ServiceError(
      'E011004',
      `expireTime can be at most ${longestLifetimeSeconds} seconds (30 days)`,
    );
  }
  if (to) await requireDelivery(ctx, 'email');
  const { connection, tenant } = await loadConnection(ctx, tenantId, input.connectionId);
  if (!isOffered(tenant)) {
    throw new ServiceError(
      'E011004',
      'The tenant does not allow setup links. Set ssoSetupSuiteSettings.enabled in its settings to true first',
    );
  }
  const token = newSecret();
  const now = ctx.now();
  const id = newId('L', now);
  const expiresAt = now + seconds * 1000;
  const link = withQuery(addressOf(ctx, id), { token });
  await transaction(ctx, async (ctx) => {
    await insertLink(ctx.db, {
      projectId: ctx.project.id,
      id,
      tokenHash: hashSecret(token),
      tenantId,
      connectionId: connection.id,
      createdAt: now,
      expiresAt,
    });
    const made = { ssoId: connection.id, change: 'setupLinkCreated', linkId: id, expiresAt };
    await recordAudit(ctx, {
      action: 'SsoModified',
      tenantId,
      data: { ...made, ...(actorId && { actorId }) },
    });
    if (!to) return;
    const data = { link, tenant: tenant.name };
    const message = { kind: 'ssoSetup', channel: 'email', to, data, templateId, expiresAt } as const;
    const { accepted } = await enqueueMessage(ctx, message);
    if (!accepted)
      throw new ServiceError(
        'E113003',
        'Too many messages were sent to this address recently. Try again later',
      );
  });
  return link;
}

export function addressOf(ctx: Pick<ProjectContext, 'baseUrl' | 'project'>, linkId: string): string {
  return `${ctx.baseUrl}${setupPath}/${ctx.project.id}/${linkId}`;
}

/** Revokes all links of the connection. Succeeds if there are none. */
export async function revokeSetupLinks(
  ctx: ProjectContext,
  { tenantId, connectionId = defaultConnectionId }: { tenantId: string; connectionId?: string | undefined },
): Promise<void> {
  await loadConnection(ctx, tenantId, connectionId);
  await transaction(ctx, async (ctx) => {
    const links = await deleteLinks(ctx.db, ctx.project.id, { tenantId, connectionId });
    if (links === 0) return;
    const data = { ssoId: connectionId, change: 'setupLinksRevoked', links };
    await recordAudit(ctx, { action: 'SsoModified', tenantId, data });
  });
}

export interface OpenSetup {
  link: SetupLinkRow;
  loaded: LoadedConnection;
}

/** Opens a link. Returns `undefined` if it is unknown, expired or revoked, or its tenant or connection does not allow it. */
export async function openSetupLink(
  ctx: TimedProjectData,
  { id, token }: { id: string; token: string },
): Promise<OpenSetup | undefined> {
  const link = await findLink(ctx.db, ctx.project.id, { id, tokenHash: hashSecret(token), now: ctx.now() });
  if (!link) return undefined;
  try {
    const loaded = await loadConnection(ctx, link.tenantId, link.connectionId);
    return isOffered(loaded.tenant) ? { link, loaded } : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

function isOffered({ settings }: Tenant): boolean {
  return settings.ssoSetupSuite.offered !== false;
}

export function deleteExpiredSetupLinks(ctx: ServiceContext): Promise<void> {
  return deleteExpiredLinks(ctx.db, ctx.now());
}
