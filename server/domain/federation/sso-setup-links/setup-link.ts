import { ssoAdmin } from '../../../core/built-in-rights.ts';
import type {
  ProjectContext,
  ProjectData,
  ServiceContext,
  TenantAdministrator,
  TimedProjectData,
} from '../../../core/context.ts';
import { hashSecret, newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { withQuery } from '../../../core/url.ts';
import { enqueueMessage, requireDelivery } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import { readEmail } from '../../directory/users/identifiers/address.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { type LoadedConnection, loadConnection } from '../sso/load-connection.ts';
import {
  deleteExpiredLinks,
  deleteLinks,
  findLink,
  insertLink,
  listLinks,
  markLink,
  type SetupLinkRow,
} from './store.ts';

export const setupPath = '/sso-setup';

const defaultLifetimeSeconds = 7 * 24 * 60 * 60;
export const longestLifetimeSeconds = 30 * 24 * 60 * 60;
const keptAfterExpiryMs = 30 * 24 * 60 * 60 * 1000;

export interface NewSetupLink {
  tenantId: string;
  connectionId?: string;
  /** 0 or absent for seven days. */
  lifetimeSeconds?: number;
  email?: string;
  templateId?: string;
  /** The person who requested it, according to the caller. */
  actorId?: string;
  /** The holder may map groups to roles. */
  mapsRoles?: boolean;
}

/**
 * Creates the link with which a tenant's administrator sets up one of its connections. The link is the only credential: it
 * opens nothing else, and can be revoked. With `email`, it is also sent there.
 */
export async function createSetupLink(ctx: ProjectContext, input: NewSetupLink): Promise<string> {
  const { tenantId, lifetimeSeconds = 0, actorId, templateId, mapsRoles = false } = input;
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
      sentTo: to ?? '',
      mapsRoles: mapsRoles ? 1 : 0,
      openedAt: 0,
      changedAt: 0,
      doneAt: 0,
    });
    const made = { ssoId: connection.id, change: 'setupLinkCreated', linkId: id, expiresAt, mapsRoles };
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

/** Revokes all links of the connection, or one of them. Succeeds if there are none. */
export async function revokeSetupLinks(
  ctx: ProjectContext,
  {
    tenantId,
    connectionId = defaultConnectionId,
    linkId,
  }: LinksOfConnection & { linkId?: string | undefined },
): Promise<void> {
  await loadConnection(ctx, tenantId, connectionId);
  await transaction(ctx, async (ctx) => {
    const links = await deleteLinks(ctx.db, ctx.project.id, { tenantId, connectionId, linkId });
    if (links === 0) return;
    const data = { ssoId: connectionId, change: 'setupLinksRevoked', links };
    await recordAudit(ctx, { action: 'SsoModified', tenantId, data });
  });
}

type LinksOfConnection = { tenantId: string; connectionId?: string | undefined };

/** Returns the links of the connection that have not been revoked, newest first, and those that expired less than 30 days ago. */
export async function loadSetupLinks(
  ctx: ProjectContext,
  { tenantId, connectionId = defaultConnectionId }: LinksOfConnection,
): Promise<SetupLinkRow[]> {
  await loadConnection(ctx, tenantId, connectionId);
  return listLinks(ctx.db, ctx.project.id, { tenantId, connectionId });
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
  {
    tenantId,
    connectionId,
    isBatch = false,
  }: { tenantId: string; connectionId?: string | undefined; isBatch?: boolean },
): Promise<string> {
  const { connection, tenant } = await loadConnection(ctx, tenantId, connectionId);
  // A page of the tenant's administrators shows that there is no link, where a management key gets the reason.
  if (ctx.tenantAdministrator && isBatch && !isOffered(tenant)) return '';
  requireOffered(tenant);
  return signedInAddressOf(ctx, { tenantId, connectionId: connection.id });
}

export interface OpenSetup {
  /** The connection, and the address of the page. */
  link: Pick<SetupLinkRow, 'tenantId' | 'connectionId'> & {
    address: string;
    /** Absent for a signed-in user. */
    held?: Pick<SetupLinkRow, 'id' | 'expiresAt' | 'openedAt' | 'changedAt' | 'doneAt'> & {
      mapsRoles: boolean;
    };
  };
  /** The link or the user that changes are recorded for. */
  actor: ProjectContext['actor'];
  loaded: LoadedConnection;
  /** The signed-in user. Absent for a link. */
  administrator?: TenantAdministrator | undefined;
  /**
   * Throws `SetupEnded` if the link or the right of the user has ended since the page was opened, and records the change. Part of the
   * transaction of each change.
   */
  confirm(ctx: ProjectContext): Promise<void>;
  /** Reports whether the signed-in user holds the permission with this ID in the tenant now. */
  holds(ctx: ProjectContext, right: string): Promise<boolean>;
}

/** The link or the right that opened the page has ended while a change was under way. */
export class SetupEnded extends Error {}

/** Opens a link. Returns `undefined` if it is unknown, expired or revoked, or its tenant is disabled or does not allow it. */
export async function openSetupLink(
  ctx: TimedProjectData & Pick<ProjectContext, 'baseUrl'>,
  { id, token }: { id: string; token: string },
): Promise<OpenSetup | undefined> {
  const link = await findLink(ctx.db, ctx.project.id, { id, tokenHash: hashSecret(token), now: ctx.now() });
  if (!link) return undefined;
  const { tenantId, connectionId } = link;
  const held = { ...link, mapsRoles: link.mapsRoles === 1 };
  const opened = { tenantId, connectionId, address: addressOf(ctx, link.id), held };
  return openSetup(ctx, {
    link: opened,
    actor: { type: 'setupLink', id: link.id },
    confirm: async (ctx) => {
      if (!(await markLink(ctx.db, ctx.project.id, link.id, 'changedAt', ctx.now()))) throw new SetupEnded();
    },
    holds: async () => false,
  });
}

/**
 * Opens the setup of a connection for a signed-in user, who must be authenticated as an administrator of the tenant before. `holds` does it again,
 * for a permission.
 */
export function openSignedInSetup(
  ctx: ProjectContext,
  of: { tenantId: string; connectionId: string },
  holds: OpenSetup['holds'],
): Promise<OpenSetup | undefined> {
  return openSetup(ctx, {
    link: { ...of, address: signedInAddressOf(ctx, of) },
    actor: ctx.actor,
    administrator: ctx.tenantAdministrator,
    confirm: async (ctx) => {
      if (!(await holds(ctx, ssoAdmin.id))) throw new SetupEnded();
    },
    holds,
  });
}

async function openSetup(
  ctx: ProjectData,
  opened: Omit<OpenSetup, 'loaded'>,
): Promise<OpenSetup | undefined> {
  try {
    const loaded = await loadConnection(ctx, opened.link.tenantId, opened.link.connectionId);
    const { tenant } = loaded;
    // The administrators of a disabled tenant change nothing until it is enabled again.
    if (!isOpen(tenant)) return undefined;
    const confirm = async (ctx: ProjectContext) => {
      const [now] = await findTenants(ctx, [tenant.id]);
      if (!now || !isOpen(now)) throw new SetupEnded();
      await opened.confirm(ctx);
    };
    return { ...opened, loaded, confirm };
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/** Returns the setup with the settings as they are now. */
export async function withCurrentSettings(ctx: ProjectData, setup: OpenSetup): Promise<OpenSetup> {
  const { tenantId, connectionId } = setup.link;
  return { ...setup, loaded: await loadConnection(ctx, tenantId, connectionId) };
}

function requireOffered(tenant: Tenant): void {
  if (isOffered(tenant)) return;
  throw new ServiceError(
    'E011004',
    'The tenant does not allow setup links. Set ssoSetupSuiteSettings.enabled in its settings to true first',
  );
}

function isOpen(tenant: Tenant): boolean {
  return isOffered(tenant) && !tenant.settings.disabled;
}

function isOffered({ settings }: Tenant): boolean {
  return settings.ssoSetupSuite.offered !== false;
}

/** Deletes links some time after they expired. Until then, administrators see that they did. Those of the console’s own tests go at once. */
export function deleteExpiredSetupLinks(ctx: ServiceContext): Promise<void> {
  return deleteExpiredLinks(ctx.db, ctx.now(), keptAfterExpiryMs);
}
