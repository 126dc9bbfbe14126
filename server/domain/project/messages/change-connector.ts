import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Connector, Secret, Settings } from '../../../delivery/connectors/connector.ts';
import { loadConnector, removeConnector, saveConnector } from '../../../delivery/connectors/connectors.ts';
import type { ConnectorProvider } from '../../../delivery/connectors/provider.ts';
import { secretFrom } from '../../../delivery/connectors/secret.ts';
import { type MessageChannel, messageChannels } from '../../../delivery/message.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';

/** A connector with valid settings. The stored secret stays if it is absent. */
export interface ConnectorInput {
  provider: ConnectorProvider;
  settings: Settings;
  secret: Secret | undefined;
}

/** Validates the administrator's settings and fills in the defaults. Throws E011004 for invalid ones. */
export function readConnector(
  ctx: ProjectData,
  provider: ConnectorProvider,
  { settings, secret }: { settings: Settings; secret: Secret | undefined },
): ConnectorInput {
  const complete = provider.readSettings(settings, ctx);
  if (secret) provider.checkSecret?.(secret);
  return { provider, settings: complete, secret };
}

/**
 * Replaces the connector of the channel; waiting messages use the new one. An absent secret stays only if the
 * provider and the destination of the secret stay, so that a caller cannot redirect it.
 */
export async function setConnector(ctx: ProjectContext, input: ConnectorInput): Promise<void> {
  const { settings, provider } = input;
  const { name, channel } = provider;
  await transaction(ctx, async (ctx) => {
    const secret = input.secret ?? (await keptSecret(ctx, input));
    const changedAt = ctx.now();
    await saveConnector(ctx, ctx.project.id, { channel, provider: name, settings, secret, changedAt });
    await recordAudit(ctx, { action: 'ConnectorModified', method: name, data: { channel } });
  });
}

/** Deletes the connector; waiting messages keep waiting. Throws E113002 if the channel has none. */
export async function deleteConnector(ctx: ProjectContext, channel: MessageChannel): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await removeConnector(ctx, ctx.project.id, channel))) throw new ServiceError('E113002');
    await recordAudit(ctx, { action: 'ConnectorDeleted', data: { channel } });
  });
}

/** Loads the connectors of the project. */
export async function loadConnectors(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
): Promise<Connector[]> {
  const connectors: Connector[] = [];
  for (const channel of messageChannels) {
    const connector = await loadConnector(ctx, ctx.project.id, channel);
    if (connector) connectors.push(connector);
  }
  return connectors;
}

async function keptSecret(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
  { provider, settings }: ConnectorInput,
): Promise<Secret> {
  const before = await loadConnector(ctx, ctx.project.id, provider.channel);
  const isSame =
    before?.provider === provider.name &&
    provider.destination.every((name) => before.settings[name] === settings[name]);
  return isSame ? before.secret : secretFrom(provider, {});
}
