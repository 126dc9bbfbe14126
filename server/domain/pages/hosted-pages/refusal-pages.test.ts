import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { secretSentTo } from '../../../../test/messages.ts';
import { deleteExpiredChallenges } from '../../credentials/challenges/issue.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

async function send(method: string, path: string, headers: Record<string, string> = {}, form?: string) {
  const response = await fetch(`${latchkey.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'accept-language': 'en', ...headers },
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, html: await response.text() };
}

const own = { 'sec-fetch-site': 'same-origin' };
const target = () => encodeURIComponent('http://localhost:3000/');

async function newLink(loginId: string): Promise<string> {
  const body = { loginId, URI: 'http://localhost:3000/' };
  await latchkey.request('POST', '/v1/auth/magiclink/signup-in/email', { body });
  return secretSentTo(latchkey, loginId);
}

const press = (secret: string, headers = own as Record<string, string>) =>
  send('POST', `/verify?projectId=${latchkey.projectId}&kind=magic`, headers, `t=${secret}`);

test('a used link and an expired link have different texts, in both languages', async () => {
  const used = await newLink('used@example.com');
  await press(used);
  expect((await press(used)).html).toContain('has already been used');
  const old = await newLink('old@example.com');
  latchkey.advance(11 * 60_000);
  await deleteExpiredChallenges(latchkey.service);
  const late = await press(old);
  expect(late.html).toContain('The link has expired.');
  expect(late.html).not.toContain('already');
  expect((await press(old, { ...own, 'accept-language': 'de' })).html).toContain('Der Link ist zu alt.');
  // Nothing is kept for longer than a day.
  latchkey.advance(25 * 60 * 60_000);
  await deleteExpiredChallenges(latchkey.service);
  expect((await press(old)).html).toContain('has already been used');
});

test('an expired link names its user in the audit log, a link that never existed nobody', async () => {
  const secret = await newLink('named@example.com');
  await press(secret);
  const again = await newLink('named@example.com');
  latchkey.advance(11 * 60_000);
  await press(again);
  const search = { actions: ['LoginFailed'], loginIdsContain: ['named@example.com'] };
  const { audits } = (await latchkey.manage('POST', '/v1/mgmt/audit/search', search)).body;
  expect(audits).toMatchObject([{ method: 'magiclink', data: { cause: 'expiredLink' } }]);
});

test('an unknown project, a form of another site and another address of the server have their own texts', async () => {
  const unknown = await send('GET', `/login/P${'0'.repeat(27)}?redirect_url=${target()}`);
  expect(unknown.html).toContain('No project has this ID');
  const german = await send('GET', `/login/Punknown`, { 'accept-language': 'de' });
  expect(german.html).toContain('Es gibt kein Projekt mit dieser ID');
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await press('x', foreign)).html).toContain('The form came from another site');
  const { port } = new URL(latchkey.baseUrl);
  const response = await fetch(`http://localhost:${port}/verify?projectId=${latchkey.projectId}&kind=magic`, {
    method: 'POST',
    headers: { origin: `http://localhost:${port}`, 'accept-language': 'en' },
    body: new URLSearchParams('t=x'),
  });
  const text = await response.text();
  expect(text).toContain(`You opened this page at http://localhost:${port}`);
  expect(text).toContain('LATCHKEY_BASE_URL');
});

test('only a page that worked earlier says that it has expired', async () => {
  const expired = 'This page has expired';
  const login = `/login/${latchkey.projectId}`;
  const foreign = `redirectUrl=${encodeURIComponent('https://evil.example/')}`;
  for (const path of [
    login,
    `${login}?${foreign}`,
    `${login}/preview`,
    `/verify?projectId=${latchkey.projectId}`,
  ]) {
    const { html } = await send('GET', path);
    expect(html, path).toContain('<h1>This page can’t be opened</h1>');
    expect(html, path).not.toContain(expired);
  }
  const form = await send('POST', `${login}?redirectUrl=${target()}`, own, 'loginId=a%40example.com');
  expect(form.html).toContain(expired);
  const used = await newLink('twice@example.com');
  await press(used);
  expect((await press(used)).html).toContain(expired);
});

test('the pages of SSO and OAuth speak the user’s language', async () => {
  const german = { 'accept-language': 'de' };
  const sso = await send(
    'GET',
    `/v1/auth/saml/start?projectId=${latchkey.projectId}&request=unknown`,
    german,
  );
  expect(sso.html).toContain('Diese Anmeldung ist abgelaufen');
  const oauth = await send('GET', '/v1/auth/oauth/callback?state=nothing', german);
  expect(oauth.html).toContain('Die Anmeldung ist nicht gelungen');
  const french = await send('GET', '/v1/auth/oauth/callback?state=nothing', { 'accept-language': 'fr' });
  expect(french.html).toContain('<html lang="fr">');
  expect(french.html).toContain('Impossible de vous connecter');
  const unknown = await send('GET', '/v1/auth/saml/start?projectId=Punknown&request=x');
  expect(unknown.html).toContain('No project has this ID');
});
