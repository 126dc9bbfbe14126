import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readInput, type Static, t, unknownField } from '../../../http/schema.ts';
import { type ConnectorInput, loadConnectors, setConnector } from './change-connector.ts';
import { readHttp, readSmtp, readTwilio, twilioDefaults, withSmtpDefaults } from './read-connector.ts';
import { channel, connectorToWire, httpInput, smtpInput, twilioInput } from './wire-connectors.ts';

/** A connector without its secrets. */
export const connectorFile = t.object({
  channel,
  provider: t.choice(['smtp', 'twilio', 'http']),
  settings: t.map(t.any()),
  secrets: t.optional(t.list(t.text({ maxLength: 128 }), { maxItems: 20 })),
});

export type ConnectorFile = Static<typeof connectorFile>;

/** Describes connectors, with the names of their secrets. */
export async function describeConnectors(ctx: ProjectContext): Promise<Required<ConnectorFile>[]> {
  const connectors = await loadConnectors(ctx);
  return connectors.map(connectorToWire).map(({ channel, provider, settings, secrets }) => ({
    channel: channel as ConnectorFile['channel'],
    provider: provider as ConnectorFile['provider'],
    settings,
    secrets: secrets.toSorted(),
  }));
}

type Secrets = Record<string, string> | undefined;

const smtp = t.without(smtpInput, 'password');
const twilio = t.without(twilioInput, 'authToken');
const http = t.without(httpInput, 'headers');
const schemas = { smtp, twilio, http };

/**
 * Applies the description of a connector to its channel. It contains no secrets: existing ones stay if their
 * destination stays. E011002, E011003 and E011004 name the invalid field.
 */
export async function restoreConnector(
  ctx: ProjectContext,
  { channel, provider, settings }: ConnectorFile,
  secrets: Record<string, string>,
): Promise<void> {
  const unknown = unknownField(schemas[provider], settings);
  if (unknown) throw new ServiceError('E011003', `settings.${unknown} is unknown. Remove it`);
  const input = readConnector(ctx, provider, settings, Object.keys(secrets).length > 0 ? secrets : undefined);
  if (input.channel !== channel)
    throw new ServiceError('E011004', `${provider} is not a provider for ${channel}`);
  await setConnector(ctx, input);
}

function readConnector(
  ctx: ProjectContext,
  provider: ConnectorFile['provider'],
  settings: Record<string, unknown>,
  secrets: Secrets,
): ConnectorInput {
  switch (provider) {
    case 'smtp':
      return readSmtp(
        withSmtpDefaults(ctx, readInput(smtp, settings)),
        secrets && (secrets['password'] ?? ''),
      );
    case 'twilio':
      return readTwilio(
        { ...twilioDefaults, ...readInput(twilio, settings) },
        secrets && (secrets['authToken'] ?? ''),
      );
    case 'http':
      return readHttp(readInput(http, settings), secrets);
  }
}
