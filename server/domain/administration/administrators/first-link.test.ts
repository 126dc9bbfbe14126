import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { enrol, openConsole, startConsole } from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { enterAdministration, prepareAdministration } from './administration-project.ts';
import { makeFirstLink } from './first-link.ts';
import { makeRecoveryLink } from './recovery-link.ts';

let latchkey: Latchkey;
let elsewhere: Latchkey;

beforeEach(async () => {
  latchkey = await startLatchkey();
  await prepareAdministration(latchkey.service);
});
afterEach(() => latchkey.close());
beforeAll(async () => {
  elsewhere = await startLatchkey();
  await prepareAdministration(elsewhere.service);
});
afterAll(() => elsewhere.close());

const newLink = async (from = latchkey) => (await makeFirstLink(from.service)) as string;

const start = (token: string, loginId = 'owner', page = openConsole(latchkey)) =>
  page.request('POST', '/v1/console/start', { body: { token, loginId, name: 'Olivia' } });

const code = ({ status, body }: Answer) => [status, body.errorCode];
const isVoid = [401, 'E062504'];

test('a link creates one owner, even if it is used many times at once and on several instances', async () => {
  const another = await latchkey.startAnother();
  const token = await newLink();
  const pages = [openConsole(latchkey), openConsole(another), openConsole(latchkey), openConsole(another)];
  const answers = await Promise.all(pages.map((page, index) => start(token, `owner${index}`, page)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  const last = await start(token);
  expect(code(last)).toEqual(isVoid);
  await another.close();
});

test('of several instances’ links, each is valid until one of them is used', async () => {
  const another = await latchkey.startAnother();
  const links = await Promise.all([newLink(), newLink(another), newLink(), newLink(another)]);
  const answers = [];
  for (const [index, link] of links.entries()) answers.push(await start(link, `owner${index}`));
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
  expect(answers[1]?.body.errorMessage).toContain('`latchkey administrator link`');
  await another.close();
});

test('of more than ten unused links, the newest ten are valid', async () => {
  const links: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    links.push(await newLink());
    latchkey.advance(1);
  }
  expect(code(await start(links[1] as string))).toEqual(isVoid);
  expect((await start(links[2] as string)).status).toBe(200);
});

test('a link is valid for a day, and in its own instance', async () => {
  const token = await newLink();
  expect(code(await start(await newLink(elsewhere)))).toEqual(isVoid);
  expect(code(await start('x'))).toEqual(isVoid);
  latchkey.advance(24 * 60 * 60_000);
  expect(code(await start(token))).toEqual(isVoid);
});

test('an interrupted start can be repeated, with another link and the same login ID', async () => {
  const first = openConsole(latchkey);
  const begun = await start(await newLink(), 'Owner', first);
  await first.request('POST', '/v1/auth/password/update', {
    body: { loginId: 'owner', newPassword: 'somebody else’s passphrase' },
  });
  const second = openConsole(latchkey);
  const again = await start(await newLink(), 'owner', second);
  expect(again.body.user.userId).toBe(begun.body.user.userId);
  expect((await second.request('GET', '/v1/console')).body).toMatchObject({
    administrator: { role: 'owner' },
    hasPassword: false,
    hasTotp: false,
    isComplete: false,
    projects: [],
  });
  // The holder of the first link is signed out.
  expect((await first.request('GET', '/v1/console')).status).toBe(401);
  await enrol(latchkey, second, 'owner');
  expect((await second.request('GET', '/v1/console')).body).toMatchObject({ isComplete: true });
});

test('an interrupted owner is signed out when another person begins, and cannot continue by password', async () => {
  const first = openConsole(latchkey);
  await start(await newLink(), 'first', first);
  const credentials = { loginId: 'first', password: 'a passphrase of the first' };
  await first.request('POST', '/v1/auth/password/update', {
    body: { loginId: 'first', newPassword: credentials.password },
  });
  const second = openConsole(latchkey);
  await start(await newLink(), 'second', second);
  await enrol(latchkey, second, 'second');
  expect((await first.request('GET', '/v1/console')).status).toBe(401);
  const signedIn = await first.request('POST', '/v1/auth/password/signin', { body: credentials });
  expect(signedIn.status).toBe(200);
  const enrolment = await first.request('POST', '/v1/auth/totp/update', { body: { loginId: 'first' } });
  expect(code(enrolment)).toEqual([403, 'E064011']);
});

test('an owner who starts again has no earlier link left', async () => {
  const owner = await startConsole(latchkey);
  const { loginId } = owner;
  const made = await owner.request('POST', '/v1/mgmt/user/signin/embeddedlink', {
    body: { loginId, timeout: 600 },
  });
  const request = { id: 'test', remoteAddress: '', userAgent: '' };
  const ctx = await enterAdministration(latchkey.service, request);
  const recovery = await makeRecoveryLink(ctx, loginId);
  expect((await start(await newLink(), loginId)).status).toBe(200);
  for (const token of [made.body.token, recovery]) {
    const page = openConsole(latchkey);
    const verified = await page.request('POST', '/v1/auth/magiclink/verify', { body: { token } });
    expect(code(verified)).toEqual(isVoid);
  }
});

test('once an owner can sign in, no link is created and earlier ones are void', async () => {
  const page = openConsole(latchkey);
  await start(await newLink(), 'owner', page);
  const made = await newLink();
  await enrol(latchkey, page, 'owner');
  expect(await makeFirstLink(latchkey.service)).toBeUndefined();
  expect(code(await start(made, 'mallory'))).toEqual(isVoid);
});

test('the link is no sign-in link, and a sign-in link is no first link', async () => {
  const token = await newLink();
  const page = openConsole(latchkey);
  expect(code(await page.request('POST', '/v1/auth/magiclink/verify', { body: { token } }))).toEqual(isVoid);
  // The attempt has not spent it either.
  expect((await start(token)).status).toBe(200);

  const user = await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'ada' });
  expect(user.status).toBe(200);
  const made = await latchkey.manage('POST', '/v1/mgmt/user/signin/embeddedlink', { loginId: 'ada' });
  expect(code(await start(made.body.token))).toEqual(isVoid);
});

test('an empty login ID and an overlong name do not spend the link', async () => {
  const token = await newLink();
  expect(code(await start(token, ''))).toEqual([400, 'E011002']);
  const body = { token, loginId: 'owner', name: 'x'.repeat(257) };
  const page = openConsole(latchkey);
  expect((await page.request('POST', '/v1/console/start', { body })).status).toBe(400);
  expect((await start(token)).status).toBe(200);
});
