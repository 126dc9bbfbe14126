import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, startAuditLogs } from '../../../../test/audit-log.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { testOnSqlite } from '../../../../test/engine.ts';
import { sealPending } from '../audit/sealing/seal-events.ts';
import { createStream, loadStreams } from './change-streams.ts';
import { removeStreamedEvents } from './remove-streamed.ts';
import { type Streaming, startStreaming } from './start-streaming.ts';
import { dueStreamsQuery, measureQuery } from './store.ts';
import { claimMs } from './stream-events.ts';
import { testStream } from './test-stream.ts';

let logs: AuditLogs;
let latchkey: AuditLogs['latchkey'];
let streaming: Streaming;
let receiver: HttpReceiver;
let answer: () => { status: number; body?: unknown };
let ctx: AuditLog['ctx'];
let log: AuditLog;

/** The tests say when streams send. */
const never = 2 ** 31 - 1;

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ latchkey } = logs);
  latchkey.stopClock();
  streaming = startStreaming(latchkey.service, never);
  receiver = await startReceiver(() => answer());
});
afterAll(async () => {
  await streaming.stop();
  await receiver.close();
  await logs.close();
});
/** Each test has a project of its own. */
beforeEach(async () => {
  log = await logs.newLog();
  ({ ctx } = log);
  answer = () => ({ status: 204 });
  receiver.requests.length = 0;
});

const headers = { Authorization: 'Splunk 0123456789abcdef' };

function addStream(more: { after?: number } = {}) {
  return createStream(ctx, {
    name: 'SIEM',
    http: { url: `${receiver.url}/in/s3cr3t-path`, headers },
    ...more,
  });
}

/** Seals what was recorded, and lets every due stream send. */
async function send(): Promise<void> {
  await sealPending(ctx, ctx.project.id);
  await streaming.idle();
}

const state = async () => (await loadStreams(ctx))[0]!;
const received = () => receiver.requests.flatMap(({ body }) => JSON.parse(body));
const sequences = (): number[] => received().map(({ data }) => data.sequence);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('a stream', () => {
  test('sends each event once and in order, as signed batches of CloudEvents', async () => {
    const { stream, secret } = await addStream();
    await log.record(230, { ...ctx, actor: { type: 'administrator', id: 'ada@example.com' } });
    await send();
    const rows = await log.sealed();
    expect(sequences()).toEqual(rows.map(({ sequence }) => sequence));
    expect(receiver.requests.length).toBeGreaterThan(1);
    for (const { headers: sent, body } of receiver.requests) {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp } = sent;
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      expect(sent).toMatchObject({
        'webhook-signature': `v1,${signature}`,
        'content-type': 'application/cloudevents-batch+json; charset=utf-8',
        authorization: headers.Authorization,
      });
    }
    const [created, first] = received();
    expect(created.data).toMatchObject({
      action: 'AuditStreamCreated',
      details: { destination: receiver.url },
    });
    expect(first).toEqual({
      specversion: '1.0',
      id: rows[1]!.id,
      source: `${latchkey.baseUrl}/v1/apps/${ctx.project.id}`,
      type: 'latchkey.audit.UserModified',
      time: new Date(rows[1]!.occurredAt).toISOString(),
      datacontenttype: 'application/json',
      sequence: '2',
      data: {
        projectId: ctx.project.id,
        sequence: 2,
        action: 'UserModified',
        severity: 'info',
        actor: { type: 'administrator', id: 'ada@example.com' },
        device: 'Unknown',
        remoteAddress: '127.0.0.1',
        details: { index: 0 },
        previousHash: rows[0]!.hash,
        hash: rows[1]!.hash,
      },
    });
    expect(await state()).toMatchObject({
      id: stream.id,
      sentSequence: 231,
      waitingEvents: 0,
      failingSince: null,
    });
    await send();
    expect(receiver.requests).toHaveLength(2);
  });

  test('begins with the events from then on, or after the row that was asked for', async () => {
    await log.record(5);
    await sealPending(ctx, ctx.project.id);
    await addStream();
    await log.record(2);
    await send();
    expect(sequences()).toEqual([6, 7, 8]);
    receiver.requests.length = 0;
    await addStream({ after: 3 });
    await send();
    expect(sequences().sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 9]);
    await expect(addStream({ after: 10 })).rejects.toThrow('from 0 to 9');
  });

  test('waits for a receiver that fails, shows what it said, and then goes on without a gap', async () => {
    await addStream({ after: 0 });
    await log.record(3);
    answer = () => ({ status: 503, body: { down: headers.Authorization } });
    await send();
    const failed = await state();
    expect(failed).toMatchObject({ sentSequence: 0, waitingEvents: 4, lastError: '503 {"down":"…"}' });
    const metric = async (name: string) => {
      const text = await (await fetch(`${latchkey.baseUrl}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    expect(await metric('latchkey_audit_streams_failing')).toBe(1);
    latchkey.advance(60_000);
    expect(await metric('latchkey_audit_stream_lag_seconds')).toBeGreaterThanOrEqual(60);

    await send();
    expect(await state()).toMatchObject({ failingSince: failed.failingSince });
    expect(receiver.requests).toHaveLength(2);
    // Not yet due again.
    await send();
    expect(receiver.requests).toHaveLength(2);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toBe(ids[1]);
    answer = () => ({ status: 200 });
    receiver.requests.length = 0;
    await log.record(1);
    latchkey.advance(600_000);
    await send();
    expect(sequences()).toEqual(upTo(5));
    expect(await state()).toMatchObject({ waitingEvents: 0, failingSince: null, lastError: '' });
    expect(await metric('latchkey_audit_streams_failing')).toBe(0);
    expect(await metric('latchkey_audit_stream_lag_seconds')).toBe(0);
  });

  test('is sent by one instance at a time, and by another when that one has died', async () => {
    await addStream({ after: 0 });
    await log.record(450);
    await sealPending(ctx, ctx.project.id);
    const other = startStreaming(latchkey.service, never);
    await Promise.all([streaming.idle(), other.idle()]);
    expect(sequences()).toEqual(upTo(451));
    // As an instance that was killed while it held the claim.
    const claim = { claimedBy: 'dead', claimedUntil: latchkey.service.now() + claimMs };
    await ctx.db.updateTable('auditStreams').set(claim).where('projectId', '=', ctx.project.id).execute();
    await log.record(1);
    await sealPending(ctx, ctx.project.id);
    await other.idle();
    expect(sequences()).toHaveLength(451);
    latchkey.advance(claimMs);
    await other.idle();
    expect(sequences()).toEqual(upTo(452));
    await other.stop();
  });

  test('waits in an instance that holds messages, and loses nothing', async () => {
    const { id } = (await addStream({ after: 0 })).stream;
    await sealPending(ctx, ctx.project.id);
    const holding = { ...latchkey.service, holdsMessages: true };
    const held = startStreaming(holding, never);
    await held.idle();
    await held.stop();
    await expect(testStream({ ...ctx, holdsMessages: true }, id)).rejects.toThrow('LATCHKEY_HOLD_MESSAGES');
    expect(receiver.requests).toEqual([]);
    await send();
    expect(sequences().slice(0, 1)).toEqual([1]);
  });

  test('is not moved by an instance that has lost it', async () => {
    await addStream({ after: 0 });
    await sealPending(ctx, ctx.project.id);
    const other = startStreaming(latchkey.service, never);
    const arrived = Promise.withResolvers<void>();
    answer = () => {
      arrived.resolve();
      return { status: 200 };
    };
    // The other one takes over, sends and goes further while this one waits for its answer.
    const slow = { ...latchkey.service, fetch: slowFetch() };
    const late = startStreaming(slow, never);
    const idle = late.idle();
    await arrived.promise;
    latchkey.advance(claimMs);
    await log.record(1);
    await sealPending(ctx, ctx.project.id);
    await other.idle();
    expect(await state()).toMatchObject({ sentSequence: 2 });
    slow.fetch.release();
    await idle;
    expect(await state()).toMatchObject({ sentSequence: 2, failingSince: null });
    await Promise.all([late.stop(), other.stop()]);
  });

  test('stops at a row that is missing, and passes rows that were removed on purpose', async () => {
    await log.record(4);
    await addStream({ after: 0 });
    await sealPending(ctx, ctx.project.id);
    latchkey.advance(86_400_000);
    expect(await removeStreamedEvents(ctx, latchkey.service.now(), { evenUnsent: true })).toBe(5);
    await send();
    expect(sequences()).toEqual([6]);
    await log.record(3);
    await sealPending(ctx, ctx.project.id);
    const rows = ctx.db.deleteFrom('auditEvents').where('projectId', '=', ctx.project.id);
    await rows.where('sequence', '=', 8).execute();
    await send();
    expect(sequences()).toEqual([6, 7]);
    expect((await state()).lastError).toContain('row 8 of the audit log is missing');
  });
});

describe('the routes', () => {
  const manage = (method: string, path: string, body?: unknown) =>
    latchkey.manage(method, `/v1/mgmt/audit/stream/${path}`, body);

  test('create, list, test and delete a stream, and keep its address and headers secret', async () => {
    const http = { url: `${receiver.url}/in/s3cr3t-path?token=s3cr3t-token`, headers };
    const { status, body } = await manage('POST', 'create', { name: 'SIEM', http });
    expect(status).toBe(200);
    expect(body).toEqual({
      secret: expect.stringMatching(/^whsec_/),
      stream: {
        id: expect.any(String),
        name: 'SIEM',
        kind: 'http',
        destination: receiver.url,
        createdAt: expect.any(Number),
        sentSequence: 0,
        lastSequence: 0,
        waitingEvents: 0,
        lastSentAt: 0,
        failingSince: 0,
        lastError: '',
      },
    });
    const { id } = body.stream;
    answer = () => ({ status: 401, body: { got: headers.Authorization } });
    const refused = await manage('POST', 'test', { id });
    expect(refused).toMatchObject({
      status: 400,
      body: { errorCode: 'E113502', errorMessage: '401 {"got":"…"}' },
    });
    const listed = (await manage('GET', 'all')).body.streams;
    expect(listed).toEqual([body.stream]);
    const { body: log } = await latchkey.manage('POST', '/v1/mgmt/audit/search', {});
    const stored = await ctx.db.withoutPlugins().selectFrom('auditStreams').selectAll().execute();
    expect(JSON.stringify([log, stored])).not.toMatch(/s3cr3t|0123456789abcdef|whsec_/);
    expect((await manage('POST', 'delete', { id })).status).toBe(200);
    expect((await manage('POST', 'delete', { id })).body.errorCode).toBe('E113501');
    expect((await manage('POST', 'test', { id })).body.errorCode).toBe('E113501');
  });

  test.each([
    [{}, 'http or syslog must describe the receiver'],
    [{ http: { url: 'siem.example.com' } }, 'http.url must be an absolute https URL'],
    [{ http: { url: 'https://siem.example.com', headers: { 'a b': 'c' } } }, 'headers must have valid names'],
    [{ http: { url: 'https://siem.example.com' }, after: 1_000_000 }, 'after must be from 0 to'],
  ])('refuse %j', async (input, message) => {
    const { status, body } = await manage('POST', 'create', { name: 'SIEM', ...input });
    expect({ status, code: body.errorCode }).toEqual({ status: 400, code: 'E011004' });
    expect(body.errorMessage).toContain(message);
    expect((await manage('GET', 'all')).body.streams).toEqual([]);
  });
});

testOnSqlite('looking for due streams searches the index of the chain, and never scans the log', async () => {
  for (const query of [dueStreamsQuery(ctx.db, 0, 1), measureQuery(ctx.db)]) {
    const rows = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan).toMatch(/SEARCH auditEvents .*auditEvents_sequence/);
    expect(plan).not.toContain('SCAN auditEvents');
  }
});

function slowFetch() {
  const gate = Promise.withResolvers<void>();
  const { fetch } = latchkey.service;
  return Object.assign(
    async (...parameters: Parameters<typeof fetch>) => {
      const response = await fetch(...parameters);
      await gate.promise;
      return response;
    },
    { release: gate.resolve },
  );
}
