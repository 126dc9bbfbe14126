import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAdministrator,
  type ConsolePage,
  openConsole,
  type SignedInAdministrator,
  startConsole,
} from '../../../../test/administrators.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
let another: Latchkey;
let owner: SignedInAdministrator;
let counter = 0;

beforeAll(async () => {
  latchkey = await startLatchkey();
  another = await latchkey.startAnother();
  owner = await startConsole(latchkey, 'owner');
});
afterAll(async () => {
  await another.close();
  await latchkey.close();
});

const refusal = ({ status, body }: Answer) => [status, body.errorCode];
const post = (page: ConsolePage, path: string, body: object) =>
  page.request('POST', `/v1/mgmt/user/${path}`, { body });
const add = (role: 'owner' | 'administrator') =>
  addAdministrator(latchkey, owner, { loginId: `${role}${++counter}`, role });

/** All changes that could end an owner's role or ability to sign in. */
const removals: [path: string, body: object][] = [
  ['update/status', { status: 'disabled' }],
  ['update/role/set', { roleNames: ['administrator'] }],
  ['update/role/set', { roleNames: [] }],
  ['update/role/remove', { roleNames: ['owner'] }],
  ['totp/delete', {}],
  ['delete', {}],
];

test('the last owner who can sign in stays an owner, whatever the change', async () => {
  await post(owner, 'create', { loginId: 'invited owner', roleNames: ['owner'] });
  const administrator = await add('administrator');
  const loginIds = ['owner', (await owner.request('GET', '/v1/auth/me')).body.userId];
  for (const loginId of loginIds) {
    for (const [path, body] of removals) {
      const answer = await post(owner, path, { loginId, ...body });
      expect(refusal(answer), path).toEqual([403, 'E064010']);
    }
  }
  const { body } = await owner.request('GET', '/v1/auth/me');
  expect(body).toMatchObject({ status: 'enabled', roleNames: ['owner'], TOTP: true });
  expect((await administrator.request('GET', '/v1/console')).status).toBe(200);
  // Other changes are possible.
  expect((await post(owner, 'delete', { loginId: 'invited owner' })).status).toBe(200);
  expect((await post(owner, 'passkeys/delete', { loginId: 'owner' })).status).toBe(200);
  // Losing a factor signs a user out, even by their own change.
  owner = await again(owner);
});

test('one of two owners who remove each other at once, on two instances, stays', {
  tags: 'race',
}, async () => {
  for (const [path, body] of removals) {
    const [first, second] = [await add('owner'), await add('owner')];
    // They are the only ones, because the others cannot sign in.
    for (const one of await ownersBut([first.loginId, second.loginId])) {
      expect((await post(first, 'update/status', { loginId: one, status: 'disabled' })).status).toBe(200);
    }
    const elsewhere = openConsole(another);
    elsewhere.setCookie(second.cookie());
    const answers = await Promise.all([
      post(first, path, { loginId: second.loginId, ...body }),
      post(elsewhere, path, { loginId: first.loginId, ...body }),
    ]);
    const statuses = answers.map(({ status }) => status).sort();
    // An owner who was signed out, deleted or demoted before their turn gets that error.
    expect(statuses[0], path).toBe(200);
    expect([401, 403], path).toContain(statuses[1]);
    const winner = answers[0]?.status === 200 ? first : second;
    for (const one of ['owner', first.loginId, second.loginId]) {
      await post(winner, 'update/status', { loginId: one, status: 'enabled' });
    }
    await post(winner, 'update/role/add', { loginId: 'owner', roleNames: ['owner'] });
    owner = await again(owner);
  }
});

async function ownersBut(loginIds: string[]): Promise<string[]> {
  const { body } = await owner.request('POST', '/v2/mgmt/user/search', { body: { roleNames: ['owner'] } });
  const users = body.users as { loginIds: string[] }[];
  return users.flatMap((user) => user.loginIds[0] ?? []).filter((loginId) => !loginIds.includes(loginId));
}

/** Enables the administrator and signs them in, because being disabled has ended the session. */
async function again(someone: SignedInAdministrator): Promise<SignedInAdministrator> {
  return { ...someone, ...(await someone.signIn()) };
}

test('a disabled, demoted, deleted or signed-out administrator is refused at the next request, on every instance', async () => {
  const ways: [path: string, body: object, refused: unknown[]][] = [
    ['update/status', { status: 'disabled' }, [401, 'E111119']],
    ['update/role/set', { roleNames: ['auditor'] }, [403, 'E064010']],
    ['update/role/set', { roleNames: [] }, [403, 'E064010']],
    ['delete', {}, [401, 'E111119']],
    ['logout', {}, [401, 'E111119']],
  ];
  const { projectId } = latchkey;
  for (const [path, body, refused] of ways) {
    const someone = await add('administrator');
    const elsewhere = openConsole(another);
    elsewhere.setCookie(someone.cookie());
    const create = (page: ConsolePage, loginId: string) =>
      page.request('POST', '/v1/mgmt/user/create', { projectId, body: { loginId } });
    expect((await create(elsewhere, `x${++counter}`)).status).toBe(200);
    expect((await post(owner, path, { loginId: someone.loginId, ...body })).status).toBe(200);
    expect(refusal(await create(elsewhere, 'never')), path).toEqual(refused);
    expect(refusal(await create(someone, 'never')), path).toEqual(refused);
  }
});
