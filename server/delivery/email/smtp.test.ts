import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type SmtpBehaviour, type SmtpCounterpart, startSmtp } from '../../../test/counterparts/smtp.ts';
import { createOutbound } from '../../core/outbound.ts';
import { DeliveryError } from '../delivery-error.ts';
import { openSmtp, type SmtpTransport } from './smtp.ts';

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

const { resolve } = createOutbound(['127.0.0.0/8', '::1/128']);
const mail = {
  id: 'M1',
  to: 'ada@example.com',
  content: { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
};

async function start(behaviour: SmtpBehaviour = {}): Promise<SmtpCounterpart> {
  const smtp = await startSmtp(behaviour);
  opened.push(smtp);
  return smtp;
}

async function open(port: number, host = 'localhost', deadlineMs?: number): Promise<SmtpTransport> {
  const transport = await openSmtp(
    { resolve, baseUrl: 'https://auth.example.com' },
    {
      channel: 'email',
      provider: 'smtp',
      changedAt: 0,
      settings: {
        host,
        port,
        security: 'starttls',
        username: '',
        fromAddress: 'login@project.example',
        fromName: '',
        replyTo: '',
      },
      secret: { password: '' },
    },
    { maxConnections: 2, ...(deadlineMs && { deadlineMs }) },
  );
  opened.push(transport);
  return transport;
}

describe('an attempt', () => {
  test('ends at its deadline, together with its connection, when the server trickles', async () => {
    const smtp = await start({ delayMs: 60_000 });
    const transport = await open(smtp.port, 'localhost', 700);
    const error = await transport.send(mail).catch((error: Error) => error);
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error).toMatchObject({ message: 'localhost did not finish in time', isPermanent: false });
  });

  test('is refused when the certificate is for another name', async () => {
    const smtp = await start();
    const transport = await open(smtp.port, '127.0.0.2');
    await expect(transport.send(mail)).rejects.toThrow(/no connection|altnames/);
    expect(smtp.mails).toEqual([]);
  });

  test('fails with a clear message when the other server is not a mail server', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => server.close() });
    const transport = await open((server.address() as { port: number }).port);
    await expect(transport.send(mail)).rejects.toThrow(/Invalid greeting|HTTP/i);
  });

  test('connects to the checked address and never resolves the name again', async () => {
    const smtp = await start();
    let lookups = 0;
    const transport = await openSmtp(
      {
        baseUrl: 'https://auth.example.com',
        async resolve() {
          lookups += 1;
          return { addresses: ['127.0.0.1'], isPrivate: true };
        },
      },
      {
        channel: 'email',
        provider: 'smtp',
        changedAt: 0,
        settings: {
          host: 'nowhere.invalid',
          port: smtp.port,
          security: 'starttls',
          username: '',
          fromAddress: 'login@project.example',
          fromName: '',
          replyTo: '',
        },
        secret: { password: '' },
      },
      { maxConnections: 1 },
    );
    opened.push(transport);
    // The connection succeeds and ends at the certificate, which is for another name.
    await expect(transport.send(mail)).rejects.toThrow(/nowhere\.invalid/);
    expect(smtp.connections()).toBe(1);
    expect(lookups).toBe(1);
  });
});
