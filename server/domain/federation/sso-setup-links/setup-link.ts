import type { ProjectContext, ProjectData, ServiceContext, TimedProjectData } from '../../../core/context.ts';
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
  requireOffered(tenant);
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

/** Returns the address at which a signed-in administrator of the tenant sets up a connection. It is no credential. */
export function signedInAddressOf(
  ctx: Pick<ProjectContext, 'baseUrl' | 'project'>,
  { tenantId, connectionId = defaultConnectionId }: { tenantId: string; connectionId?: string | undefined },
): string {
  return `${ctx.baseUrl}${setupPath}/${ctx.project.id}/tenants/${tenantId}/${encodeURIComponent(connectionId)}`;
}

/** Returns that address. Throws if the tenant or the connection does not exist, or the tenant does not allow setup links. */
export async function offerSignedInSetup(
  ctx: ProjectContext,
  { tenantId, connectionId }: { tenantId: string; connectionId?: string | undefined },
): Promise<string> {
  const { connection, tenant } = await loadConnection(ctx, tenantId, connectionId);
  requireOffered(tenant);
  return signedInAddressOf(ctx, { tenantId, connectionId: connection.id });
}

export interface OpenSetup {
  /** The connection, and the address of the page. */
  link: Pick<SetupLinkRow, 'tenantId' | 'connectionId'> & { address: string; expiresAt?: number };
  /** The link or the user that changes are recorded for. */
  actor: ProjectContext['actor'];
  loaded: LoadedConnection;
  /** Throws E062504 or E064013 if the link or the right has ended since: saving waits for another server. Part of a transaction. */
  stillAllowed(ctx: ProjectContext): Promise<void>;
}

/** Opens a link. Returns `undefined` if it is unknown, expired or revoked, or its tenant is disabled or does not allow it. */
export async function openSetupLink(
  ctx: TimedProjectData & Pick<ProjectContext, 'baseUrl'>,
  { id, token }: { id: string; token: string },
): Promise<OpenSetup | undefined> {
  const link = await findLink(ctx.db, ctx.project.id, { id, tokenHash: hashSecret(token), now: ctx.now() });
  if (!link) return undefined;
  const { tenantId, connectionId, expiresAt } = link;
  const opened = { tenantId, connectionId, expiresAt, address: addressOf(ctx, link.id) };
  const again = (ctx: ProjectContext) => openSetupLink(ctx, { id, token });
  return openSetup(ctx, opened, { actor: { type: 'setupLink', id: link.id }, again });
}

/** Opens the setup of a connection for a signed-in user, who must be authenticated as an administrator of the tenant before. */
export function openSignedInSetup(
  ctx: ProjectContext,
  of: { tenantId: string; connectionId: string },
): Promise<OpenSetup | undefined> {
  const again = async ({ db }: ProjectContext) => {
    const now = { ...ctx, db };
    await ctx.stillAllowed?.(now);
    return openSignedInSetup(now, of);
  };
  return openSetup(ctx, { ...of, address: signedInAddressOf(ctx, of) }, { actor: ctx.actor, again });
}

async function openSetup(
  ctx: ProjectData,
  link: OpenSetup['link'],
  { actor, again }: Pick<OpenSetup, 'actor'> & { again(ctx: ProjectContext): Promise<OpenSetup | undefined> },
): Promise<OpenSetup | undefined> {
  const stillAllowed = async (ctx: ProjectContext) => {
    if (!(await again(ctx))) throw new ServiceError('E062504', 'The setup link is no longer valid');
  };
  try {
    const loaded = await loadConnection(ctx, link.tenantId, link.connectionId);
    const { tenant } = loaded;
    // The administrators of a disabled tenant change nothing until it is enabled again.
    return isOffered(tenant) && !tenant.settings.disabled ? { link, actor, loaded, stillAllowed } : undefined;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

function requireOffered(tenant: Tenant): void {
  if (isOffered(tenant)) return;
  throw new ServiceError(
    'E011004',
    'The tenant does not allow setup links. Set ssoSetupSuiteSettings.enabled in its settings to true first',
  );
}

function isOffered({ settings }: Tenant): boolean {
  return settings.ssoSetupSuite.offered !== false;
}

export function deleteExpiredSetupLinks(ctx: ServiceContext): Promise<void> {
  return deleteExpiredLinks(ctx.db, ctx.now());
}
