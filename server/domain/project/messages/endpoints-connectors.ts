import type { Secret, Settings } from '../../../delivery/connectors/connector.ts';
import type { ConnectorProvider } from '../../../delivery/connectors/provider.ts';
import { providers } from '../../../delivery/connectors/providers.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { deleteConnector, loadConnectors, readConnector, setConnector } from './change-connector.ts';
import { testConnector } from './test-connector.ts';
import { channel, connectorsOutput, connectorToWire } from './wire-connectors.ts';

function setEndpoint(provider: ConnectorProvider) {
  const { name, channel, summary, description, input, secretField } = provider;
  return endpoint({
    name: `management.connectors.set${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    method: 'POST',
    path: `/v1/mgmt/connector/${channel}/${name}`,
    summary,
    description,
    auth: 'management',
    input,
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    async handle(ctx, given: Secret & Settings) {
      const { [secretField]: value, ...settings } = given;
      const secret = value === undefined ? undefined : { [secretField]: value };
      await setConnector(ctx, readConnector(ctx, provider, { settings, secret }));
      return {};
    },
  });
}

export const connectorEndpoints = [
  ...providers.map(setEndpoint),
  endpoint({
    name: 'management.connectors.loadAll',
    method: 'GET',
    path: '/v1/mgmt/connector/all',
    summary: 'List the email and SMS connectors of the project',
    description: 'Secrets are never returned.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: connectorsOutput,
    errors: [],
    client: { parameters: [], returns: 'connectors' },
    handle: async (ctx) => ({ connectors: (await loadConnectors(ctx)).map(connectorToWire) }),
  }),
  endpoint({
    name: 'management.connectors.delete',
    method: 'POST',
    path: '/v1/mgmt/connector/delete',
    summary: 'Remove the connector of a channel',
    description: 'Waiting messages stay until another connector is set or they expire.',
    auth: 'management',
    input: t.object({ channel }),
    output: emptyObject,
    errors: ['E113002'],
    client: { parameters: ['channel'], returnsNothing: true },
    async handle(ctx, input) {
      await deleteConnector(ctx, input.channel);
      return {};
    },
  }),
  endpoint({
    name: 'management.connectors.test',
    method: 'POST',
    path: '/v1/mgmt/connector/test',
    summary: 'Send a test message',
    description:
      'Sends the message immediately and returns the server’s response. If it fails, the message of E113003 ' +
      'contains the server’s response.',
    auth: 'management',
    input: t.object({
      channel,
      to: t.text({
        maxLength: 254,
        emptyIsAbsent: true,
        description: 'An email address, or a phone number in E.164',
      }),
      locale: t.reference({ maxLength: 35 }),
    }),
    output: t.object({ response: t.text({ description: 'The server’s response' }) }),
    errors: ['E113002', 'E113003'],
    client: { parameters: ['channel', 'to', 'locale'] },
    handle: async (ctx, input) => ({ response: await testConnector(ctx, input) }),
  }),
];
