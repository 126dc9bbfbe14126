import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenPage, openPage } from '../../../../test/counterparts/chromium.ts';
import { type Person, startWithSupport } from '../../../../test/impersonation.ts';

let all: Awaited<ReturnType<typeof startWithSupport>>;
const application = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title><h1>App</h1>');
});
let appUrl: string;

beforeAll(async () => {
  all = await startWithSupport();
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  appUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}/back?state=1`;
});
afterAll(async () => {
  application.close();
  await all.latchkey.close();
});

async function linkFor(user: Person, more: object = {}): Promise<string> {
  const body = { redirectUrl: appUrl, ...more };
  const answer = await all.as(user.refreshJwt, 'POST', 'me/consent/impersonation/link', body);
  expect(answer.status).toBe(200);
  return answer.body.url;
}

/** Fetches a page as a browser without cookies. */
function get(url: string, language = 'en'): Promise<Response> {
  return fetch(url, { redirect: 'manual', headers: { 'accept-language': language } });
}

function answer(url: string, form: Record<string, string>): Promise<Response> {
  const link = new URL(url).searchParams.get('link') ?? '';
  const body = new URLSearchParams({ link, ...form });
  return fetch(url, { method: 'POST', redirect: 'manual', body });
}

const consentsOf = async ({ refreshJwt }: Person) =>
  (await all.as(refreshJwt, 'GET', 'me/consent/impersonation')).body.consents;

describe('in a browser', () => {
  async function open(url: string, locale = 'en-GB'): Promise<OpenPage> {
    const opened = await openPage(undefined, { locale, viewport: { width: 900, height: 900 } });
    await opened.page.goto(url);
    return opened;
  }

  test('a user allows, by keyboard alone, sees it, and withdraws', async () => {
    const agent = await all.makePerson({ roles: ['Support'] });
    await all.post('user/update/name', { loginId: agent.loginId, displayName: '<b>Ada & Co</b>' });
    const user = await all.makePerson();
    const first = await open(await linkFor(user, { impersonatorId: agent.userId }));
    const { page } = first;
    expect(await page.textContent('h1')).toBe('Allow others to act on your behalf?');
    expect(await page.textContent('main')).toContain(`Only <b>Ada & Co</b> (${agent.loginId})`);
    expect(await page.textContent('main')).toContain(user.loginId);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('radio', { name: '1 day' }).isChecked()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/consent=/);
    expect(page.url()).toBe(`${appUrl}&consent=given`);
    expect(first.errors).toEqual([]);
    await first.close();
    const [consent] = await consentsOf(user);
    expect(consent).toMatchObject({ impersonatorId: agent.userId });
    expect(consent.expireTime - consent.createdTime).toBe(86_400);

    const second = await open(await linkFor(user));
    const shot = process.env['LATCHKEY_SCREENSHOT'];
    if (shot) await second.page.screenshot({ path: shot, fullPage: true });
    expect(await second.page.getByRole('group', { name: 'Duration' }).isVisible()).toBe(true);
    await second.page.getByRole('button', { name: /^Withdraw: Only/ }).click();
    await second.page.waitForURL(`${appUrl}&consent=withdrawn`);
    expect(second.errors).toEqual([]);
    await second.close();
    expect(await consentsOf(user)).toEqual([]);
  });

  test('a German browser gets German words', async () => {
    const user = await all.makePerson({ tenants: { acme: [] } });
    await all.give(user);
    const { page, errors, close } = await open(await linkFor(user, { tenantId: 'acme' }), 'de-AT');
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    expect(await page.textContent('h1')).toBe('Dürfen andere in Ihrem Namen handeln?');
    expect(await page.textContent('main')).toContain('Nur Personen Ihrer Organisation Tenant acme');
    expect(await page.textContent('time')).toMatch(/^bis \d+\. \S+ \d{4} um \d\d:\d\d UTC$/);
    const shot = process.env['LATCHKEY_SCREENSHOT'];
    if (shot) await page.screenshot({ path: shot.replace('.png', '-de.png'), fullPage: true });
    await page.getByRole('button', { name: 'Nicht erlauben' }).click();
    await page.waitForURL(`${appUrl}&consent=declined`);
    expect(errors).toEqual([]);
    await close();
    expect(await consentsOf(user)).toHaveLength(1);
  });
});

describe('a link', () => {
  test('is answered once, of several answers at the same time too', async () => {
    const user = await all.makePerson();
    const url = await linkFor(user);
    // Mail scanners and previews look, which spends nothing.
    for (let i = 0; i < 3; i++) expect((await get(url)).status).toBe(200);
    const given = { answer: 'allow', duration: 'week' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => answer(url, given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400, 400]);
    expect(await consentsOf(user)).toHaveLength(1);
    expect((await get(url)).status).toBe(400);
  });

  test('expires after ten minutes, and with the session that requested it', async () => {
    const [slow, gone] = [await all.makePerson(), await all.makePerson()];
    const urls = [await linkFor(slow), await linkFor(gone)];
    await all.as(gone.refreshJwt, 'POST', 'logout', {});
    expect((await get(urls[1] as string)).status).toBe(400);
    all.latchkey.advance(10 * 60_000 + 1);
    for (const url of urls) {
      expect((await get(url)).status).toBe(400);
      expect((await answer(url, { answer: 'allow', duration: 'hour' })).status).toBe(400);
    }
  });

  test('is void for a disabled user', async () => {
    const user = await all.makePerson();
    const url = await linkFor(user);
    await all.post('user/update/status', { loginId: user.loginId, status: 'disabled' });
    expect((await get(url)).status).toBe(400);
    expect((await answer(url, { answer: 'allow', duration: 'hour' })).status).toBe(400);
  });

  test('leads back only to addresses that the project allows', async () => {
    const user = await all.makePerson();
    for (const redirectUrl of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
      const body = { redirectUrl };
      const refusal = await all.as(user.refreshJwt, 'POST', 'me/consent/impersonation/link', body);
      expect(refusal).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    }
  });

  test('withdraws consents of its own user only', async () => {
    const [user, other] = [await all.makePerson(), await all.makePerson()];
    const { body } = await all.give(other);
    const url = await linkFor(user);
    expect((await answer(url, { withdraw: body.consent.id })).status).toBe(400);
    expect(await consentsOf(other)).toHaveLength(1);
    // The refused answer has not spent the link.
    expect((await get(url)).status).toBe(200);
  });

  test('accepts the answers that the page offers, and no others', async () => {
    const user = await all.makePerson();
    const url = await linkFor(user);
    const forms = [
      {},
      { answer: 'allow' },
      { answer: 'allow', duration: '99999999' },
      { answer: 'ALLOW', duration: 'hour' },
    ];
    for (const form of forms) expect((await answer(url, form as Record<string, string>)).status).toBe(400);
    expect(await consentsOf(user)).toEqual([]);
    expect((await get(url)).status).toBe(200);
  });

  test('of another project, or of no user, is treated like a used one', async () => {
    const user = await all.makePerson();
    const url = new URL(await linkFor(user));
    const used = await (await get(`${url.origin}${url.pathname}`)).text();
    url.searchParams.set('projectId', (await all.latchkey.addProject()).projectId);
    expect(await (await get(url.href)).text()).toBe(used);
    expect(await (await get(`${url.href}&link=x`)).text()).toBe(used);
  });
});

test('the form may lead to an application, and the page sets no cookie, sends no referrer and runs no script', async () => {
  const response = await get(await linkFor(await all.makePerson()));
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("form-action 'self' https: http:;");
  expect(policy).not.toContain('script-src');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.getSetCookie()).toEqual([]);
});
