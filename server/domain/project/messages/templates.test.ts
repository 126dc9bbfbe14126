import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { shippedTags } from '../../../core/languages/open-languages.ts';
import { messageKinds } from '../../../delivery/message.ts';
import { enqueueMessage } from '../../../delivery/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

let count = 0;

async function send(more: Record<string, unknown>) {
  count += 1;
  const to = `user${count}@example.com`;
  await transaction(latchkey.context, (ctx) =>
    enqueueMessage(ctx, { kind: 'otp', channel: 'email', to, data: { code: '123456' }, ...more }),
  );
  const { body } = await latchkey.request('GET', `/dev/inbox/messages?to=${to}&wait=60`);
  return body.messages[0];
}

function set(body: Record<string, unknown>) {
  return latchkey.manage('POST', '/v1/mgmt/message/template/set', {
    kind: 'otp',
    channel: 'email',
    locale: 'en',
    subject: 'Code',
    text: '{{code}}',
    ...body,
  });
}

function preview(body: Record<string, unknown>) {
  return latchkey.manage('POST', '/v1/mgmt/message/template/preview', {
    channel: 'email',
    locale: 'en',
    ...body,
  });
}

describe('the built-in texts', () => {
  test('exist for every kind in every language, with every placeholder filled', async () => {
    for (const kind of messageKinds) {
      for (const locale of shippedTags) {
        const { status, body } = await preview({ kind, locale });
        expect(status).toBe(200);
        expect(body.subject).not.toBe('');
        expect(body.html).toContain(`<html lang="${locale}">`);
        for (const part of [body.subject, body.text, body.html]) expect(part).not.toMatch(/[{}]|undefined/);
        expect(body.html).not.toMatch(/<(script|img|link|style)|url\(|src=/);
      }
    }
  });

  test('have the colors and the logo of the project, which own texts can use, too', async () => {
    const branding = (changes: Record<string, string>) =>
      latchkey.manage('POST', '/v1/mgmt/project/settings', { branding: changes });
    const logoUrl = 'https://cdn.example.com/logo.png?a=1&b=2';
    const changed = await branding({ logoUrl, primaryColor: '#ffcc00', backgroundColor: '#fff4e0' });
    expect(changed.status).toBe(200);
    const { html } = (await preview({ kind: 'magicLink' })).body;
    expect(html).toContain('<img src="https://cdn.example.com/logo.png?a=1&amp;b=2" alt="');
    expect(html).toContain('background:#ffcc00;border-radius:6px"><a');
    expect(html).toContain('color:#000000;font-weight:bold');
    expect(html).toContain('<body style="margin:0;padding:0;background:#fff4e0">');
    // A link in light yellow could not be read on the white card.
    expect(html).not.toContain('color:#ffcc00;word-break');
    const own = await preview({
      kind: 'otp',
      subject: 'Code',
      text: '{{code}}',
      html: '{{code}} <img src="{{project.logo}}"> {{project.color}} {{project.linkColor}}',
    });
    expect(own.body.html).toMatch(/^\d{6} <img src="https:[^"]+b=2"> #ffcc00 #[0-9a-f]{6}$/);

    await branding({ logoUrl: '', primaryColor: '', backgroundColor: '' });
    const { body: plain } = await preview({ kind: 'magicLink' });
    expect(plain.html).not.toContain('<img');
    expect(plain.html).toContain('background:#2853b8');
  });

  test('show all three numbers of an enchanted link', async () => {
    const { body } = await preview({ kind: 'enchantedLink' });
    for (const number of ['27', '51', '84']) {
      expect(body.text).toContain(`${number}: ${latchkey.baseUrl}/preview?${number}`);
      expect(body.html).toContain(`>${number}</a>`);
    }
  });

  test('contain links with the configured base URL, whatever the request contains (T073)', async () => {
    const { body } = await latchkey.request('POST', '/v1/mgmt/message/template/preview', {
      bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      },
      body: { kind: 'passwordReset', channel: 'email', locale: 'en' },
    });
    expect(body.text).toContain(`${latchkey.baseUrl}/preview`);
    expect(JSON.stringify(body)).not.toContain('evil');
  });

  test('can be loaded, set and loaded again', async () => {
    const query = 'kind=magicLink&channel=email&locale=en';
    const { body } = await latchkey.manage('GET', `/v1/mgmt/message/template?${query}`);
    expect(body.isBuiltIn).toBe(true);
    const { isBuiltIn: _, ...content } = body;
    expect((await set({ kind: 'magicLink', ...content })).status).toBe(200);
    const again = await latchkey.manage('GET', `/v1/mgmt/message/template?${query}`);
    expect(again.body).toEqual({ ...content, isBuiltIn: false });
  });
});

describe('the language of a message', () => {
  test('is that of the request, then of the project, then English', async () => {
    expect((await send({ locale: 'de_CH' })).subject).toContain('ist Ihr Code');
    expect((await send({ locale: 'ja' })).subject).toContain('is your code');
    expect((await send({ locale: '../../etc' })).subject).toContain('is your code');
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'de' });
    const project = { ...latchkey.project, settings: { ...latchkey.project.settings, locale: 'de' } };
    await transaction({ ...latchkey.context, project }, (ctx) =>
      enqueueMessage(ctx, { kind: 'otp', channel: 'email', to: 'de@example.com', data: { code: '123456' } }),
    );
    const { body } = await latchkey.request('GET', '/dev/inbox/messages?to=de@example.com&wait=60');
    expect(body.messages[0].subject).toContain('ist Ihr Code');
    await latchkey.manage('POST', '/v1/mgmt/project/settings', { locale: 'en' });
  });
});

describe('a template of the project', () => {
  test('replaces the built-in one until it is reset', async () => {
    await set({ subject: 'Hello {{code}}', text: 'Your {{code}} of {{project.name}}', html: '' });
    expect(await send({})).toMatchObject({
      subject: 'Hello 123456',
      text: 'Your 123456 of Test project',
      html: '',
    });
    const { body } = await latchkey.manage('GET', '/v1/mgmt/message/templates');
    const own = body.templates.filter((one: { isBuiltIn: boolean; kind: string }) => !one.isBuiltIn);
    expect(own).toContainEqual(
      expect.objectContaining({ kind: 'otp', channel: 'email', locale: 'en', templateId: '' }),
    );
    const key = { kind: 'otp', channel: 'email', locale: 'en' };
    expect((await latchkey.manage('POST', '/v1/mgmt/message/template/reset', key)).status).toBe(200);
    expect((await send({})).subject).toContain('is your code');
    expect((await latchkey.manage('POST', '/v1/mgmt/message/template/reset', key)).status).toBe(404);
  });

  test("is selected by its ID, with the caller's options; an unknown ID selects the default", async () => {
    await set({ templateId: 'welcome', text: '{{code}} {{team}} {{options.team}}', html: '' });
    const message = await send({ templateId: 'welcome', templateOptions: { team: 'Blue', code: 'mine' } });
    expect(message.text).toBe('123456 Blue Blue');
    expect((await send({ templateId: 'gone' })).subject).toContain('is your code');
  });

  test('must contain the placeholder that it exists for, and a subject of one line', async () => {
    expect((await set({ text: 'Hello' })).body.errorMessage).toContain('{{code}} is missing');
    expect((await set({ html: '<p>Hello</p>' })).body.errorMessage).toContain('{{code}} is missing');
    expect((await set({ subject: 'a\r\nBcc: evil@example.com' })).status).toBe(400);
    expect((await set({ subject: '' })).status).toBe(400);
    expect((await set({ locale: '../..' })).status).toBe(400);
    expect((await set({ channel: 'email', kind: 'nothing' })).status).toBe(400);
  });

  test('escapes its values and runs nothing (T079)', async () => {
    const { body } = await preview({
      kind: 'otp',
      subject: '{{options.x}}',
      text: '{{code}} {{options.x}}',
      html: '{{code}} <a title="{{options.x}}">{{constructor}}{{__proto__}}{{code.length}}{{options.toString}}</a>',
      templateOptions: { x: '"><img src=x onerror=alert(1)>\r\n{{code}}' },
    });
    expect(body.subject).toBe('"><img src=x onerror=alert(1)> {{code}}');
    expect(body.html).toBe('123456 <a title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt; {{code}}"></a>');
  });
});
