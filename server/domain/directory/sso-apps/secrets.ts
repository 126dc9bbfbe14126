import type { ProjectContext } from '../../../core/context.ts';
import { newSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { normalizeName, readName } from '../../../core/names.ts';
import { sealedColumn } from '../../../storage/sealed-columns.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { noSsoApp } from './load-app.ts';
import type { OidcSettings } from './sso-app.ts';
import { findSsoAppRow, lockSsoAppRow, type SsoAppRow } from './store.ts';
import { deleteSecrets, insertSecret, listSecrets, type SecretRow } from './store-secrets.ts';

export interface SecretMeta {
  id: string;
  name: string;
  createdAt: number;
  /** `null`: never. */
  expiresAt: number | null;
}

/** The limit for one application. It needs more than two only while many of its instances change theirs. */
const maxSecrets = 10;

/**
 * Creates a secret of 256 random bits unless one is given. It is sealed rather than hashed, because administrators
 * may read it again.
 */
export function newSecretRow(
  ctx: ProjectContext,
  appId: string,
  input: { name: string; secret?: string | undefined; expiresAt?: number | null },
): { secret: string; row: SecretRow } {
  const secret = input.secret ?? newSecret();
  const projectId = ctx.project.id;
  const id = newId('K', ctx.now());
  const sealedSecret = ctx.sealer.seal(secret, purpose(projectId, appId, id));
  const { name, expiresAt = null } = input;
  return {
    secret,
    row: { projectId, ssoAppId: appId, id, name, sealedSecret, createdAt: ctx.now(), expiresAt },
  };
}

/** Lists secrets without their values. Throws E111802 for an unknown application. */
export async function loadSecrets(ctx: ProjectContext, appId: string): Promise<SecretMeta[]> {
  if (!(await findSsoAppRow(ctx.db, ctx.project.id, appId))) throw noSsoApp(appId);
  return listSecrets(ctx.db, ctx.project.id, appId);
}

/** Returns the secret with this name, or the only one. The audit log records the access. */
export async function showSecret(ctx: ProjectContext, appId: string, name?: string): Promise<string> {
  requireClient(await findSsoAppRow(ctx.db, ctx.project.id, appId), appId);
  const secrets = await listSecrets(ctx.db, ctx.project.id, appId);
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
  const clear = ctx.sealer.unseal(secret.sealedSecret, purpose(ctx.project.id, appId, secret.id));
  await recordAudit(ctx, { action: 'SsoAppSecretShown', data: { id: appId, secret: secret.name } });
  return clear;
}

/** Returns the secrets with which the application may prove its identity now. */
export async function validSecretsOf(ctx: ProjectContext, appId: string): Promise<string[]> {
  const secrets = await listSecrets(ctx.db, ctx.project.id, appId);
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > ctx.now())
    .map(({ id, sealedSecret }) => ctx.sealer.unseal(sealedSecret, purpose(ctx.project.id, appId, id)));
}

/** Revokes all secrets of the application and returns a new one. */
export async function rotateSecret(ctx: ProjectContext, appId: string): Promise<string> {
  const { secret, row } = newSecretRow(ctx, appId, { name: 'default' });
  await transaction(ctx, async (ctx) => {
    requireClient(await lockSsoAppRow(ctx.db, ctx.project.id, appId), appId);
    await deleteSecrets(ctx.db, ctx.project.id, appId);
    await insertSecret(ctx.db, row);
    await recordAudit(ctx, { action: 'SsoAppSecretCreated', data: { id: appId, rotated: true } });
  });
  return secret;
}

/** Adds a secret to the existing ones. Throws E111801 for a name in use. */
export async function addSecret(
  ctx: ProjectContext,
  appId: string,
  input: { name: string; expiresAt: number | null },
): Promise<{ meta: SecretMeta; secret: string }> {
  if (input.expiresAt !== null && input.expiresAt <= ctx.now())
    throw new ServiceError('E011004', 'expireTime must be in the future');
  const name = readName(input.name);
  const { secret, row } = newSecretRow(ctx, appId, { ...input, name });
  await transaction(ctx, async (ctx) => {
    requireClient(await lockSsoAppRow(ctx.db, ctx.project.id, appId), appId);
    const secrets = await listSecrets(ctx.db, ctx.project.id, appId);
    if (secrets.length >= maxSecrets)
      throw new ServiceError(
        'E011004',
        `An application can have at most ${maxSecrets} secrets. Revoke one first`,
      );
    if (!(await insertSecret(ctx.db, row)))
      throw new ServiceError(
        'E111801',
        `The application already has a secret with the name ${name}. Choose another name`,
      );
    await recordAudit(ctx, { action: 'SsoAppSecretCreated', data: { id: appId, secret: name } });
  });
  return { meta: row, secret };
}

/** Revokes a secret and returns the remaining ones. Throws E111802 for an unknown application or secret. */
export async function revokeSecret(ctx: ProjectContext, appId: string, name: string): Promise<SecretMeta[]> {
  return transaction(ctx, async (ctx) => {
    if (!(await lockSsoAppRow(ctx.db, ctx.project.id, appId))) throw noSsoApp(appId);
    if (!(await deleteSecrets(ctx.db, ctx.project.id, appId, normalizeName(name)))) throw noSecret(name);
    await recordAudit(ctx, { action: 'SsoAppSecretRevoked', data: { id: appId, secret: name } });
    return listSecrets(ctx.db, ctx.project.id, appId);
  });
}

function requireClient(row: SsoAppRow | undefined, id: string): void {
  if (!row) throw noSsoApp(id);
  const settings = JSON.parse(row.settings) as Partial<OidcSettings>;
  if (row.type !== 'oidc' || settings.clientType === 'public')
    throw new ServiceError(
      'E011004',
      'Only OIDC applications that are not public clients have client secrets',
    );
}

function noSecret(name: string | undefined): ServiceError {
  const which = name ? ` with the name ${name}` : '';
  return new ServiceError('E111802', `The application has no client secret${which}`);
}

function purpose(projectId: string, appId: string, secretId: string): string {
  return `sso-app-secret:${projectId}:${appId}:${secretId}`;
}

export const sealedAppSecrets = sealedColumn({
  table: 'ssoAppSecrets',
  key: ['projectId', 'ssoAppId', 'id'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, ssoAppId, id }) => purpose(projectId, ssoAppId, id),
});
