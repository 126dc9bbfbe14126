import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { type Static, t } from '../../http/schema.ts';
import { type ConnectorInput, loadConnectors, setConnector } from './change-connector.ts';
import { readHttp, readSmtp, readTwilio } from './read-connector.ts';
import { channel, connectorToWire } from './wire-connectors.ts';

/** A connector by everything but its secrets. */
export const connectorFile = t.object({
  channel,
  provider: t.choice(['smtp', 'twilio', 'http']),
  settings: t.map(t.any()),
  secrets: t.optional(t.list(t.text({ maxLength: 128 }), { maxItems: 20 })),
});

export type ConnectorFile = Static<typeof connectorFile>;

/** With the names of the secrets that it has. */
export async function describeConnectors(ctx: ProjectContext): Promise<Required<ConnectorFile>[]> {
  const connectors = await loadConnectors(ctx);
  return connectors.map(connectorToWire).map(({ channel, provider, settings, secrets }) => ({
    channel: channel as ConnectorFile['channel'],
    provider: provider as ConnectorFile['provider'],
    settings,
    secrets: secrets.toSorted(),
  }));
}

/**
 * Makes the connector of a channel what it is described as. No secrets: those before stay, where they are sent to the
 * same place. E011004 says what is wrong.
 */
export function restoreConnector(
  ctx: ProjectContext,
  { channel, provider, settings }: ConnectorFile,
  secrets: Record<string, string>,
): Promise<void> {
  const isGiven = Object.keys(secrets).length > 0;
  const input = readers[provider](settings as never, isGiven ? secrets : undefined);
  if (input.channel !== channel) throw new ServiceError('E011004', `${provider} is not for ${channel}`);
  return setConnector(ctx, input);
}

type Secrets = Record<string, string> | undefined;

const readers = {
  smtp: (settings: never, secrets: Secrets) => readSmtp(settings, secrets && (secrets['password'] ?? '')),
  twilio: (settings: never, secrets: Secrets) =>
    readTwilio(settings, secrets && (secrets['authToken'] ?? '')),
  http: (settings: never, secrets: Secrets) => readHttp(settings, secrets),
} satisfies Record<ConnectorFile['provider'], (settings: never, secrets: Secrets) => ConnectorInput>;
