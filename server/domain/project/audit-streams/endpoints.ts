import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { createStream, deleteStream, loadStreams } from './change-streams.ts';
import { testStream } from './test-stream.ts';
import { newStreamInput, streamSchema as stream, streamToWire } from './wire.ts';

const id = t.text({ maxLength: 64, emptyIsAbsent: true });

export const auditStreamEndpoints = [
  endpoint({
    name: 'management.auditStreams.create',
    method: 'POST',
    path: '/v1/mgmt/audit/stream/create',
    summary: 'Create a stream of the audit log',
    description:
      'Sends every event of the log to another system, in order and at least once. `http` posts batches of ' +
      'CloudEvents, signed like webhooks. `syslog` sends the same events as RFC 5424 messages over TCP. The ' +
      'stream waits for each confirmation, retries indefinitely, and never skips an event.',
    auth: 'management',
    input: newStreamInput,
    output: t.object({
      stream,
      secret: t.text({
        description: '`whsec_…`, the key of the signatures; empty for syslog. Only this response contains it',
      }),
    }),
    errors: ['E011004'],
    async handle(ctx, input) {
      const created = await createStream(ctx, input);
      return { stream: streamToWire(created.stream), secret: created.secret };
    },
  }),
  endpoint({
    name: 'management.auditStreams.delete',
    method: 'POST',
    path: '/v1/mgmt/audit/stream/delete',
    summary: 'Delete a stream of the audit log',
    description: 'The log stays as it is. A new stream with `after` can continue at the same event.',
    auth: 'management',
    input: t.object({ id }),
    output: emptyObject,
    errors: ['E113501'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await deleteStream(ctx, id);
      return {};
    },
  }),
  endpoint({
    name: 'management.auditStreams.list',
    method: 'GET',
    path: '/v1/mgmt/audit/stream/all',
    summary: 'List the audit log’s streams and their progress',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ streams: t.list(stream) }),
    errors: [],
    client: { parameters: [], returns: 'streams' },
    handle: async (ctx) => ({ streams: (await loadStreams(ctx)).map(streamToWire) }),
  }),
  endpoint({
    name: 'management.auditStreams.test',
    method: 'POST',
    path: '/v1/mgmt/audit/stream/test',
    summary: 'Send a test event over a stream',
    description:
      'The event has the type `latchkey.audit.test` and no `sequence`, and is not in the log. It does not ' +
      'change the stream’s position.',
    auth: 'management',
    input: t.object({ id }),
    output: t.object({ response: t.text({ description: 'The receiver’s response' }) }),
    errors: ['E113501', 'E113502'],
    client: { parameters: ['id'], returns: 'response' },
    handle: async (ctx, { id }) => ({ response: await testStream(ctx, id) }),
  }),
];
