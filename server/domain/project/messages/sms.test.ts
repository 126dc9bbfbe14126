import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';

let latchkey: Latchkey;
let provider: HttpReceiver;

const account = { sid: `AC${'0'.repeat(32)}`, token: 'twilio-token' };

/** Implements the part of Twilio's Messages resource that senders use. */
function twilio({ method, path, headers, body }: HttpReceiver['requests'][number]) {
  if (method !== 'POST' || path !== `/2010-04-01/Accounts/${account.sid}/Messages.json`) {
    return {
      status: 404,
      body: { code: 20404, message: 'The requested resource was not found', status: 404 },
    };
  }
  const credentials = Buffer.from(`${account.sid}:${account.token}`).toString('base64');
  if (headers.authorization !== `Basic ${credentials}`) {
    return { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } };
  }
  const form = new URLSearchParams(body);
  if (form.get('To') === '+12025550000') {
    const message = `The 'To' number is not a valid phone number: ${form.get('Body')}`;
    return { status: 400, body: { code: 21211, message } };
  }
  return { status: 201, body: { sid: `SM${'1'.repeat(32)}`, status: 'queued', to: form.get('To') } };
}

/** Echoes the request like a debugging page, with a character that PostgreSQL refuses. */
function echo({ headers, body }: HttpReceiver['requests'][number]): Buffer {
  return Buffer.from(`\0 authorization: ${headers.authorization} ${body}`);
}

beforeAll(async () => {
  latchkey = await startLatchkey();
  provider = await startReceiver((request) => {
    if (request.path === '/own/echo') return { status: 200, body: echo(request) };
    return request.path.startsWith('/own') ? { status: 202 } : twilio(request);
  });
});

afterAll(async () => {
  await latchkey.close();
  await provider.close();
});

async function sendCode(to: string) {
  await transaction(latchkey.context, (ctx) =>
    enqueueMessage(ctx, {
      kind: 'otp',
      channel: 'sms',
      to,
      data: { code: '123456' },
      expiresAt: ctx.now() + 5 * 60_000,
    }),
  );
  await latchkey.sendMessages();
  const { body } = await latchkey.manage('POST', '/v1/mgmt/message/search', {
    recipient: to,
    channel: 'sms',
  });
  return body.messages[0];
}

function setTwilio(more: Record<string, unknown> = {}) {
  return latchkey.manage('POST', '/v1/mgmt/connector/sms/twilio', {
    baseUrl: provider.url,
    accountSid: account.sid,
    authToken: account.token,
    from: '+12025550199',
    ...more,
  });
}

describe('a project with Twilio', () => {
  test('sends its SMS through Twilio', async () => {
    expect((await setTwilio()).status).toBe(200);
    const message = await sendCode('+12025550101');
    expect(message).toMatchObject({
      status: 'sent',
      via: 'twilio',
      response: `queued SM${'1'.repeat(32)}`,
    });
    const form = new URLSearchParams(provider.requests.at(-1)?.body);
    expect(Object.fromEntries(form)).toEqual({
      To: '+12025550101',
      From: '+12025550199',
      Body: '123456 is your code for Test project. It is valid for 5 minutes. Do not share it.',
    });
  });

  test('sends a messaging service SID in its own field', async () => {
    await setTwilio({ from: `MG${'2'.repeat(32)}` });
    await sendCode('+12025550102');
    const form = new URLSearchParams(provider.requests.at(-1)?.body);
    expect(form.get('MessagingServiceSid')).toBe(`MG${'2'.repeat(32)}`);
    expect(form.has('From')).toBe(false);
  });

  test("shows Twilio's refusal in its own words", async () => {
    await setTwilio();
    const message = await sendCode('+12025550000');
    expect(message).toMatchObject({ status: 'dead', attempts: 1 });
    expect(message.lastError).toContain('400 {"code":21211,"message":"The \'To\' number is not');
    expect(message.lastError).toContain('… is your code');
    expect(message.lastError).not.toContain('123456');
    await setTwilio({ authToken: 'wrong' });
    const { body } = await latchkey.manage('POST', '/v1/mgmt/connector/test', {
      channel: 'sms',
      to: '+12025550103',
    });
    expect(body).toMatchObject({ errorCode: 'E113003' });
    expect(body.errorMessage).toContain('401 {"code":20003');
    expect(JSON.stringify((await latchkey.manage('GET', '/v1/mgmt/connector/all')).body)).not.toContain(
      'wrong',
    );
  });
});

describe('a project with a provider of its own', () => {
  test('posts the configured JSON, and no message can break out of it', async () => {
    const set = await latchkey.manage('POST', '/v1/mgmt/connector/sms/http', {
      url: `${provider.url}/own/send`,
      body: '{"recipients":["{{to}}"],"message":{"text":"{{text}}","ref":"{{id}}"},"flash":false}',
      headers: { 'x-api-key': 'k-123' },
    });
    expect(set.status).toBe(200);
    await latchkey.manage('POST', '/v1/mgmt/message/template/set', {
      kind: 'otp',
      channel: 'sms',
      locale: 'en',
      text: '{{code}} "}, {"text":"x" \\ {{project.name}}',
    });
    const message = await sendCode('+12025550104');
    expect(message).toMatchObject({ status: 'sent', via: 'http', response: '202' });
    const request = provider.requests.at(-1);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      recipients: ['+12025550104'],
      message: { text: '123456 "}, {"text":"x" \\ Test project', ref: message.id },
      flash: false,
    });
    expect(request?.headers).toMatchObject({ 'x-api-key': 'k-123', 'idempotency-key': message.id });
    const { body } = await latchkey.manage('GET', '/v1/mgmt/connector/all');
    expect(body.connectors).toMatchObject([{ provider: 'http', secrets: ['x-api-key'] }]);
    expect(JSON.stringify(body)).not.toContain('k-123');
  });

  test('sends a message once, and reveals no secret, whatever the provider answers', async () => {
    await latchkey.manage('POST', '/v1/mgmt/connector/sms/http', {
      url: `${provider.url}/own/echo`,
      body: '{"to":"{{to}}","text":"{{text}}"}',
      headers: { authorization: 'Bearer secret-of-the-provider' },
    });
    const message = await sendCode('+12025550106');
    expect(message).toMatchObject({ status: 'sent', attempts: 1 });
    expect(message.response).toContain('authorization');
    expect(message.response).not.toContain('\0');
    expect(JSON.stringify(message)).not.toMatch(/123456|secret-of-the-provider/);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/connector/test', {
      channel: 'sms',
      to: '+12025550107',
    });
    expect(body.response).toContain('authorization');
    const audits = await latchkey.manage('POST', '/v1/mgmt/audit/search', { actions: ['ConnectorTested'] });
    expect(JSON.stringify([body, audits.body])).not.toContain('secret-of-the-provider');
  });

  test('cannot reach private addresses', async () => {
    await latchkey.manage('POST', '/v1/mgmt/connector/sms/http', {
      url: 'http://169.254.169.254/send',
      body: '{"to":"{{to}}","text":"{{text}}"}',
    });
    const { body } = await latchkey.manage('POST', '/v1/mgmt/connector/test', {
      channel: 'sms',
      to: '+12025550105',
    });
    expect(body.errorMessage).toBe('169.254.169.254 is not a public address');
    await latchkey.manage('POST', '/v1/mgmt/connector/email/smtp', {
      host: '169.254.169.254',
      fromAddress: 'login@project.example',
    });
    const mail = await latchkey.manage('POST', '/v1/mgmt/connector/test', {
      channel: 'email',
      to: 'ada@example.com',
    });
    expect(mail.body.errorMessage).toBe('169.254.169.254 is not a public address');
  });
});
