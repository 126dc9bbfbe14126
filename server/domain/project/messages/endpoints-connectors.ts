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
    summary: 'Send mails through an SMTP server',
    description: 'In place of the connector for mail that there is. What waits goes through the new one.',
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
    summary: 'Send SMS through Twilio, or who speaks its API',
    description: 'In place of the connector for SMS that there is.',
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
    summary: 'Send SMS by posting JSON to any provider',
    description:
      'In place of the connector for SMS that there is. Each attempt at a message has the same `Idempotency-Key` header.',
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
    summary: 'What sends the mails and SMS of the project',
    description: 'Secrets are never answered.',
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
    description: 'Messages that wait stay until another one is set, or they run out.',
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
    summary: 'Send a test message now',
    description:
      'Answers what the server said; when it was not sent, E113003 says why in the server’s own words.',
    auth: 'management',
    input: t.object({
      channel,
      to: t.text({ maxLength: 254, emptyIsAbsent: true, description: 'An address, or a number in E.164' }),
      locale: t.reference({ maxLength: 35 }),
    }),
    output: t.object({ response: t.text({ description: 'The server’s own words' }) }),
    errors: ['E113002', 'E113003'],
    client: { parameters: ['channel', 'to', 'locale'] },
    handle: async (ctx, input) => ({ response: await testConnector(ctx, input) }),
  }),
];
