import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  enterpriseSchema,
  patchOf,
  startDirectory,
  type TestDirectory,
  userSchema,
} from '../../../../test/directories.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, refresh, signInByPassword } from '../../../../test/signed-in.ts';

let latchkey: Latchkey;
let directory: TestDirectory;
let count = 0;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
beforeEach(async () => {
  count += 1;
  directory = await startDirectory(latchkey);
});
afterAll(() => latchkey.close());

const name = (text = 'ada') => `${text}-${count}@scim${count}.example`;
const load = async (userId: string) =>
  (await latchkey.manage('GET', `/v1/mgmt/user?userId=${userId}`)).body.user;
const manage = (path: string, body: object) => latchkey.manage('POST', `/v1/mgmt/${path}`, body);
/** Gives the key of the directory to another tenant. */
async function moveKey(): Promise<void> {
  await manage('tenant/create', { id: 'next', name: 'next' });
  const keyTenants = [{ tenantId: 'next', roleNames: ['Tenant Admin'] }];
  const { status } = await manage('accesskey/update', { id: directory.keyId, name: 'SCIM', keyTenants });
  expect(status).toBe(200);
}
const events = async (userId: string) => {
  const { body } = await latchkey.manage('POST', '/v1/mgmt/audit/search', { userIds: [userId] });
  return body.audits as { action: string; tenants: string[]; actorId: string; externalIds: string[] }[];
};

describe('a token', () => {
  test('is an access key with the built-in role in one tenant, and nothing else', async () => {
    const status = async (bearer: string | null, path = '/Users') => {
      const answer = await latchkey.request('GET', `/scim/v2${path}`, { bearer });
      if (answer.status !== 200) {
        expect(answer.headers.get('content-type')).toContain('application/scim+json');
        expect(answer.body).toMatchObject({
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: String(answer.status),
          detail: expect.any(String),
        });
      }
      return answer.status;
    };
    const key = async (fields: object) => {
      const { body } = await latchkey.manage('POST', '/v1/mgmt/accesskey/create', { name: 'key', ...fields });
      return `${latchkey.projectId}:${body.cleartext}`;
    };
    const other = await startDirectory(latchkey);
    const roleNames = ['Tenant Admin'];
    const [one, two] = [directory.tenantId, other.tenantId];
    const user = await createPasswordUser(latchkey, { userTenants: [{ tenantId: one, roleNames }] });
    expect(await status(directory.token)).toBe(200);
    expect(await status(null)).toBe(401);
    expect(await status(latchkey.projectId)).toBe(401);
    expect(await status(`${latchkey.projectId}:wrong`)).toBe(401);
    expect(await status(`${latchkey.projectId}:wrong`, '/nowhere')).toBe(401);
    expect(await status(`${latchkey.projectId}:${latchkey.managementKey}`)).toBe(401);
    expect(await status(await key({ roleNames }))).toBe(403);
    expect(await status(await key({ keyTenants: [{ tenantId: one }] }))).toBe(403);
    expect(
      await status(
        await key({
          keyTenants: [
            { tenantId: one, roleNames },
            { tenantId: two, roleNames },
          ],
        }),
      ),
    ).toBe(403);
    expect(await status(await key({ keyTenants: [{ tenantId: one, roleNames }, { tenantId: two }] }))).toBe(
      403,
    );
    expect(await status(await key({ userId: user.userId }))).toBe(403);
    const { body } = await latchkey.manage('POST', '/v1/mgmt/role/create', {
      name: 'tenant admin',
      tenantId: one,
    });
    expect(body.errorCode).toBeUndefined();
    expect(await status(await key({ keyTenants: [{ tenantId: one, roleNames: ['tenant admin'] }] }))).toBe(
      403,
    );
    const session = await signInByPassword(latchkey, user);
    expect(await status(`${latchkey.projectId}:${session.body.refreshJwt}`)).toBe(401);
    expect(
      await status(await key({ keyTenants: [{ tenantId: one, roleNames }], permittedIps: ['192.0.2.1'] })),
    ).toBe(401);
  });

  test('ends at once: deactivated, rotated, without the role, with its tenant', async () => {
    const status = async (token = directory.token) =>
      (await latchkey.request('GET', '/scim/v2/Users', { bearer: token })).status;
    const change = (path: string, body: object) =>
      latchkey.manage('POST', `/v1/mgmt/accesskey/${path}`, { id: directory.keyId, ...body });
    await change('deactivate', {});
    expect(await status()).toBe(401);
    await change('activate', {});
    expect(await status()).toBe(200);
    const { body } = await change('rotate', {});
    expect(await status()).toBe(401);
    const rotated = `${latchkey.projectId}:${body.cleartext}`;
    expect(await status(rotated)).toBe(200);
    await change('update', { name: 'SCIM', keyTenants: [{ tenantId: directory.tenantId }] });
    expect(await status(rotated)).toBe(403);
    const other = await startDirectory(latchkey);
    await latchkey.manage('POST', '/v1/mgmt/tenant/delete', { id: other.tenantId });
    expect(await status(other.token)).toBe(403);
  });
});

describe('a user', () => {
  test('is created with what the directory sends, and comes back as sent', async () => {
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', {
      attributes: [{ name: 'badge', type: 1, displayName: 'Badge' }],
    });
    const custom = 'urn:ietf:params:scim:schemas:extension:latchkey:2.0:User';
    const sent = {
      schemas: [userSchema, enterpriseSchema, custom],
      externalId: 'Ext-1',
      userName: `Ada-${count}@Scim${count}.example`,
      name: { givenName: 'Ada', familyName: 'Lovelace', honorificPrefix: 'Lady' },
      displayName: 'Ada L.',
      title: 'Countess',
      emails: [
        { value: `home-${count}@home.example`, type: 'home' },
        { value: `Work-${count}@Scim${count}.example`, type: 'work' },
      ],
      phoneNumbers: [
        { value: '5550123', type: 'fax' },
        { value: 'tel:+1-201-555-0123', type: 'work' },
      ],
      roles: [{ value: 'Tenant Admin', primary: true }],
      active: true,
      [enterpriseSchema]: { department: 'Engines', manager: { value: 'U1', displayName: 'Charles' } },
      [custom]: { badge: 'gold' },
    };
    const { status, body, headers } = await directory.scim('POST', '/Users', {
      ...sent,
      unknown: 1,
      'urn:x': { y: 1 },
    });
    expect(status).toBe(201);
    expect(body).toEqual({ ...sent, id: body.id, meta: body.meta });
    expect(headers.get('location')).toBe(body.meta.location);
    expect(headers.get('etag')).toBe(body.meta.version);
    expect((await directory.scim('GET', `/Users/${body.id}`)).body).toEqual(body);
    expect(await load(body.id)).toMatchObject({
      userId: body.id,
      loginIds: [sent.userName],
      email: `work-${count}@scim${count}.example`,
      verifiedEmail: false,
      phone: '+12015550123',
      verifiedPhone: false,
      name: 'Ada L.',
      givenName: 'Ada',
      familyName: 'Lovelace',
      customAttributes: { badge: 'gold' },
      status: 'enabled',
      userTenants: [{ tenantId: directory.tenantId, roleNames: [] }],
    });
    await latchkey.manage('POST', '/v1/mgmt/user/update/name', {
      loginId: sent.userName,
      displayName: 'Augusta',
    });
    await latchkey.manage('POST', '/v1/mgmt/user/update/email', {
      loginId: sent.userName,
      email: name('new'),
      verified: true,
    });
    const changed = (await directory.scim('GET', `/Users/${body.id}`)).body;
    expect(changed.displayName).toBe('Augusta');
    expect(changed.emails[1]).toEqual({ value: name('new'), type: 'work' });
    expect(changed.meta.version).not.toBe(body.meta.version);
    const schemas = (await directory.scim('GET', '/Schemas')).body.Resources;
    expect(schemas.map(({ id }: { id: string }) => id)).toContain(custom);
  });

  test('without schemas is accepted, and with others only refused', async () => {
    expect((await directory.scim('POST', '/Users', { userName: name() })).status).toBe(201);
    const refused = await directory.scim('POST', '/Users', { schemas: ['urn:x'], userName: name('b') });
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidSyntax']);
    expect((await directory.scim('POST', '/Users', { active: true })).body.scimType).toBe('invalidValue');
  });

  test('of the tenant is in the directory, however they came, and no other is', async () => {
    const { userId, loginId } = await createPasswordUser(latchkey, {
      userTenants: [{ tenantId: directory.tenantId }],
    });
    const stranger = await createPasswordUser(latchkey);
    const { body } = await directory.scim('GET', '/Users');
    expect(body).toMatchObject({
      totalResults: 1,
      Resources: [{ id: userId, userName: loginId, emails: [{ value: loginId }] }],
    });
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const sent =
        method === 'PUT'
          ? { userName: 'x' }
          : method === 'PATCH'
            ? patchOf({ op: 'remove', path: 'title' })
            : undefined;
      expect((await directory.scim(method, `/Users/${stranger.userId}`, sent)).status).toBe(404);
    }
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/remove', {
      loginId,
      tenantId: directory.tenantId,
    });
    expect((await directory.scim('GET', `/Users/${userId}`)).status).toBe(404);
  });

  test('has a name that is unique in any case, also among users of other tenants', async () => {
    await directory.create({ userName: name() });
    const other = await startDirectory(latchkey);
    for (const { scim } of [directory, other]) {
      const { status, body } = await scim('POST', '/Users', { userName: name().toUpperCase() });
      expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    }
    const second = await directory.create({ userName: name('second') });
    const renamed = await directory.scim('PUT', `/Users/${second.id}`, { userName: name() });
    expect([renamed.status, renamed.body.scimType]).toEqual([409, 'uniqueness']);
  });

  test('that is sent again changes nothing: no version, no time, no event', async () => {
    const created = await directory.create({
      userName: name(),
      title: 'Countess',
      emails: [{ value: name(), type: 'work' }],
    });
    const before = await events(created.id);
    const { id, meta, ...content } = created;
    for (const answer of [
      await directory.scim('PUT', `/Users/${id}`, content),
      await directory.scim('PUT', `/Users/${id}`, { ...content, active: undefined, id, meta }),
      await directory.scim(
        'PATCH',
        `/Users/${id}`,
        patchOf({ op: 'Replace', path: 'title', value: 'Countess' }),
      ),
      await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: 'True' } })),
    ]) {
      expect(answer.body.meta).toEqual(meta);
    }
    expect(await events(id)).toEqual(before);
    const changed = await directory.scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', path: 'title', value: 'Lady' }),
    );
    expect(changed.body.meta.version).not.toBe(meta.version);
    expect(changed.body.meta.lastModified > meta.lastModified).toBe(true);
    expect((await events(id)).length).toBe(before.length + 1);
  });

  test('keeps status and password at a PUT without them', async () => {
    const password = 'seven green bicycles uphill';
    const { id } = await directory.create({ userName: name(), password });
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(200);
    await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: 'False' }));
    const { body } = await directory.scim('PUT', `/Users/${id}`, { userName: name(), displayName: 'Ada' });
    expect(body.active).toBe(false);
    expect(JSON.stringify(body)).not.toContain(password);
    await directory.scim('PUT', `/Users/${id}`, { userName: name(), displayName: 'Ada', active: true });
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(200);
    const next = 'eight blue tricycles downhill';
    await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'password', value: next }));
    expect((await signInByPassword(latchkey, { loginId: name(), password: next })).status).toBe(200);
  });

  test('is changed all or not at all', async () => {
    const { id, meta } = await directory.create({ userName: name() });
    const operations = [
      { op: 'replace', path: 'title', value: 'x' },
      { op: 'replace', path: 'bogus', value: 'x' },
    ];
    expect((await directory.scim('PATCH', `/Users/${id}`, patchOf(...operations))).status).toBe(400);
    expect((await directory.scim('GET', `/Users/${id}`)).body.meta).toEqual(meta);
    const removed = await directory.scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'remove', path: 'userName' }),
    );
    expect([removed.status, removed.body.scimType]).toEqual([400, 'mutability']);
  });

  test('is changed only in the version that the client names', async () => {
    const { id, meta } = await directory.create({ userName: name() });
    const change = (version: string, title: string) =>
      directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: title }), {
        headers: { 'if-match': version },
      });
    expect((await change(meta.version, 'a')).status).toBe(200);
    expect((await change(meta.version, 'b')).status).toBe(412);
    const { body } = await directory.scim('GET', `/Users/${id}`);
    expect(body.title).toBe('a');
    const unchanged = await directory.scim('GET', `/Users/${id}`, undefined, {
      headers: { 'if-none-match': body.meta.version },
    });
    expect(unchanged.status).toBe(304);
  });

  test('loses all sessions with active: false, and gets another ID after a DELETE', async () => {
    const password = 'seven green bicycles uphill';
    const { id } = await directory.create({ userName: name(), password });
    const { body } = await signInByPassword(latchkey, { loginId: name(), password });
    const off = await directory.scim(
      'PATCH',
      `/Users/${id}`,
      patchOf({ op: 'replace', path: 'active', value: false }),
    );
    expect(off.body.active).toBe(false);
    expect((await refresh(latchkey, body.refreshJwt)).status).toBe(401);
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(401);
    expect((await directory.scim('GET', `/Users?filter=active eq false`)).body.totalResults).toBe(1);
    expect((await directory.scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await directory.scim('GET', `/Users/${id}`)).status).toBe(404);
    expect((await directory.scim('DELETE', `/Users/${id}`)).status).toBe(404);
    expect((await directory.create({ userName: name() })).id).not.toBe(id);
  });

  test('leaves events of the tenant, with the key and the login ID', async () => {
    const { id } = await directory.create({ userName: name() });
    await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'displayName', value: 'Ada' }));
    await directory.scim('DELETE', `/Users/${id}`);
    const found = await events(id);
    expect(found.map(({ action }) => action)).toEqual(['UserDeleted', 'UserModified', 'UserCreated']);
    for (const { tenants, actorId } of found) {
      expect([tenants, actorId]).toEqual([[directory.tenantId], directory.keyId]);
    }
    expect(found[0]?.externalIds).toEqual([name()]);
  });
});

describe('a user of another tenant, too', () => {
  const password = 'seven green bicycles uphill';
  let other: TestDirectory;
  let id: string;
  beforeEach(async () => {
    other = await startDirectory(latchkey);
    id = (await directory.create({ userName: name(), password, title: 'Countess' })).id;
    await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
      loginId: name(),
      tenantId: other.tenantId,
    });
  });

  test('loses this tenant only, and can be brought back', async () => {
    for (const [method, end, back] of [
      ['PATCH', patchOf({ op: 'replace', path: 'active', value: false }), 'PATCH'],
      ['DELETE', undefined, 'POST'],
    ] as const) {
      const { body } = await signInByPassword(latchkey, { loginId: name(), password });
      expect((await directory.scim(method, `/Users/${id}`, end)).status).toBeLessThan(300);
      const refreshed = await refresh(latchkey, body.refreshJwt);
      expect(refreshed.status).toBe(200);
      const claims = JSON.parse(Buffer.from(refreshed.body.sessionJwt.split('.')[1], 'base64url').toString());
      expect(Object.keys(claims.tenants)).toEqual([other.tenantId]);
      const { status } = await directory.scim('GET', `/Users/${id}`);
      expect(status).toBe(method === 'PATCH' ? 200 : 404);
      const returned =
        back === 'PATCH'
          ? await directory.scim(
              'PATCH',
              `/Users/${id}`,
              patchOf({ op: 'replace', path: 'active', value: true }),
            )
          : await directory.scim('POST', '/Users', { userName: name() });
      expect(returned.body).toMatchObject({ id, active: true });
      expect((await load(id)).userTenants).toHaveLength(2);
    }
    expect((await other.scim('GET', `/Users/${id}`)).body.active).toBe(true);
  });

  test('keeps password, login ID and address', async () => {
    const changes = [
      { op: 'replace', path: 'password', value: 'eight blue tricycles downhill' },
      { op: 'replace', path: 'userName', value: name('taken-over') },
    ];
    for (const change of changes) {
      expect((await directory.scim('PATCH', `/Users/${id}`, patchOf(change))).status).toBe(403);
    }
    const email = { op: 'replace', path: 'emails', value: [{ value: name('evil'), primary: true }] };
    const { body } = await directory.scim(
      'PATCH',
      `/Users/${id}`,
      patchOf(email, { op: 'add', path: 'title', value: 'Lady' }),
    );
    expect(body).toMatchObject({ title: 'Lady', emails: [{ value: name('evil') }] });
    expect(await load(id)).toMatchObject({ email: name(), loginIds: [name()] });
    expect((await other.scim('GET', `/Users/${id}`)).body.title).toBeUndefined();
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(200);
  });
});

test('a user with roles in the project is not the tenant’s', async () => {
  await latchkey.manage('POST', '/v1/mgmt/role/create', { name: `Staff ${count}` });
  const user = await createPasswordUser(latchkey);
  await latchkey.manage('POST', '/v1/mgmt/user/update/role/add', {
    loginId: user.loginId,
    roleNames: [`Staff ${count}`],
  });
  await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
    loginId: user.loginId,
    tenantId: directory.tenantId,
  });
  const change = { op: 'replace', path: 'password', value: 'eight blue tricycles downhill' };
  expect((await directory.scim('PATCH', `/Users/${user.userId}`, patchOf(change))).status).toBe(403);
  expect((await directory.scim('DELETE', `/Users/${user.userId}`)).status).toBe(204);
  expect((await signInByPassword(latchkey, user)).status).toBe(200);
});

describe('an account that did not come by the directory', () => {
  test('joins only if the tenant has the domain of its address', async () => {
    const owner = await startDirectory(latchkey, { domains: [`scim${count}.example`] });
    const loginId = name();
    const { userId, password } = await createPasswordUser(latchkey, { loginId });
    expect((await directory.scim('POST', '/Users', { userName: loginId })).status).toBe(409);
    const joined = await owner.scim('POST', '/Users', { userName: loginId, displayName: 'Ada' });
    expect([joined.status, joined.body.id]).toEqual([201, userId]);
    expect(await load(userId)).toMatchObject({ name: 'Ada', userTenants: [{ tenantId: owner.tenantId }] });
    // An administrator has verified the address: the password is its owner's.
    expect((await signInByPassword(latchkey, { loginId, password })).status).toBe(200);
  });

  test('loses what an unproven holder had set', async () => {
    const owner = await startDirectory(latchkey, { domains: [`scim${count}.example`] });
    const password = 'seven green bicycles uphill';
    const signUp = await latchkey.request('POST', '/v1/auth/password/signup', {
      body: { loginId: name(), password },
    });
    expect(signUp.status).toBe(200);
    const joined = await owner.scim('POST', '/Users', { userName: name() });
    expect(joined.body.id).toBe(signUp.body.user.userId);
    expect(await load(joined.body.id)).toMatchObject({ verifiedEmail: true, password: false });
    expect((await refresh(latchkey, signUp.body.refreshJwt)).status).toBe(401);
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(401);
  });

  test('goes to the person who proves its address, with nothing of the directory', async () => {
    const password = 'seven green bicycles uphill';
    const { id } = await directory.create({ userName: name(), password });
    const { codeSentTo } = await import('../../../../test/messages.ts');
    await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId: name() } });
    const code = await codeSentTo(latchkey, name());
    const signedIn = await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      body: { loginId: name(), code },
    });
    expect(signedIn.status).toBe(200);
    expect((await signInByPassword(latchkey, { loginId: name(), password })).status).toBe(401);
    expect((await directory.scim('GET', `/Users/${id}`)).status).toBe(404);
  });

  test('has a verified address in the tenant’s domains only', async () => {
    const owner = await startDirectory(latchkey, { domains: [`scim${count}.example`] });
    const { id } = await owner.create({ userName: name(), emails: [{ value: name(), type: 'work' }] });
    expect(await load(id)).toMatchObject({ email: name(), verifiedEmail: true });
    const change = (value: string) =>
      owner.scim(
        'PATCH',
        `/Users/${id}`,
        patchOf({ op: 'replace', path: 'emails[type eq "work"].value', value }),
      );
    expect((await change(`ada@elsewhere${count}.example`)).status).toBe(200);
    expect(await load(id)).toMatchObject({ email: `ada@elsewhere${count}.example`, verifiedEmail: false });
    await change(name('b'));
    expect(await load(id)).toMatchObject({ email: name('b'), verifiedEmail: true });
  });
});

describe('a search', () => {
  test('filters, sorts and pages', async () => {
    const ids: string[] = [];
    for (const part of ['c', 'a', 'b', 'e', 'd']) {
      const created = await directory.create({
        userName: name(part),
        externalId: `X-${part}`,
        title: part,
        emails: [{ value: name(part) }],
      });
      ids.push(created.id);
    }
    const find = async (query: string) => (await directory.scim('GET', `/Users?${query}`)).body;
    const names = async (query: string) =>
      (await find(query)).Resources.map(({ userName }: { userName: string }) => userName.slice(0, 1)).join(
        '',
      );
    expect(await names(`filter=userName eq "${name('B').toUpperCase()}"`)).toBe('b');
    expect(await names('filter=externalId eq "X-a"')).toBe('a');
    expect(await names('filter=externalId eq "x-a"')).toBe('');
    expect(await names(`filter=id eq "${ids[3]}" or id eq "${ids[4]}"`)).toBe('ed');
    expect(await names(`filter=emails[value eq "${name('d')}"]`)).toBe('d');
    expect(await names('filter=title gt "b" and title lt "e"&sortBy=title')).toBe('cd');
    expect(await names('sortBy=userName&sortOrder=descending')).toBe('edcba');
    expect(await names('sortBy=title&startIndex=2&count=2')).toBe('bc');
    expect(await find('startIndex=2&count=2')).toMatchObject({
      totalResults: 5,
      startIndex: 2,
      itemsPerPage: 2,
    });
    expect(await find('count=0')).toMatchObject({ totalResults: 5, Resources: [] });
    expect(await find('filter=userName eq "nobody"')).toMatchObject({ totalResults: 0, Resources: [] });
    for (const query of ['', 'sortBy=title', 'filter=title pr']) {
      const seen: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page: { Resources: { id: string }[]; nextCursor?: string } = await find(
          `${query}&count=2&cursor=${cursor}`,
        );
        seen.push(...page.Resources.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect([seen.length, new Set(seen)]).toEqual([5, new Set(ids)]);
    }
    const wrong = await directory.scim('GET', '/Users?cursor=nonsense');
    expect([wrong.status, wrong.body.scimType]).toEqual([400, 'invalidCursor']);
    const shown = await find('attributes=userName&count=1');
    expect(Object.keys(shown.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    const posted = await directory.scim('POST', '/Users/.search', {
      filter: 'title eq "a"',
      attributes: ['title'],
    });
    expect(posted.body.Resources).toEqual([{ schemas: [userSchema], id: ids[1], title: 'a' }]);
    const everything = await directory.scim('POST', '/.search', { count: 3 });
    expect(everything.body).toMatchObject({ totalResults: 5, itemsPerPage: 3 });
    const secret = await directory.scim('GET', '/Users?filter=password eq "x"');
    expect([secret.status, secret.body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

test('an index finds what a look at all users finds', async () => {
  const other = await startDirectory(latchkey);
  const address = (part: string) => name(`index-${part}`);
  const created: { id: string; meta: { lastModified: string } }[] = [];
  for (const part of ['a', 'b', 'c', 'd']) {
    const emails = [
      { value: address(part), type: 'work' },
      { value: address(`${part}-home`).toUpperCase(), type: 'home' },
      { value: 'no address', type: 'other' },
    ];
    created.push(await directory.create({ userName: `${part}-index-${count}`, emails }));
  }
  const [a, b, c, d] = created as [
    (typeof created)[0],
    (typeof created)[0],
    (typeof created)[0],
    (typeof created)[0],
  ];
  const own = await createPasswordUser(latchkey, { userTenants: [{ tenantId: directory.tenantId }] });
  await createPasswordUser(latchkey, { loginId: address('stranger') });
  const set = (id: string, path: string, value: unknown) =>
    directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path, value }));
  await set(a.id, 'active', false);
  await latchkey.manage('POST', '/v1/mgmt/user/update/tenant/add', {
    loginId: `b-index-${count}`,
    tenantId: other.tenantId,
  });
  await set(b.id, 'active', false);
  await set(c.id, 'emails[type eq "home"].value', address('c-moved'));
  await latchkey.manage('POST', '/v1/mgmt/user/update/email', {
    loginId: `d-index-${count}`,
    email: address('d-moved'),
    verified: true,
  });
  const changed = (await directory.scim('GET', `/Users/${c.id}`)).body.meta.lastModified;
  const values = [
    ...['a', 'A-HOME', 'c-home', 'c-moved', 'd', 'd-moved', 'stranger'].map(address),
    ...[own.loginId, 'NO ADDRESS', 'nobody'],
  ];
  const filters = [
    ...values.map((value) => `emails eq "${value}"`),
    ...values.map((value) => `emails.value eq "${value}"`),
    ...values.map((value) => `emails[type eq "work"].value eq "${value}"`),
    ...values.map((value) => `emails[type eq "home" and value eq "${value}"]`),
    ...['active eq true', 'active eq false', 'active eq "False"', 'active ne true'],
    ...['eq', 'gt', 'ge', 'lt', 'le'].map((comparison) => `meta.lastModified ${comparison} "${changed}"`),
    `meta.lastModified ge "${d.meta.lastModified}"`,
    `active eq true and emails eq "${address('a')}"`,
    `active eq false or emails eq "${address('c')}"`,
    `(active eq false or externalId eq "x") and meta.lastModified ge "${d.meta.lastModified}"`,
  ];
  const find = async (filter: string) => {
    const { body } = await directory.scim('GET', `/Users?filter=${encodeURIComponent(filter)}&sortBy=id`);
    expect(body.Resources, filter).toBeDefined();
    return body.Resources.map(({ id }: { id: string }) => id);
  };
  const found = new Set<string>();
  for (const filter of filters) {
    const ids = await find(filter);
    // No index has what is not so.
    expect(ids, filter).toEqual(await find(`not (not (${filter}))`));
    for (const id of ids) found.add(id);
  }
  expect(found).toEqual(new Set([...created.map(({ id }) => id), own.userId]));
  expect(await find('active eq false')).toEqual([a.id, b.id].sort());
  expect(await find(`emails[type eq "work"].value eq "${address('d-moved')}"`)).toEqual([d.id]);
});

describe('a request', () => {
  test('is limited in size, and has a type', async () => {
    const send = (rawBody: string, type = 'application/scim+json', path = '/Users') =>
      directory.scim('POST', path, undefined, { rawBody, headers: { 'content-type': type } });
    expect((await send(JSON.stringify({ userName: 'x'.repeat(10_000_000) }))).status).toBe(413);
    expect((await send('<x/>', 'application/xml')).status).toBe(415);
    expect((await send('{', 'application/json')).body.scimType).toBe('invalidSyntax');
    expect((await send(`${'['.repeat(10_000)}`)).status).toBe(400);
    expect((await send(`{"userName":${'{"a":'.repeat(40)}1${'}'.repeat(41)}`)).status).toBe(400);
    const filter = `${'('.repeat(8_000)}`;
    expect((await send(JSON.stringify({ filter }), 'application/json', '/Users/.search')).body.scimType).toBe(
      'invalidFilter',
    );
    const { id } = await directory.create({ userName: name() });
    const operations = Array.from({ length: 1_000 }, (_, index) => ({
      op: 'add',
      path: 'emails',
      value: [{ value: `a${index}@x.example` }],
    }));
    expect((await directory.scim('PATCH', `/Users/${id}`, patchOf(...operations))).status).toBeLessThan(500);
    expect(
      (await directory.scim('PATCH', `/Users/${id}`, patchOf(...operations, ...operations))).status,
    ).toBe(400);
    for (const [method, path, status] of [
      ['GET', '/Me', 501],
      ['GET', '/Nothing', 404],
      ['POST', '/ServiceProviderConfig', 405],
      ['DELETE', '/Schemas', 405],
      ['GET', '/Schemas/urn:nothing', 404],
      ['PUT', '/Users', 405],
    ] as const) {
      expect((await directory.scim(method, path)).status, `${method} ${path}`).toBe(status);
    }
  });

  test('with text that no database stores is refused', async () => {
    const { id } = await directory.create({ userName: name() });
    await directory.scim('POST', '/Groups', { displayName: name('g') });
    await directory.scim('POST', '/Groups', { displayName: name('h') });
    const { nextCursor } = (await directory.scim('GET', '/Groups?cursor=&count=1')).body;
    const [query] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    for (const bad of ['\u0000', 'a\ud800b']) {
      const text = JSON.stringify(bad);
      const forged = Buffer.from(JSON.stringify([query, bad])).toString('base64url');
      for (const [method, path, body] of [
        ...['id', 'userName', 'externalId', 'emails', 'displayName', 'groups'].map(
          (field) => ['GET', `/Users?filter=${encodeURIComponent(`${field} eq ${text}`)}`] as const,
        ),
        ...['id', 'externalId', 'members', 'displayName'].map(
          (field) => ['GET', `/Groups?filter=${encodeURIComponent(`${field} eq ${text}`)}`] as const,
        ),
        ['GET', `/Groups?count=1&cursor=${forged}`],
        ['POST', '/Users', { userName: `${bad}@x.example` }],
        ['POST', '/Users', { userName: name('other'), externalId: bad }],
        ['POST', '/Groups', { displayName: name('m'), members: [{ value: bad }] }],
        ['PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'userName', value: bad })],
        ['PATCH', `/Users/${id}`, patchOf({ op: 'add', path: `emails[type eq ${text}].value`, value: 'x' })],
      ] as [string, string, object?][]) {
        expect((await directory.scim(method, path, body)).status, `${method} ${path}`).toBe(400);
      }
    }
    for (const method of ['GET', 'DELETE'])
      expect((await directory.scim(method, '/Groups/%00')).status).toBe(404);
  });

  test('can remove an attribute that is called like a part of every object', async () => {
    const attributes = [{ name: 'constructor', type: 1 }];
    await latchkey.manage('POST', '/v1/mgmt/user/customattribute/create', { attributes });
    const urn = 'urn:ietf:params:scim:schemas:extension:latchkey:2.0:User';
    const { id } = await directory.create({ userName: name(), [urn]: { constructor: 'a' } });
    const path = `${urn}:constructor`;
    const { status, body } = await directory.scim('PATCH', `/Users/${id}`, patchOf({ op: 'remove', path }));
    expect([status, body[urn]]).toEqual([200, undefined]);
    const found = (await directory.scim('GET', `/Users?filter=${path} pr`)).body;
    expect(found.totalResults).toBe(0);
  });

  test.each([
    ['is deactivated', '401', () => manage('accesskey/deactivate', { id: directory.keyId })],
    ['passes to another tenant', '403', () => moveKey()],
  ])('in bulk ends when its key %s', async (_, refusal, end) => {
    const Operations = Array.from({ length: 1_000 }, (_, at) => ({
      method: 'POST',
      path: '/Groups',
      bulkId: String(at),
      data: { displayName: `Group ${at}` },
    }));
    const sent = directory.scim('POST', '/Bulk', { Operations });
    await expect
      .poll(async () => (await directory.scim('GET', '/Groups?count=0')).body.totalResults, {
        interval: 10,
        timeout: 5_000,
      })
      .toBeGreaterThan(0);
    await end();
    const { body } = await sent;
    const { keyId } = directory;
    expect([body.Operations[0].status, body.Operations.at(-1).status]).toEqual(['201', refusal]);
    for (const operation of body.Operations) expect(['201', refusal]).toContain(operation.status);
    const { body: moved } = await latchkey.manage('GET', `/v1/mgmt/accesskey?id=${keyId}`);
    const groups = await manage('group/all', { tenantId: moved.key.keyTenants[0].tenantId });
    expect(groups.body.length > 0).toBe(refusal === '401');
  });

  test('in bulk can form a chain of all operations, each before the one that it needs', async () => {
    const data = (next: number) => ({ displayName: `bulkId:${next} ${'x'.repeat(3_000)}` });
    const workFor = async (length: number) => {
      const Operations = Array.from({ length }, (_, at) => ({
        method: 'POST',
        path: '/Groups',
        bulkId: String(at),
        data: data(at + 1),
      }));
      const start = process.cpuUsage();
      const { status, body } = await directory.scim('POST', '/Bulk', { Operations });
      const { user } = process.cpuUsage(start);
      expect([status, body.Operations.length]).toEqual([200, length]);
      expect(new Set(body.Operations.map((one: { status: string }) => one.status))).toEqual(new Set(['409']));
      return user / 1e6;
    };
    // Four times as many operations are not sixteen times the work, even if other tests of the process are counted.
    const quarter = await workFor(250);
    expect(await workFor(1_000)).toBeLessThan(8 * quarter + 4);
  });

  test('in bulk refers to what it creates', async () => {
    const { body, status } = await directory.scim('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        {
          method: 'POST',
          path: '/Groups',
          bulkId: 'g',
          data: { displayName: `Group ${count}`, members: [{ value: 'bulkId:u' }] },
        },
        { method: 'POST', path: '/Users', bulkId: 'u', data: { userName: name() } },
        { method: 'PATCH', path: '/Users/bulkId:u', data: patchOf({ op: 'add', path: 'title', value: 'x' }) },
        { method: 'DELETE', path: '/Users/U000000000000000000000000000' },
        { method: 'POST', path: '/Users', bulkId: 'v', data: { userName: 'x', manager: 'bulkId:missing' } },
      ],
    });
    expect(status).toBe(200);
    expect(body.Operations.map((one: { status: string }) => one.status)).toEqual([
      '201',
      '201',
      '200',
      '404',
      '409',
    ]);
    const id = body.Operations[1].location.split('/').at(-1);
    const group = (await directory.scim('GET', '/Groups')).body.Resources[0];
    expect(group.members).toEqual([{ value: id, $ref: body.Operations[1].location, type: 'User' }]);
    const stopped = await directory.scim('POST', '/Bulk', {
      failOnErrors: 1,
      Operations: [
        { method: 'DELETE', path: '/Users/x' },
        { method: 'POST', path: '/Users', bulkId: 'w', data: { userName: name('w') } },
      ],
    });
    expect(stopped.body.Operations).toHaveLength(1);
  });
});
