import type { Connector } from '../../../delivery/connectors/connector.ts';
import { providerNamed } from '../../../delivery/connectors/providers.ts';
import { secretTextsOf } from '../../../delivery/connectors/secret.ts';
import { messageChannels } from '../../../delivery/message.ts';
import { type Static, t } from '../../../http/schema.ts';

export const channel = t.choice([...messageChannels]);

const wireConnector = t.object(
  {
    channel: t.text(),
    provider: t.text(),
    settings: t.map(t.any(), {
      description: 'The current settings, without passwords, tokens and header values',
    }),
    secrets: t.list(t.text(), { description: 'The names of the stored secrets' }),
    changedAt: t.integer({ description: 'Milliseconds since 1970' }),
  },
  { $id: 'MessageConnector' },
);

export const connectorsOutput = t.object({ connectors: t.list(wireConnector) });

export function connectorToWire(connector: Connector): Static<typeof wireConnector> {
  const { channel, provider, settings, secret, changedAt } = connector;
  const names = Object.entries(secretTextsOf(providerNamed(provider), secret)).filter(
    ([, value]) => value !== '',
  );
  return { channel, provider, settings: { ...settings }, secrets: names.map(([name]) => name), changedAt };
}
