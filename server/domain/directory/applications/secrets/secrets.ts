import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { equalSecrets, newSecret } from '../../../../core/crypto.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { normalizeName, readName } from '../../../../core/names.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { kinds } from '../kinds.ts';
import { requireLocked, requireRow } from '../load.ts';
import type { ClientKind } from '../store.ts';
import { deleteSecrets, insertSecret, listSecrets, type SecretRow } from './store.ts';

export interface SecretMeta {
  id: string;
  name: string;
  createdAt: number;
  /** `null`: never. */
  expiresAt: number | null;
}

/** The limit for one application. It needs more than two only while many of its instances change theirs. */
const maxSecrets = 10;

/** The stored facts that decide whether an application can have secrets. */
interface Holder {
  id: string;
  /** Absent: it is a client by OpenID Connect. */
  type?: string;
  settings: string;
}

interface HolderSettings {
  clientType?: string;
  nonConfidentialClient?: boolean;
  tokenEndpointAuthMethod?: string;
}

/** Adds the secret that a new application needs, and returns it; empty: it needs none. Part of the transaction that creates the application. */
export async function createFirstSecret(
  ctx: ProjectContext,
  kind: ClientKind,
  holder: Holder,
  secret?: string,
): Promise<string> {
  const { tokenEndpointAuthMethod } = JSON.parse(holder.settings) as HolderSettings;
  if (!canHaveSecrets(holder) || tokenEndpointAuthMethod === 'private_key_jwt') return '';
  const created = await createSecret(ctx, kind, holder.id, { name: 'default', secret });
  return created?.secret ?? '';
}

function canHaveSecrets({ type = 'oidc', settings }: Holder): boolean {
  const { clientType, nonConfidentialClient } = JSON.parse(settings) as HolderSettings;
  return type === 'oidc' && clientType !== 'public' && !nonConfidentialClient;
}

function requireSecrets(holder: Holder): void {
  if (canHaveSecrets(holder)) return;
  throw new ServiceError(
    'E011004',
    'Only OpenID Connect applications that are not public clients have client secrets',
  );
}

/** Adds a secret: 256 random bits, unless one is given. It is sealed rather than hashed, because administrators may read it again. */
async function createSecret(
  ctx: ProjectContext,
  kind: ClientKind,
  appId: string,
  input: { name: string; secret?: string | undefined; expiresAt?: number | null },
): Promise<{ secret: string; meta: SecretMeta } | undefined> {
  const secret = input.secret ?? newSecret();
  const projectId = ctx.project.id;
  const id = newId('K', ctx.now());
  const meta = { id, name: input.name, createdAt: ctx.now(), expiresAt: input.expiresAt ?? null };
  const sealedSecret = ctx.sealer.seal(secret, purposes[kind](projectId, appId, id));
  const isNew = await insertSecret(ctx.db, kind, { ...meta, projectId, appId, sealedSecret });
  return isNew ? { secret, meta } : undefined;
}

/** Lists secrets without their values. Throws E111802 for an unknown application. */
export async function loadSecrets(ctx: ProjectData, kind: ClientKind, appId: string): Promise<SecretMeta[]> {
  await requireRow(ctx, kind, appId);
  return listSecrets(ctx.db, kind, ctx.project.id, appId);
}

/** Returns the secret with this name, or the only one. The audit log records the access. */
export async function showSecret(
  ctx: ProjectContext,
  kind: ClientKind,
  appId: string,
  name?: string,
): Promise<string> {
  requireSecrets(await requireRow(ctx, kind, appId));
  const secrets = await listSecrets(ctx.db, kind, ctx.project.id, appId);
  const wanted = name ? secrets.filter((secret) => secret.name === normalizeName(name)) : secrets;
  const [secret] = wanted;
  if (!secret) throw noSecret(name);
  if (wanted.length > 1) {
    const names = wanted.map((one) => one.name).join(', ');
    throw new ServiceError(
      'E011004',
      `The application has several secrets. Give the name of one of them: ${names}`,
    );
  }
  await recordAudit(ctx, {
    action: `${kinds[kind].event}SecretShown`,
    data: { id: appId, secret: secret.name },
  });
  return unseal(ctx, kind, appId, secret);
}

/** Reports whether the application may prove its identity by this secret now. */
export async function isSecretOf(
  ctx: ProjectContext,
  kind: ClientKind,
  appId: string,
  secret: string,
): Promise<boolean> {
  const secrets = await listSecrets(ctx.db, kind, ctx.project.id, appId);
  const valid = secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > ctx.now());
  // Compares with every secret, so that the time does not tell which one it was.
  return valid.filter((row) => equalSecrets(unseal(ctx, kind, appId, row), secret)).length > 0;
}

/** Revokes all secrets of the application and returns a new one. */
export async function rotateSecret(ctx: ProjectContext, kind: ClientKind, appId: string): Promise<string> {
  return transaction(ctx, async (ctx) => {
    requireSecrets(await requireLocked(ctx, kind, appId));
    await deleteSecrets(ctx.db, kind, ctx.project.id, appId);
    const created = await createSecret(ctx, kind, appId, { name: 'default' });
    if (!created) throw new Error('A secret was added to an application that is locked');
    await recordAudit(ctx, {
      action: `${kinds[kind].event}SecretCreated`,
      data: { id: appId, rotated: true },
    });
    return created.secret;
  });
}

/** Adds a secret to the existing ones. Throws E111801 for a name in use. */
export async function addSecret(
  ctx: ProjectContext,
  kind: ClientKind,
  appId: string,
  input: { name: string; expiresAt: number | null },
): Promise<{ meta: SecretMeta; secret: string }> {
  if (input.expiresAt !== null && input.expiresAt <= ctx.now())
    throw new ServiceError('E011004', 'expireTime must be in the future');
  const name = readName(input.name);
  return transaction(ctx, async (ctx) => {
    requireSecrets(await requireLocked(ctx, kind, appId));
    const secrets = await listSecrets(ctx.db, kind, ctx.project.id, appId);
    if (secrets.length >= maxSecrets)
      throw new ServiceError(
        'E011004',
        `An application can have at most ${maxSecrets} secrets. Revoke one first`,
      );
    const created = await createSecret(ctx, kind, appId, { ...input, name });
    if (!created)
      throw new ServiceError(
        'E111801',
        `The application already has a secret with the name ${name}. Choose another name`,
      );
    await recordAudit(ctx, {
      action: `${kinds[kind].event}SecretCreated`,
      data: { id: appId, secret: name },
    });
    return created;
  });
}

/** Revokes a secret and returns the remaining ones. Throws E111802 for an unknown application or secret. */
export async function revokeSecret(
  ctx: ProjectContext,
  kind: ClientKind,
  appId: string,
  name: string,
): Promise<SecretMeta[]> {
  return transaction(ctx, async (ctx) => {
    await requireLocked(ctx, kind, appId);
    if (!(await deleteSecrets(ctx.db, kind, ctx.project.id, appId, normalizeName(name))))
      throw noSecret(name);
    await recordAudit(ctx, {
      action: `${kinds[kind].event}SecretRevoked`,
      data: { id: appId, secret: name },
    });
    return listSecrets(ctx.db, kind, ctx.project.id, appId);
  });
}

function unseal(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  kind: ClientKind,
  appId: string,
  row: SecretRow,
): string {
  return ctx.sealer.unseal(row.sealedSecret, purposes[kind](ctx.project.id, appId, row.id));
}

function noSecret(name: string | undefined): ServiceError {
  const which = name ? ` with the name ${name}` : '';
  return new ServiceError('E111802', `The application has no client secret${which}`);
}

const purposes: Record<ClientKind, (projectId: string, appId: string, secretId: string) => string> = {
  sso: (projectId, appId, secretId) => `sso-app-secret:${projectId}:${appId}:${secretId}`,
  thirdParty: (projectId, appId, secretId) => `inbound-app-secret:${projectId}:${appId}:${secretId}`,
};

export const sealedAppSecrets = sealedColumn({
  table: 'ssoAppSecrets',
  key: ['projectId', 'ssoAppId', 'id'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, ssoAppId, id }) => purposes.sso(projectId, ssoAppId, id),
});

export const sealedInboundAppSecrets = sealedColumn({
  table: 'inboundAppSecrets',
  key: ['projectId', 'appId', 'id'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, appId, id }) => purposes.thirdParty(projectId, appId, id),
});
