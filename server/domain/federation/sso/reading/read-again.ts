import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { discoveryUrl } from '../../../../protocols/oidc/metadata.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { lockTenants } from '../../../directory/tenants/load-tenant.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { Connection, ConnectionSettings } from '../connection.ts';
import { discoverAgain } from '../oidc/provider.ts';
import { type IdentityProvider, readIdentityProvider } from '../settings/identity-provider.ts';
import { findConnection, updateConnection } from '../store.ts';
import { factsOf, withChange } from './key-changes.ts';
import type { Reading } from './reading.ts';

/** Why a description is read: a signature that matches no key, the day is over, or an administrator's wish. */
export type ReadingCause = 'signature' | 'daily' | 'requested';

interface Why {
  cause: ReadingCause;
  /** The claim of a reading because of a signature. */
  claim?: number;
}

type Found =
  | { settings: Partial<ConnectionSettings>; reading: Pick<Reading, 'leftOut' | 'found'> }
  | { failure: string };

/** Returns the address at which the provider describes itself. Empty if everything was entered by hand. */
export function describedAt({ protocol, settings }: Pick<Connection, 'protocol' | 'settings'>): string {
  if (protocol === 'saml') return settings.idpMetadataUrl;
  return protocol === 'oidc' && settings.oidc.isDiscovered ? discoveryUrl(settings.oidc.issuer) : '';
}

/**
 * Reads the provider's description again, and takes over its keys and addresses by the rules of saving a connection. If it is not usable,
 * nothing changes but the record of the failure. Does nothing if the connection was changed while it was read. Returns the connection as it is
 * then, or `undefined` if it is gone. Never call it inside a transaction.
 */
export async function readAgain(
  ctx: ProjectContext,
  connection: Connection,
  { cause, claim }: Why,
): Promise<Connection | undefined> {
  const { tenantId, id } = connection;
  const projectId = ctx.project.id;
  const found = await readDescription(ctx, connection);
  return transaction(ctx, async (ctx) => {
    await lockTenants(ctx, [tenantId]);
    const current = await findConnection(ctx.db, projectId, tenantId, id);
    if (!current || !isDeepStrictEqual(described(current), described(connection))) return current;
    const now = ctx.now();
    const known = { ...current.reading, answered: claim ?? current.reading.answered };
    if ('failure' in found) {
      const reading = { ...known, failedAt: now, failure: found.failure };
      await updateConnection(ctx.db, projectId, tenantId, id, { reading: JSON.stringify(reading) });
      return { ...current, reading };
    }
    const before = current.settings;
    const settings = { ...before, ...found.settings };
    const read: Reading = { ...known, ...found.reading, readAt: now, failedAt: 0, failure: '' };
    const reading = withChange(read, before, settings, { changedAt: now, by: 'address', actorId: '' });
    const changes = changesBetween(before, settings, { withoutValues: ['idpCertificates'] });
    const isChanged = !isDeepStrictEqual(before, settings);
    await updateConnection(ctx.db, projectId, tenantId, id, {
      reading: JSON.stringify(reading),
      ...(isChanged && { settings: JSON.stringify(settings), modifiedAt: now }),
    });
    if (isChanged) {
      const fingerprints = (certificates: string[]) =>
        certificates.flatMap(factsOf).map(({ fingerprint }) => fingerprint);
      await recordAudit(ctx, {
        action: 'SsoModified',
        tenantId,
        method: current.protocol,
        data: {
          ssoId: id,
          change: 'readAgain',
          cause,
          changes,
          ...(current.protocol === 'saml' && {
            certificatesBefore: fingerprints(before.idpCertificates),
            certificates: fingerprints(settings.idpCertificates),
          }),
        },
      });
    }
    return { ...current, settings, reading };
  }).catch((error: unknown) => {
    // The tenant was deleted meanwhile.
    if (error instanceof ServiceError && error.code === 'E111202') return undefined;
    throw error;
  });
}

async function readDescription(ctx: ProjectContext, connection: Connection): Promise<Found> {
  const { protocol, settings, sealedClientSecret, reading } = connection;
  try {
    if (protocol === 'oidc') {
      const hasSecret = sealedClientSecret !== '';
      const { oidc, found } = await discoverAgain(ctx, settings.oidc, { before: reading.found, hasSecret });
      return { settings: { oidc }, reading: { leftOut: [], found } };
    }
    const { provider, leftOut } = await readIdentityProvider(ctx, {
      metadataUrl: settings.idpMetadataUrl,
      entityId: settings.idpEntityId,
      signRequests: settings.signRequests,
      preferredBinding: settings.requestBinding,
    });
    return { settings: provider, reading: { leftOut } };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E111301') return { failure: error.message };
    throw error;
  }
}

/** Returns what a reading replaces and depends on. */
function described({ protocol, settings, sealedClientSecret }: Connection) {
  const {
    idpEntityId,
    idpSsoUrl,
    idpSsoPostUrl,
    idpCertificates,
    idpMetadataUrl,
    signRequests,
    requestBinding,
  } = settings;
  const provider: IdentityProvider = {
    idpEntityId,
    idpSsoUrl,
    idpSsoPostUrl,
    idpCertificates,
    idpMetadataUrl,
    signRequests,
    requestBinding,
  };
  return { protocol, provider, oidc: settings.oidc, hasSecret: sealedClientSecret !== '' };
}
