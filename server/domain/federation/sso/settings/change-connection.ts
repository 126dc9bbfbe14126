import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { normalizeName } from '../../../../core/names.ts';
import { isLoopbackUrl } from '../../../../core/url.ts';
import { createCertifiedKey } from '../../../../protocols/saml/self-signed.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { resolveRoleIds } from '../../../directory/roles/resolve-roles.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { isAllowedRedirect } from '../../../project/projects/redirect-urls.ts';
import { type Connection, type ConnectionSettings, emptySettings, spKeyPurpose } from '../connection.ts';
import { readReplacement } from '../identities/replaced-provider.ts';
import { noConnection } from '../load-connection.ts';
import { keepsTokens } from '../oidc/keep-tokens.ts';
import { deleteTokens } from '../oidc/store-tokens.ts';
import { withChange } from '../reading/key-changes.ts';
import { nextReading, type Reading, unread } from '../reading/reading.ts';
import { findConnection, insertConnection, updateConnection } from '../store.ts';
import { assignDomains } from '../store-domains.ts';
import { deleteTest } from '../store-failures.ts';
import { type ConnectionDetails, readDetails } from './details.ts';
import { readSsoDomains } from './domains.ts';

/** The part of a connection that depends on its protocol. */
export interface NewProvider {
  protocol: Connection['protocol'];
  settings: Partial<ConnectionSettings>;
  sealedClientSecret?: string;
  /** The reading that the settings are from. Absent if they were not read now. */
  reading?: Partial<Reading>;
}

/**
 * Writes a change of a connection that was loaded before, all or nothing. A default connection that was blank gets its row and
 * its key; the key survives every later change. If the change has an identity provider, the connection is set up from then
 * on.
 */
export async function changeConnection(
  ctx: ProjectContext,
  { tenantId, id, sealedSpKey }: Connection,
  details: ConnectionDetails,
  provider?: NewProvider,
  preparedKey?: SpKey,
): Promise<void> {
  const projectId = ctx.project.id;
  const given = { ...readDetails(details), ...provider?.settings };
  const domains = details.domains && readSsoDomains(details.domains);
  const key = sealedSpKey ? undefined : (preparedKey ?? (await createSpKey(ctx, tenantId, id)));
  await transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    await ctx.stillAllowed?.(ctx);
    const current = await findConnection(ctx.db, projectId, tenantId, id);
    const before = current?.settings ?? emptySettings;
    const extra = { ...before.extra, ...given.extra };
    const protocol = provider?.protocol ?? current?.protocol ?? 'none';
    const changed = { ...before, ...given, ...(await resolveRoles(ctx, tenantId, details)), extra };
    const known = { protocol: current?.protocol ?? 'none', settings: before } as const;
    const replacement = provider && readReplacement(ctx, known, { protocol, settings: changed });
    const settings = { ...changed, ...replacement };
    checkReachable(ctx, before, settings);
    const { sealedClientSecret } = provider ?? {};
    const fields = {
      protocol,
      settings: JSON.stringify(settings),
      modifiedAt: ctx.now(),
      ...(sealedClientSecret !== undefined && { sealedClientSecret }),
      ...(provider && {
        readDueAt: nextReading(ctx.now()),
        reading: JSON.stringify(
          withChange(
            { ...unread, ...provider.reading, changes: current?.reading.changes ?? [] },
            before,
            settings,
            {
              changedAt: ctx.now(),
              by: ctx.actor.type,
              actorId: ctx.actor.id,
            },
          ),
        ),
      }),
    } as const;
    if (current) {
      await updateConnection(ctx.db, projectId, tenantId, id, fields);
    } else {
      // The connection was deleted after it was loaded.
      if (!key) throw noConnection(id);
      await insertConnection(ctx.db, {
        projectId,
        tenantId,
        id,
        name: '',
        ...key,
        ...fields,
        createdAt: ctx.now(),
      });
    }
    if (!keepsTokens({ settings })) await deleteTokens(ctx.db, projectId, tenantId, id);
    if (domains) await setDomains(ctx, tenantId, id, domains);
    // A test is only valid for the identity provider that it was run with.
    if (provider) await deleteTest(ctx.db, { projectId, tenantId, connectionId: id });
    const idpEntityId = protocol === 'oidc' ? settings.oidc.issuer : settings.idpEntityId;
    await recordAudit(ctx, {
      action: 'SsoModified',
      tenantId,
      method: protocol === 'none' ? '' : protocol,
      data: {
        ssoId: id,
        change: 'configured',
        idpEntityId,
        changed: changedSettings(before, settings),
        changes: changesBetween(before, settings, { withoutValues: ['idpCertificates'] }),
        ...(domains && { domains }),
      },
    });
  });
}

/** Our key for a connection, and its certificate. */
export type SpKey = Pick<Connection, 'spCertificate' | 'sealedSpKey'>;

/** Creates a key. It takes long, so never call it inside a transaction. */
export async function createSpKey(
  ctx: ProjectContext,
  tenantId: string,
  connectionId: string,
): Promise<SpKey> {
  const { privateKeyPem, certificatePem } = await createCertifiedKey(
    new URL(ctx.baseUrl).hostname,
    ctx.now(),
    ctx.generateRsaKeyPair,
  );
  const sealedSpKey = ctx.sealer.seal(privateKeyPem, spKeyPurpose(ctx.project.id, tenantId, connectionId));
  return { spCertificate: certificatePem, sealedSpKey };
}

/** Resolves role names to IDs, so that renaming a role changes nothing. Throws E011004 with the unknown ones. */
async function resolveRoles(
  ctx: ProjectData,
  tenantId: string,
  { roleMappings, defaultRoleNames }: ConnectionDetails,
): Promise<Partial<ConnectionSettings>> {
  const given = (roleMappings ?? []).flatMap((one) => ('roleName' in one ? normalizeName(one.roleName) : []));
  const names = [...new Set(given)];
  const roleIds = await resolveRoleIds(ctx, tenantId, names);
  const mapped = roleMappings?.map((one) => ({
    roleId: 'roleId' in one ? one.roleId : (roleIds[names.indexOf(normalizeName(one.roleName))] as string),
    groups: one.groups,
  }));
  return {
    ...(mapped && { roleMappings: mapped }),
    ...(defaultRoleNames && { defaultRoleIds: await resolveRoleIds(ctx, tenantId, defaultRoleNames) }),
  };
}

async function setDomains(ctx: ProjectData, tenantId: string, id: string, domains: string[]): Promise<void> {
  const taken = await assignDomains(ctx.db, ctx.project.id, tenantId, id, domains);
  if (taken.length === 0) return;
  throw new ServiceError(
    'E111203',
    `domains: another SSO connection of the project already has ${taken.join(', ')}. Remove it there first`,
  );
}

/** Lists the changed settings by name only, so that the audit log has no certificates and no addresses with keys in them. */
function changedSettings(before: ConnectionSettings, after: ConnectionSettings): string[] {
  const names = Object.keys(after) as (keyof ConnectionSettings)[];
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

/** Refuses a page on the machine of each user, unless the project's list of redirect URLs says that it is meant. */
function checkReachable(ctx: ProjectContext, before: ConnectionSettings, after: ConnectionSettings): void {
  const names = { redirectUrl: 'redirectUrl', oidcRedirectUrl: 'oauthRedirectUrl' } as const;
  for (const key of ['redirectUrl', 'oidcRedirectUrl'] as const) {
    const url = after[key];
    if (url === before[key] || !isLoopbackUrl(url) || isAllowedRedirect(ctx, url)) continue;
    throw new ServiceError(
      'E011004',
      `${names[key]} points to each user’s own computer. Use a public URL, or add this one to the project’s redirect URLs`,
    );
  }
}
