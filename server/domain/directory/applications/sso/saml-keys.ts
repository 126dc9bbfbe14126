import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { ProjectContext, ProjectData } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { createCertifiedKey } from '../../../../protocols/saml/self-signed.ts';
import { sealedColumn } from '../../../../storage/sealed-columns.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { noApplication } from '../kinds.ts';
import { requireLocked, requireRow } from '../load.ts';
import {
  activateKeyRow,
  insertKey,
  listActiveCertificates,
  listKeys,
  type SamlKeyRow,
} from './store-saml-keys.ts';

/** A key with which we sign the assertions for an application. */
export interface SamlKey {
  id: string;
  /** `next`: it is in the metadata and does not sign yet. */
  status: 'active' | 'next';
  /** PEM. */
  certificate: string;
  createdAt: number;
}

/** Lists the keys of a SAML application, the one that signs first. It gets its first key when it is first needed. */
export async function loadSamlKeys(ctx: ProjectContext, appId: string): Promise<SamlKey[]> {
  return (await ensureKeys(ctx, appId)).map(({ id, status, certificate, createdAt }) => ({
    id,
    status,
    certificate,
    createdAt,
  }));
}

/** Unsealing and reading a key costs more than a signature, so it is kept for as long. A key never changes under its ID. */
const keptSeconds = 10 * 60;

/** Returns the key that signs, with its certificate (PEM). */
export async function samlSigningKey(
  ctx: ProjectContext,
  appId: string,
): Promise<{ privateKey: KeyObject; certificate: string }> {
  const [active] = await ensureKeys(ctx, appId);
  if (!active) throw new Error('a SAML application has no key after one was created');
  const { id, certificate, sealedKey } = active;
  const name = purpose(ctx.project.id, appId, id);
  const privateKey = await ctx.cache.get(name, keptSeconds, async () =>
    createPrivateKey(ctx.sealer.unseal(sealedKey, name)),
  );
  return { privateKey, certificate };
}

/** Adds the next key, which the metadata shows from now on. Throws E111801 if there is one already. */
export async function addSamlKey(ctx: ProjectContext, appId: string): Promise<SamlKey[]> {
  await requireSaml(ctx, appId);
  await ensureKeys(ctx, appId);
  if (!(await createKey(ctx, appId, 'next')))
    throw new ServiceError('E111801', 'The application already has a next certificate. Activate it first');
  await recordAudit(ctx, { action: 'SsoAppCertificateCreated', data: { id: appId } });
  return loadSamlKeys(ctx, appId);
}

/** Lets the next key sign, and deletes the former one. Throws E111802 if there is no next key. */
export async function activateSamlKey(ctx: ProjectContext, appId: string): Promise<SamlKey[]> {
  await transaction(ctx, async (ctx) => {
    await requireLocked(ctx, 'sso', appId);
    if (!(await activateKeyRow(ctx.db, ctx.project.id, appId)))
      throw new ServiceError('E111802', 'The application has no next certificate. Create one first');
    await recordAudit(ctx, { action: 'SsoAppCertificateActivated', data: { id: appId } });
  });
  return loadSamlKeys(ctx, appId);
}

/** Returns the certificates that sign, by application. An application that was never used may have none. */
export async function samlCertificates(ctx: ProjectData): Promise<Map<string, string>> {
  const found = await listActiveCertificates(ctx.db, ctx.project.id);
  return new Map(found.map(({ ssoAppId, certificate }) => [ssoAppId, certificate]));
}

async function requireSaml(ctx: ProjectData, appId: string): Promise<void> {
  const { type } = await requireRow(ctx, 'sso', appId);
  if (type !== 'saml') throw noApplication('sso', appId);
}

async function ensureKeys(ctx: ProjectContext, appId: string): Promise<SamlKeyRow[]> {
  const keys = await listKeys(ctx.db, ctx.project.id, appId);
  if (keys.length > 0) return keys;
  // If several requests create one, the database keeps the first.
  await createKey(ctx, appId, 'active');
  return listKeys(ctx.db, ctx.project.id, appId);
}

async function createKey(ctx: ProjectContext, appId: string, status: SamlKey['status']): Promise<boolean> {
  const name = `${ctx.project.name} ${appId}`;
  const { privateKeyPem, certificatePem } = await createCertifiedKey(name, ctx.now(), ctx.generateRsaKeyPair);
  const [projectId, id] = [ctx.project.id, newId('K', ctx.now())];
  return insertKey(ctx.db, {
    projectId,
    ssoAppId: appId,
    id,
    status,
    certificate: certificatePem,
    createdAt: ctx.now(),
    sealedKey: ctx.sealer.seal(privateKeyPem, purpose(projectId, appId, id)),
  });
}

function purpose(projectId: string, appId: string, id: string): string {
  return `saml-app-key:${projectId}:${appId}:${id}`;
}

export const sealedSamlAppKeys = sealedColumn({
  table: 'samlAppKeys',
  key: ['projectId', 'ssoAppId', 'id'],
  column: 'sealedKey',
  purposeOf: ({ projectId, ssoAppId, id }) => purpose(projectId, ssoAppId, id),
});
