import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FormBrowser } from '../../../../test/browser.ts';
import { back, type HostedPages, startHostedPages } from '../../../../test/hosted-pages.ts';

let pages: HostedPages;
let folder: string;
let browser: FormBrowser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'languages-'));
  const pt = {
    hostedPages: { signIn: { title: 'Entrar em {project}' } },
    messages: {
      otp: { subject: '{code} é o seu código ({project})' },
      test: { subject: 'Mensagem de teste de {project}' },
    },
  };
  await writeFile(join(folder, 'pt-BR.json'), JSON.stringify(pt));
  await writeFile(join(folder, 'ar.json'), JSON.stringify({ hostedPages: { signIn: { next: 'متابعة' } } }));
  pages = await startHostedPages({ LATCHKEY_LANGUAGES: folder });
});
afterAll(async () => {
  await pages.latchkey.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  browser = new FormBrowser(pages.latchkey);
});

const pageFor = async (accepted: string, query = {}) => {
  const path = pages.at('', { redirectUrl: back, state: 'abc', ...query });
  return (await browser.get(path, { 'accept-language': accepted })).html;
};

describe('a page is in the language of the browser', () => {
  test.each([
    ['en-US', 'en', 'Sign in to Test project'],
    ['de', 'de', 'Bei Test project anmelden'],
    ['fr-CA', 'fr', 'Se connecter à Test project'],
    ['es-MX', 'es', 'Inicia sesión en Test project'],
    ['pt', 'pt-BR', 'Entrar em Test project'],
  ])('%s', async (accepted, tag, title) => {
    const html = await pageFor(accepted);
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).toContain(`<h1>${title}</h1>`);
  });

  test('from right to left where it is written so, with English for missing texts', async () => {
    const html = await pageFor('ar');
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('متابعة');
    expect(html).toContain('Sign in to Test project');
  });

  test('with numbers and plurals of the language', async () => {
    await pages.latchkey.manage('POST', '/v1/mgmt/password/settings', { enabled: true, minLength: 12 });
    await pages.configure({ hostedPages: { signUpProvesAddress: false } });
    await browser.get(pages.at('sign-up'), { 'accept-language': 'fr' });
    const asked = await browser.submit(pages.at('sign-up'), { loginId: 'neu@example.com' });
    const { html } = await browser.get(asked.path, { 'accept-language': 'fr' });
    expect(html).toContain('Au moins 12 caractères.');
    const refused = await browser.submit(asked.path, { password: 'court' });
    const again = await browser.get(refused.path, { 'accept-language': 'fr' });
    expect(again.html).toContain('il doit comporter au moins 12 caractères');
  });
});

describe('a page is in the language that its address asks for', () => {
  test('whatever the browser prefers, on each step', async () => {
    expect(await pageFor('de', { locale: 'fr' })).toContain('<html lang="fr">');
    const path = pages.at('', { redirectUrl: back, state: 'abc', locale: 'es-AR' });
    await browser.get(path, { 'accept-language': 'de' });
    const next = await browser.submit(path, { loginId: await pages.makeUser() });
    expect(next.path).toContain('locale=es');
    expect((await browser.get(next.path, { 'accept-language': 'de' })).html).toContain(
      '<h1>Introduce tu contraseña</h1>',
    );
  });

  test('unless there is none for it', async () => {
    expect(await pageFor('de', { locale: 'it' })).toContain('<html lang="de">');
    expect(await pageFor('de', { locale: 'it fr' })).toContain('<html lang="fr">');
    expect(await pageFor('de', { locale: '"><script>' })).toContain('<html lang="de">');
  });
});

describe('a message is in an added language', () => {
  const preview = async (locale: string) =>
    (
      await pages.latchkey.manage('POST', '/v1/mgmt/message/template/preview', {
        kind: 'test',
        channel: 'email',
        locale,
      })
    ).body;

  test('as its file says, and English where it says nothing', async () => {
    const { subject, html } = await preview('pt-BR');
    expect(subject).toBe('Mensagem de teste de Test project');
    expect(html).toContain('<html lang="pt-BR">');
    expect(html).toContain('<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">It works</h1>');
  });

  test('also for the language without its region', async () => {
    const loginId = 'bia@example.com';
    await pages.latchkey.request('POST', '/v1/auth/otp/signup-in/email', {
      body: { loginId, loginOptions: { locale: 'pt' } },
    });
    const { body } = await pages.latchkey.request('GET', `/dev/inbox/messages?to=${loginId}&wait=60`);
    expect(body.messages[0].subject).toMatch(/^\d{6} é o seu código \(Test project\)$/);
  });

  test('which the list of templates has', async () => {
    const { body } = await pages.latchkey.manage('GET', '/v1/mgmt/message/templates');
    const locales = new Set(body.templates.map(({ locale }: { locale: string }) => locale));
    expect([...locales]).toEqual(['en', 'de', 'fr', 'es', 'ar', 'pt-br']);
  });
});

test('the OpenID provider names the languages', async () => {
  const { body } = await pages.latchkey.request(
    'GET',
    `/${pages.latchkey.projectId}/.well-known/openid-configuration`,
  );
  expect(body.ui_locales_supported).toEqual(['en', 'de', 'fr', 'es', 'ar', 'pt-BR']);
});

test('a file that cannot be used stops the start with its name and the text', async () => {
  const path = join(folder, 'it.json');
  await writeFile(path, JSON.stringify({ hostedPages: { signIn: { title: 'Accedi' } } }));
  await expect(pages.latchkey.startAnother({ LATCHKEY_LANGUAGES: folder })).rejects.toThrow(
    `${path} cannot be used:\n  hostedPages.signIn.title lacks the placeholder {project}`,
  );
  await rm(path);
});
