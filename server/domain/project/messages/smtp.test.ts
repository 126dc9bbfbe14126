import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SmtpBehaviour, type SmtpCounterpart, startSmtp } from '../../../../test/counterparts/smtp.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';

let latchkey: Latchkey;
let smtp: SmtpCounterpart | undefined;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock();
});

afterEach(async () => {
  await latchkey.manage('POST', '/v1/mgmt/connector/delete', { channel: 'email' });
  await smtp?.close();
  smtp = undefined;
});

afterAll(() => latchkey.close());

const account = { user: 'latchkey', password: 'correct horse' };

async function connect(behaviour: SmtpBehaviour = {}, settings: Record<string, unknown> = {}) {
  smtp = await startSmtp(behaviour);
  const { status } = await latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', {
    host: smtp.host,
    port: smtp.port,
    fromAddress: 'login@project.example',
    fromName: 'The "Project"',
    ...(behaviour.account && { username: behaviour.account.user, password: behaviour.account.password }),
    ...settings,
  });
  expect(status).toBe(200);
  return smtp;
}

function sendCode(to: string, code = '123456', more: Record<string, unknown> = {}) {
  return transaction(latchkey.context, (ctx) =>
    enqueueMessage(ctx, {
      kind: 'otp',
      channel: 'email',
      to,
      data: { code },
      expiresAt: ctx.now() + 5 * 60_000,
      ...more,
    }),
  );
}

async function messageTo(recipient: string) {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', { recipient });
  return body.messages[0];
}

function testMail(to = 'admin@example.com') {
  return latchkey.manage('POST', '/v1/mgmt/connector/test', { channel: 'email', to });
}

describe('a project with an SMTP connector', () => {
  test('sends its mails over STARTTLS, authenticated, with text and HTML', async () => {
    const server = await connect({ account });
    await sendCode('ada@example.com', '010203');
    const [received] = await server.waitFor('ada@example.com');
    expect(received).toMatchObject({ from: 'login@project.example', to: ['ada@example.com'], secure: true });
    expect(received?.user).toBe('latchkey');
    expect(received?.mail.from).toEqual({ name: 'The "Project"', address: 'login@project.example' });
    expect(received?.mail.to).toEqual([{ name: '', address: 'ada@example.com' }]);
    expect(received?.mail.subject).toBe('010203 is your code for Test project');
    expect(received?.mail.text).toContain('010203');
    expect(received?.mail.html).toContain('010203');
    await latchkey.sendMessages();
    const message = await messageTo('ada@example.com');
    expect(message).toMatchObject({ status: 'sent', via: 'smtp', attempts: 1, lastError: '' });
    expect(message.response).toContain('250 2.0.0 kept');
    expect(received?.mail.messageId).toBe(`<${message.id}@project.example>`);
  });

  test('sends them over TLS from the first byte', async () => {
    const server = await connect({ secure: true, account }, { security: 'tls' });
    await sendCode('tls@example.com');
    expect((await server.waitFor('tls@example.com'))[0]).toMatchObject({ secure: true, user: 'latchkey' });
  });

  test('uses one connection for many mails', async () => {
    const server = await connect({ account });
    for (let i = 0; i < 40; i++) await sendCode(`many${i}@example.com`);
    await latchkey.sendMessages();
    expect(server.mails).toHaveLength(40);
    expect(server.connections()).toBeLessThanOrEqual(8);
  });

  test('sends nothing to a server that does not offer STARTTLS, and reports it', async () => {
    const server = await connect({ plain: true });
    const { status, body } = await testMail();
    expect(status).toBe(400);
    expect(body.errorCode).toBe('E113003');
    expect(body.errorMessage).toMatch(/STARTTLS/i);
    expect(server.mails).toEqual([]);
  });

  test('sends unencrypted only if it is configured to, and then without a password', async () => {
    const server = await connect({ plain: true }, { security: 'none' });
    expect((await testMail()).body.response).toContain('250 2.0.0 kept');
    expect(server.mails[0]?.secure).toBe(false);
    const withPassword = await latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', {
      host: 'localhost',
      security: 'none',
      username: 'me',
      password: 'secret',
      fromAddress: 'login@project.example',
    });
    expect(withPassword.status).toBe(400);
  });

  test("shows an administrator the mail server's response to a wrong password", async () => {
    await connect({ account }, { password: 'wrong' });
    const { body } = await testMail();
    expect(body.errorMessage).toContain('535 5.7.8 bad credentials');
  });

  test('shows a bounce on the message, and does not retry it', async () => {
    await connect({ refuse: () => ({ code: 550, words: '5.1.1 no such mailbox' }) });
    await sendCode('gone@example.com');
    await latchkey.sendMessages();
    expect(await messageTo('gone@example.com')).toMatchObject({
      status: 'dead',
      attempts: 1,
      lastError: '550 5.1.1 no such mailbox',
    });
  });

  test('retries when a mail server is busy', async () => {
    let isBusy = true;
    const server = await connect({
      refuse: () => (isBusy ? { code: 451, words: '4.7.1 come back later' } : undefined),
    });
    await sendCode('busy@example.com');
    await latchkey.sendMessages();
    expect(await messageTo('busy@example.com')).toMatchObject({
      status: 'waiting',
      attempts: 1,
      lastError: '451 4.7.1 come back later',
    });
    isBusy = false;
    latchkey.advance(10_000);
    await latchkey.sendMessages();
    expect(await messageTo('busy@example.com')).toMatchObject({ status: 'sent', attempts: 2, lastError: '' });
    expect(server.mails).toHaveLength(1);
  });

  test('retries with the same Message-ID after the connection was dropped', async () => {
    const server = await connect({ drop: (count) => count === 1 });
    await sendCode('drop@example.com');
    await latchkey.sendMessages();
    const before = await messageTo('drop@example.com');
    expect(before).toMatchObject({ status: 'waiting', attempts: 1 });
    latchkey.advance(10_000);
    await latchkey.sendMessages();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.mail.messageId).toBe(`<${before.id}@project.example>`);
  });

  test('does not send an expired code, however often it failed before', async () => {
    const server = await connect({ refuse: () => ({ code: 421, words: '4.3.2 closing' }) });
    await sendCode('late@example.com');
    await latchkey.sendMessages();
    for (let i = 0; i < 40; i++) {
      latchkey.advance(10_000);
      await latchkey.sendMessages();
    }
    const message = await messageTo('late@example.com');
    expect(message.status).toBe('dead');
    expect(message.lastError).toContain('421 4.3.2 closing');
    expect(server.mails).toEqual([]);
  });

  test('reports a server that does not listen', async () => {
    const server = await connect();
    await server.close();
    const { body } = await testMail();
    expect(body.errorMessage).toMatch(/no connection to localhost:\d+: .*ECONNREFUSED/);
  });
});

describe('a value from a caller', () => {
  test('cannot add a header or a recipient, or run in a mail (T079)', async () => {
    const server = await connect();
    await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
      kind: 'otp',
      channel: 'email',
      locale: 'en',
      templateId: 'own',
      subject: '{{code}} {{options.x}}',
      text: '{{code}} {{options.x}} {{constructor}} {{options.y}}',
      html: '<p title="{{options.x}}">{{code}} {{options.x}} {{constructor}} {{options.y}}</p>',
    });
    await sendCode('victim@example.com', '123456', {
      templateId: 'own',
      templateOptions: {
        x: '\r\nBcc: evil@example.com\r\n\r\n<img src=x onerror=alert(1)>"',
        y: '{{code}}{{project.name}}',
      },
    });
    const [received] = await server.waitFor('victim@example.com');
    expect(received?.to).toEqual(['victim@example.com']);
    const names = received?.mail.headers.map(({ key }) => key);
    expect(names).not.toContain('bcc');
    expect(received?.mail.headers.filter(({ key }) => key === 'subject')).toHaveLength(1);
    expect(received?.mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;');
    expect(received?.mail.html).not.toContain('<img');
    expect(received?.mail.html).not.toContain('function');
    expect(received?.mail.text).toContain('{{code}}{{project.name}}');
  });

  test('cannot turn one address into two recipients', async () => {
    const two = [
      '"x@evil.test x"@good.example',
      'a@b.example,c@d.example',
      'a@b.example\r\nBcc: c@d.example',
    ];
    for (const to of [...two, '<a@b.example>', 'a@[127.0.0.1]']) {
      await expect(sendCode(to)).rejects.toThrow('not a recipient');
      expect((await testMail(to)).body.errorCode).toBe('E011003');
    }
  });
});

describe('the password of a connector', () => {
  test('is never returned, and stays if the other settings are set without it', async () => {
    const server = await connect({ account });
    const { body } = await latchkey.manage('GET', '/v1/mgmt/connector/all');
    expect(body.connectors).toMatchObject([{ channel: 'email', provider: 'smtp', secrets: ['password'] }]);
    expect(JSON.stringify(body)).not.toContain('correct horse');
    const settings = { host: server.host, port: server.port, fromAddress: 'other@project.example' };
    const set = (more: object) =>
      latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', {
        ...settings,
        username: 'latchkey',
        ...more,
      });
    await set({});
    expect((await testMail()).status).toBe(200);
    expect(server.mails.at(-1)).toMatchObject({ from: 'other@project.example', user: 'latchkey' });
    await set({ host: '127.0.0.1' });
    expect((await testMail()).body.errorMessage).toMatch(/credentials/);
  });
});
