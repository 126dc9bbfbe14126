import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AuditLog, type AuditLogs, startAuditLogs } from '../../../../test/audit-log.ts';
import { type Certificate, createCertificate } from '../../../../test/counterparts/certificate.ts';
import { startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { type SyslogReceiver, startSyslogReceiver } from '../../../../test/counterparts/syslog-receiver.ts';
import { selfSign } from '../../../protocols/saml/self-signed.ts';
import { sealPending } from '../audit/sealing/seal-events.ts';
import { createStream, loadStreams } from './change-streams.ts';
import { type Streaming, startStreaming } from './start-streaming.ts';

let logs: AuditLogs;
let streaming: Streaming;
let certificate: Certificate;
let log: AuditLog;
let ctx: AuditLog['ctx'];
const receivers: { close(): Promise<void> }[] = [];

/** The tests say when streams send. */
const never = 2 ** 31 - 1;

beforeAll(async () => {
  logs = await startAuditLogs();
  logs.latchkey.stopClock();
  streaming = startStreaming(logs.latchkey.service, never);
  certificate = createCertificate('localhost', ['DNS:localhost', 'IP:127.0.0.1']);
});
beforeEach(async () => {
  log = await logs.newLog();
  ({ ctx } = log);
});
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  await streaming.stop();
  await logs.close();
});

async function start(options: Parameters<typeof startSyslogReceiver>[0] = {}): Promise<SyslogReceiver> {
  const receiver = await startSyslogReceiver(options);
  receivers.push(receiver);
  return receiver;
}

type Given = NonNullable<Parameters<typeof createStream>[1]['syslog']>;

async function addStream(port: number, given: Partial<Given> = { security: 'none' }): Promise<void> {
  await createStream(ctx, { name: 'S', syslog: { host: '127.0.0.1', port, ...given }, after: 0 });
}

async function send(): Promise<void> {
  await sealPending(ctx, ctx.project.id);
  await streaming.idle();
}

const state = async () => (await loadStreams(ctx)).find(({ kind }) => kind === 'syslog')!;
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
const sequencesOf = ({ messages }: SyslogReceiver) =>
  messages.map((message) => Number(/\[meta sequenceId="(\d+)"\]/.exec(message)?.[1]));

describe('a syslog stream', () => {
  test('sends the events in order as RFC 5424 messages, each with the CloudEvent that HTTP has', async () => {
    const receiver = await start();
    const http = await startReceiver(() => ({ status: 200 }));
    receivers.push(http);
    await addStream(receiver.port);
    await createStream(ctx, { name: 'H', http: { url: http.url }, after: 0 });
    await log.record(230);
    await send();
    expect(sequencesOf(receiver)).toEqual(upTo(232));
    const [first = ''] = receiver.messages;
    const [header = '', json = ''] = first.split(/(?<=\]) /);
    const time = new Date((await log.sealed())[0]!.occurredAt).toISOString();
    expect(header).toBe(`<110>1 ${time} 127.0.0.1 latchkey - AuditStreamCreated [meta sequenceId="1"]`);
    expect(JSON.parse(json)).toEqual(JSON.parse(http.requests[0]!.body)[0]);
    expect(await state()).toMatchObject({
      kind: 'syslog',
      destination: `tcp://127.0.0.1:${receiver.port}`,
      waitingEvents: 0,
      lastError: '',
    });
  });

  test('trusts the authority that was given, and no other receiver', async () => {
    const receiver = await start({ certificate });
    await addStream(receiver.port, { caCertificate: certificate.cert });
    await log.record(2);
    await send();
    expect(sequencesOf(receiver)).toEqual(upTo(3));
    expect(await state()).toMatchObject({
      destination: `tls://127.0.0.1:${receiver.port}`,
      waitingEvents: 0,
    });

    log = await logs.newLog();
    ({ ctx } = log);
    const other = await start({ certificate: createCertificate('localhost', ['IP:127.0.0.1']) });
    await addStream(other.port, { caCertificate: certificate.cert });
    await send();
    expect(other.messages).toEqual([]);
    expect((await state()).lastError).toContain('self-signed certificate');
  });

  test('sends a batch again whose connection is reset before its end', async () => {
    const receiver = await start({
      onMessage(socket, count) {
        if (count === 3) socket.resetAndDestroy();
      },
    });
    await addStream(receiver.port);
    await log.record(150);
    await send();
    expect(await state()).toMatchObject({ sentSequence: 0, failingSince: expect.any(Number) });
    expect((await state()).lastError).not.toBe('');
    logs.latchkey.advance(60_000);
    await send();
    expect([...new Set(sequencesOf(receiver))]).toEqual(upTo(151));
    expect(await state()).toMatchObject({ sentSequence: 151, failingSince: null });
  });

  test.each(['none', 'tls'] as const)(
    'sends a batch again whose receiver was killed with events in its memory (security: %s)',
    async (security) => {
      const isEncrypted = security === 'tls';
      const receiver = await start({ diesAfter: 3, ...(isEncrypted && { certificate }) });
      await addStream(receiver.port, { security, ...(isEncrypted && { caCertificate: certificate.cert }) });
      await log.record(20);
      await send();
      expect(sequencesOf(receiver)).toEqual([1, 2, 3]);
      expect(await state()).toMatchObject({
        sentSequence: 0,
        lastError: expect.stringContaining('closed all connections'),
      });
      logs.latchkey.advance(60_000);
      await send();
      expect(sequencesOf(receiver).slice(3)).toEqual(upTo(21));
    },
  );

  test('goes over TLS and to the ports of syslog only, except in the own network', async () => {
    const tried = async (given: Given) => {
      log = await logs.newLog();
      ({ ctx } = log);
      await createStream(ctx, { name: 'S', syslog: given, after: 0 });
      await send();
      return (await state()).lastError;
    };
    expect(await tried({ host: '8.8.8.8', security: 'none' })).toBe('only TLS is allowed');
    expect(await tried({ host: '8.8.8.8', port: 25 })).toBe('only the ports 443 and 6514 are allowed');
    expect(await tried({ host: '192.168.0.1' })).toBe('192.168.0.1 is not a public address');
  });
});

test.each([
  [{ host: '' }, 'syslog.host must be the name'],
  [{ host: 'a b' }, 'syslog.host must be the name'],
  [{ host: 'siem', port: 0 }, 'syslog.port must be from 1'],
  [{ host: 'siem', caCertificate: 'no' }, 'syslog.caCertificate must be a certificate in PEM'],
])('a stream to %j is refused', async (syslog, message) => {
  await expect(createStream(ctx, { name: 'S', syslog })).rejects.toThrow(message);
  expect(await loadStreams(ctx)).toEqual([]);
});

test('each certificate of a bundle must have a usable key', async () => {
  const weak = await selfSign('weak', generateKeyPairSync('rsa', { modulusLength: 1024 }), Date.now());
  const tried = (caCertificate: string) =>
    createStream(ctx, { name: 'S', syslog: { host: 'siem', caCertificate } });
  await expect(tried(certificate.cert + weak)).rejects.toThrow('its key is an RSA key of 1024 bits');
  await expect(tried(`${certificate.cert}${weak.replaceAll('CERT', 'X509 CERT')}`)).rejects.toThrow(
    '1024 bits',
  );
  expect(await loadStreams(ctx)).toEqual([]);
  await tried(certificate.cert + certificate.cert);
});
