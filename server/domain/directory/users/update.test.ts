import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWithUsers } from '../../../../test/full-user.ts';

let start: Awaited<ReturnType<typeof startWithUsers>>;
beforeAll(async () => {
  start = await startWithUsers();
});
afterAll(() => start.latchkey.close());

const post = (path: string, body: unknown) => start.post(path, body);
const patch = (body: object) => start.patch(body);
const load = (loginId: string) => start.load(loginId);
const makeFull = () => start.makeFull();

describe('update', () => {
  test('clears the parameters that are not given, and keeps the login ID, the status and fields without a parameter', async () => {
    const { loginId, user } = await makeFull();
    await post('user/update/status', { loginId, status: 'enabled' });
    const { status, body } = await post('user/update', { loginId, displayName: 'New' });
    expect(status).toBe(200);
    expect(body.user).toEqual({
      ...user,
      loginIds: [loginId],
      externalIds: [loginId],
      status: 'enabled',
      name: 'New',
      email: '',
      verifiedEmail: false,
      phone: '',
      verifiedPhone: false,
      picture: '',
      userTenants: [],
      customAttributes: {},
      modifiedTime: expect.any(Number),
    });
    expect(await load(loginId)).toEqual(body.user);
  });

  test('writes every field, and keeps the order of lists', async () => {
    const { loginId, userId } = await makeFull();
    const { body } = await post('user/update', {
      loginId: userId,
      email: 'NEW@example.com',
      verifiedEmail: false,
      phone: '+1 202 555 0199',
      givenName: 'G',
      picture: 'https://example.com/new.png',
      userTenants: [{ tenantId: 'globex', roleNames: ['Editor', 'Reader'] }, { tenantId: 'acme' }],
      customAttributes: { city: 'Rome', age: 1 },
      ssoAppIDs: ['descope-default-oidc'],
      additionalLoginIds: ['z-more', `${loginId}-b`],
    });
    expect(body.user).toMatchObject({
      loginIds: [loginId, 'z-more', `${loginId}-b`],
      email: 'new@example.com',
      verifiedEmail: false,
      phone: '+12025550199',
      verifiedPhone: true,
      userTenants: [
        { tenantId: 'globex', roleNames: ['Editor', 'Reader'] },
        { tenantId: 'acme', roleNames: [] },
      ],
      customAttributes: { city: 'Rome', age: 1 },
      ssoAppIds: ['descope-default-oidc'],
    });
  });

  test('keeps the login ID used in the call', async () => {
    const { loginId } = await makeFull();
    const { body } = await post('user/update', { loginId: `${loginId}-c` });
    expect(body.user.loginIds).toEqual([loginId, `${loginId}-c`]);
  });

  test('changes either roles or tenants, prefers tenants if both are given, and clears both if neither is', async () => {
    const { loginId } = await makeFull();
    const update = async (more: object) => (await post('user/update', { loginId, ...more })).body.user;
    const acme = [{ tenantId: 'acme', roleNames: ['Editor'] }];
    const places = (user: { userTenants: { tenantId: string; roleNames: string[] }[] }) =>
      user.userTenants.map(({ tenantId, roleNames }) => ({ tenantId, roleNames }));
    await update({ userTenants: acme });
    const withRoles = await update({ roleNames: ['Reader'] });
    expect([withRoles.roleNames, places(withRoles)]).toEqual([['Reader'], acme]);
    const globex = [{ tenantId: 'globex', roleNames: [] }];
    const withTenants = await update({ userTenants: globex, roleNames: [] });
    expect([withTenants.roleNames, places(withTenants)]).toEqual([['Reader'], globex]);
    const withBoth = await update({ userTenants: acme, roleNames: ['Editor'] });
    expect([withBoth.roleNames, places(withBoth)]).toEqual([['Reader'], acme]);
    const withNeither = await update({ userTenants: [], roleNames: [] });
    expect([withNeither.roleNames, withNeither.userTenants]).toEqual([[], []]);
  });

  test('puts the same tenants in another order, and changes roles where the tenants stay', async () => {
    const { loginId } = await makeFull();
    const places = async (userTenants: { tenantId: string; roleNames: string[] }[]) => {
      await post('user/update', { loginId, userTenants });
      const user = await load(loginId);
      return user.userTenants.map(({ tenantId, roleNames }: (typeof userTenants)[0]) => ({
        tenantId,
        roleNames,
      }));
    };
    const [globex, acme] = ['globex', 'acme'].map((tenantId) => ({ tenantId, roleNames: ['Editor'] }));
    for (const wanted of [
      [globex!, acme!],
      [acme!, globex!],
      [acme!, { ...globex!, roleNames: ['Reader'] }],
      [globex!],
    ]) {
      expect(await places(wanted)).toEqual(wanted);
      expect(await places(wanted)).toEqual(wanted);
    }
  });

  test('clears names and applications that are given as empty', async () => {
    const { loginId } = await makeFull();
    const { body } = await post('user/update', { loginId, givenName: '', ssoAppIds: [] });
    expect(body.user).toMatchObject({ givenName: '', ssoAppIds: [] });
  });

  test('refuses unknown names and changes nothing', async () => {
    const { loginId, user } = await makeFull();
    await post('user/create', { loginId: `taken-by-${loginId}` });
    for (const [body, errorCode] of [
      [{ displayName: 'X', roleNames: ['Nobody'] }, 'E011004'],
      [{ displayName: 'X', userTenants: [{ tenantId: 'nowhere' }] }, 'E011004'],
      [{ displayName: 'X', ssoAppIds: ['nothing'] }, 'E011004'],
      [{ displayName: 'X', customAttributes: { shoeSize: 1 } }, 'E011004'],
      [{ displayName: 'X', additionalLoginIds: [`taken-by-${loginId}`] }, 'E062107'],
      [{ displayName: 'X', email: 'none' }, 'E011003'],
      [{ displayName: 'X', picture: 'javascript:1' }, 'E011003'],
    ] as const) {
      const answer = await post('user/update', { loginId, ...body });
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { errorCode } });
    }
    expect(await load(loginId)).toMatchObject({ ...user, modifiedTime: expect.any(Number) });
  });
});

describe('patch', () => {
  test('changes only the given fields', async () => {
    const { loginId, user } = await makeFull();
    const { body } = await patch({
      loginId,
      name: 'Patched',
      phone: '+1-202-555-0177',
      customAttributes: { city: 'Rome' },
      status: 'enabled',
      givenName: null,
      scim: false,
    });
    expect(body.user).toEqual({
      ...user,
      name: 'Patched',
      phone: '+12025550177',
      status: 'enabled',
      customAttributes: { city: 'Rome', age: 41 },
      modifiedTime: expect.any(Number),
    });
  });

  test('clears fields that are given as empty', async () => {
    const { loginId, user } = await makeFull();
    const cleared = {
      displayName: '',
      email: '',
      picture: '',
      userTenants: [],
      additionalIdentifiers: [],
      ssoAppIds: [],
    };
    const { body } = await patch({ loginId, ...cleared, customAttributes: { city: '' } });
    expect(body.user).toMatchObject({
      name: '',
      email: '',
      verifiedEmail: false,
      picture: '',
      userTenants: [],
      loginIds: [loginId],
      ssoAppIds: [],
      customAttributes: { age: 41 },
      givenName: user.givenName,
      phone: user.phone,
    });
    for (const [customAttributes, left] of [
      [{}, { age: 41 }],
      [{ age: null }, {}],
    ])
      expect((await patch({ loginId, customAttributes })).body.user.customAttributes).toEqual(left);
    await patch({ loginId, roleNames: ['Editor', 'Reader'] });
    expect((await load(loginId)).roleNames).toEqual(['Editor', 'Reader']);
    expect((await patch({ loginId, roleNames: [] })).body.user.roleNames).toEqual([]);
  });

  test('can mark an address as not verified', async () => {
    const { loginId } = await makeFull();
    const { body } = await patch({ loginId, verifiedEmail: false });
    expect(body.user).toMatchObject({
      email: `${loginId}@example.com`,
      verifiedEmail: false,
      verifiedPhone: true,
    });
  });

  test('of a batch lists the failed entries', async () => {
    const { loginId } = await makeFull();
    const { status, body } = await start.latchkey.manage('PATCH', '/v1/mgmt/user/patch/batch', {
      users: [
        { loginId, displayName: 'Batch' },
        { loginId: 'nobody', displayName: 'Batch' },
        { loginId, roleNames: ['Nobody'] },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      patchedUsers: [{ loginIds: [loginId, `${loginId}-b`, `${loginId}-c`], name: 'Batch' }],
      failedUsers: [
        { failure: expect.stringContaining('No user'), user: { loginIds: ['nobody'], name: 'Batch' } },
        { failure: expect.stringContaining('Nobody'), user: { loginIds: [loginId] } },
      ],
      additionalErrors: {},
    });
  });

  test('refuses SCIM and unknown users', async () => {
    const { loginId } = await makeFull();
    expect((await patch({ loginId, scim: true })).body.errorCode).toBe('E501001');
    expect((await patch({ loginId, customAttributes: { shoeSize: '' } })).body.errorCode).toBe('E011004');
    for (const field of ['scim', 'scimOnly']) {
      const answer = await start.latchkey.manage('POST', '/v2/mgmt/user/search', { [field]: true });
      expect(answer).toMatchObject({ status: 501, body: { errorCode: 'E501001' } });
      expect(answer.body.errorMessage).toContain(field);
      const without = await start.latchkey.manage('POST', '/v2/mgmt/user/search', { [field]: false });
      expect(without.status).toBe(200);
    }
  });
});

describe('the test flag', () => {
  test('cannot be changed, so that deleting all test users leaves every real user', async () => {
    const loginId = 'real@example.com';
    const testLoginId = 'of-tests@example.com';
    await post('user/create', { loginId });
    await post('user/create', { loginId: testLoginId, test: true });
    const changes = [(change: object) => post('user/update', change), (change: object) => patch(change)];
    for (const change of changes) {
      expect(await change({ loginId, test: true })).toMatchObject({
        status: 400,
        body: { errorCode: 'E011004' },
      });
      expect(await change({ loginId, test: false })).toMatchObject({
        status: 200,
        body: { user: { test: false } },
      });
      for (const test of [true, false]) {
        const answer = await change({ loginId: testLoginId, test });
        expect(answer).toMatchObject({ status: 200, body: { user: { test: true } } });
      }
    }
    await start.latchkey.manage('DELETE', '/v1/mgmt/user/test/delete/all');
    expect(await load(loginId)).toMatchObject({ test: false });
  });
});
