import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { failureOf } from '../../../../storage/failure.ts';
import { transaction } from '../../../../storage/transaction.ts';
import { changesBetween } from '../../../project/audit/changes.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import { mergeAttributeValues, readAttributeValues } from '../../custom-attributes/read-values.ts';
import { readDetails } from '../details.ts';
import type { SecretHolder } from '../secrets/secrets.ts';
import { type InboundAppSettings, inboundAppRef } from './inbound-app.ts';
import { noInboundApp } from './load-app.ts';
import { checkInboundSettings, readInboundSettings } from './read-settings.ts';
import { deleteInboundAppRow, type InboundAppRow, lockInboundAppRow, updateInboundAppRow } from './store.ts';

export interface InboundAppChange {
  name?: string | undefined;
  settings: Partial<InboundAppSettings>;
  /** Replaces all values; absent: keeps them. */
  customAttributes?: Record<string, unknown> | undefined;
}

/**
 * Changes an application. `overwrite`: absent settings become empty, except for what the application said about itself when it
 * registered. Throws E111802 for an unknown ID, and E111801 for a name in use.
 */
export async function changeInboundApp(
  ctx: ProjectContext,
  id: string,
  { name, settings: given, customAttributes }: InboundAppChange,
  { overwrite }: { overwrite: boolean },
): Promise<void> {
  const settings = readInboundSettings(given);
  const attributes = customAttributes && (await readAttributeValues(ctx, customAttributes, 'ssoApp'));
  try {
    await transaction(ctx, async (ctx) => {
      const row = await lockRow(ctx, id);
      const stored = JSON.parse(row.settings) as Partial<InboundAppSettings>;
      const { description = '', logo = '' } = settings;
      const details = readDetails({ name: name ?? row.name, description, logo });
      const base = overwrite ? { ...(stored.registration && { registration: stored.registration }) } : stored;
      const changed = { ...base, ...settings };
      checkInboundSettings(changed);
      await updateInboundAppRow(ctx.db, ctx.project.id, id, {
        name: details.name,
        ...(row.dynamic === 0 && { uniqueName: details.foldedName }),
        settings: JSON.stringify(changed),
        ...(attributes && {
          customAttributes: JSON.stringify(await mergeAttributeValues(ctx, {}, attributes, 'ssoApp')),
        }),
        modifiedAt: ctx.now(),
      });
      const changes = changesBetween({ name: row.name, ...stored }, { name: details.name, ...changed });
      await recordAudit(ctx, { action: 'InboundAppModified', data: { id, name: details.name, changes } });
    });
  } catch (error) {
    if (failureOf(error) !== 'unique') throw error;
    throw new ServiceError('E111801', 'Another third-party application already has this name', {
      cause: error,
    });
  }
}

/** Deletes an application with its secrets, its consents, and what users' sign-ins left. Throws E111802 for an unknown ID. */
export async function deleteInboundApp(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const deleted = await deleteInboundAppRow(ctx.db, ctx.project.id, id);
    if (!deleted) throw noInboundApp(id);
    await ctx.dependents.forgetApplication(ctx, inboundAppRef(id));
    await recordAudit(ctx, { action: 'InboundAppDeleted', data: { id, name: deleted.name } });
  });
}

async function lockRow(ctx: ProjectContext, id: string): Promise<InboundAppRow> {
  const row = await lockInboundAppRow(ctx.db, ctx.project.id, id);
  if (!row) throw noInboundApp(id);
  return row;
}

/** Third-party applications as holders of client secrets. */
export const inboundAppSecrets: SecretHolder = {
  kind: 'inboundApp',
  async lock(ctx, appId) {
    await lockRow(ctx, appId);
  },
  async lockClient(ctx, appId) {
    const { settings } = await lockRow(ctx, appId);
    if ((JSON.parse(settings) as Partial<InboundAppSettings>).nonConfidentialClient)
      throw new ServiceError('E011004', 'This application is a public client, which has no client secret');
  },
  actions: {
    created: 'InboundAppSecretCreated',
    shown: 'InboundAppSecretShown',
    revoked: 'InboundAppSecretRevoked',
  },
};
