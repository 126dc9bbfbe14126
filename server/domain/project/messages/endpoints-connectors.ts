import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { deleteConnector, loadConnectors, setConnector } from './change-connector.ts';
import { readHttp, readSmtp, readTwilio, twilioDefaults, withSmtpDefaults } from './read-connector.ts';
import { testConnector } from './test-connector.ts';
import {
  channel,
  connectorsOutput,
  connectorToWire,
  httpInput,
  smtpInput,
  twilioInput,
} from './wire-connectors.ts';

export const connectorEndpoints = [
  endpoint({
    name: 'management.connectors.setSmtp',
    method: 'POST',
    path: '/v1/mgmt/connector/email/smtp',
    summary: 'Set an SMTP server as the email connector',
    description: 'Replaces the email connector. Waiting messages use the new one.',
    auth: 'management',
    input: smtpInput,
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    async handle(ctx, { password, ...input }) {
      await setConnector(ctx, readSmtp(withSmtpDefaults(ctx, input), password));
      return {};
    },
  }),
  endpoint({
    name: 'management.connectors.setTwilio',
    method: 'POST',
    path: '/v1/mgmt/connector/sms/twilio',
    summary: 'Set Twilio, or a provider with its API, as the SMS connector',
    description: 'Replaces the SMS connector.',
    auth: 'management',
    input: twilioInput,
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    async handle(ctx, { authToken, ...input }) {
      await setConnector(ctx, readTwilio({ ...twilioDefaults, ...input }, authToken));
      return {};
    },
  }),
  endpoint({
    name: 'management.connectors.setHttp',
    method: 'POST',
    path: '/v1/mgmt/connector/sms/http',
    summary: 'Set any provider that accepts JSON as the SMS connector',
    description:
      'Replaces the SMS connector. All attempts to send a message have the same `Idempotency-Key` header.',
    auth: 'management',
    input: httpInput,
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    async handle(ctx, { headers, ...settings }) {
      await setConnector(ctx, readHttp(settings, headers));
      return {};
    },
  }),
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
      'Sends the message at once and returns the server’s response. On failure, E113003 contains the ' +
      'server’s own words.',
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
