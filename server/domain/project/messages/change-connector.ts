import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Connector, Provider } from '../../../delivery/connectors/connector.ts';
import { loadConnector, removeConnector, saveConnector } from '../../../delivery/connectors/connectors.ts';
import { type MessageChannel, messageChannels } from '../../../delivery/message.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';

type Without<C> = C extends Connector ? Omit<C, 'changedAt' | 'secret'> : never;

/** The settings of a connector. Its secret stays if it is absent. */
export type ConnectorInput = Without<Connector> & { secret?: Record<string, unknown> | undefined };

/**
 * Replaces the connector of the channel; waiting messages use the new one. An absent secret stays only if the
 * provider and the destination of the secret stay, so that a caller cannot redirect it.
 */
export async function setConnector(ctx: ProjectContext, input: ConnectorInput): Promise<void> {
  const { channel, provider, settings } = input;
  await transaction(ctx, async (ctx) => {
    const secret = input.secret ?? (await keptSecret(ctx, input));
    const changedAt = ctx.now();
    await saveConnector(ctx, ctx.project.id, { channel, provider, settings, secret, changedAt } as Connector);
    await recordAudit(ctx, { action: 'ConnectorModified', method: provider, data: { channel } });
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
export async function loadConnectors(ctx: ProjectContext): Promise<Connector[]> {
  const connectors: Connector[] = [];
  for (const channel of messageChannels) {
    const connector = await loadConnector(ctx, ctx.project.id, channel);
    if (connector) connectors.push(connector);
  }
  return connectors;
}

const emptySecrets: Record<Provider, Record<string, unknown>> = {
  smtp: { password: '' },
  twilio: { authToken: '' },
  http: { headers: {} },
};

async function keptSecret(
  ctx: ProjectContext,
  { channel, provider, settings }: ConnectorInput,
): Promise<Record<string, unknown>> {
  const before = await loadConnector(ctx, ctx.project.id, channel);
  const place = destinationOf({ provider, settings } as Pick<Connector, 'provider' | 'settings'>);
  if (before?.provider === provider && destinationOf(before) === place) return before.secret;
  return emptySecrets[provider];
}

/** Returns the server that receives the secret. */
function destinationOf({ provider, settings }: Pick<Connector, 'provider' | 'settings'>): string {
  const values = settings as unknown as Record<string, unknown>;
  const names = {
    smtp: ['host', 'port', 'username', 'security'],
    twilio: ['baseUrl', 'accountSid'],
    http: ['url'],
  };
  return JSON.stringify(names[provider].map((name) => values[name]));
}
