import type { ServiceContext } from '../../core/context.ts';
import { sealedColumn } from '../../storage/sealed-columns.ts';
import type { MessageChannel } from '../message.ts';
import type { Connector } from './connector.ts';
import { deleteConnectorRow, findConnectorRow, hasConnectorRow, upsertConnectorRow } from './store.ts';

type Context = Pick<ServiceContext, 'db' | 'sealer'>;

/** Returns the channel's connector with its secret. */
export async function loadConnector(
  ctx: Context,
  projectId: string,
  channel: MessageChannel,
): Promise<Connector | undefined> {
  const row = await findConnectorRow(ctx.db, projectId, channel);
  if (!row) return undefined;
  const secret = ctx.sealer.unseal(row.sealedSecret, purposeOf(projectId, channel));
  return {
    channel,
    provider: row.provider,
    changedAt: row.changedAt,
    settings: JSON.parse(row.settings),
    secret: JSON.parse(secret),
  };
}

export function hasConnector(ctx: Context, projectId: string, channel: MessageChannel): Promise<boolean> {
  return hasConnectorRow(ctx.db, projectId, channel);
}

/** Replaces the channel's connector. */
export async function saveConnector(ctx: Context, projectId: string, connector: Connector): Promise<void> {
  const { channel, provider, settings, secret, changedAt } = connector;
  await upsertConnectorRow(ctx.db, {
    projectId,
    channel,
    provider,
    settings: JSON.stringify(settings),
    sealedSecret: ctx.sealer.seal(JSON.stringify(secret), purposeOf(projectId, channel)),
    changedAt,
  });
}

/** Returns `false` when there is none. */
export function removeConnector(ctx: Context, projectId: string, channel: MessageChannel): Promise<boolean> {
  return deleteConnectorRow(ctx.db, projectId, channel);
}

function purposeOf(projectId: string, channel: MessageChannel): string {
  return `connector/${projectId}/${channel}`;
}

export const sealedConnectorSecrets = sealedColumn({
  table: 'messageConnectors',
  key: ['projectId', 'channel'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, channel }) => purposeOf(projectId, channel),
});
