import { type Answer, type Latchkey, startLatchkey } from './harness.ts';

export interface FullUser {
  loginId: string;
  userId: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses are compared, not computed with.
  user: any;
}

/** Starts a Latchkey with tenants, roles and attributes, and the calls of tests that change users. */
export async function startWithUsers() {
  const latchkey = await startLatchkey();
  let count = 0;
  const post = (path: string, body: unknown): Promise<Answer> =>
    latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  for (const id of ['acme', 'globex']) await post('tenant/create', { id, name: `Tenant ${id}` });
  for (const name of ['Reader', 'Editor']) await post('role/create', { name });
  await post('user/customattribute/create', {
    attributes: [
      { name: 'city', type: 1 },
      { name: 'age', type: 2 },
    ],
  });
  return {
    latchkey: latchkey as Latchkey,
    post,
    patch: (body: object): Promise<Answer> => latchkey.manage('PATCH', '/v1/mgmt/user/patch', body),
    load: async (loginId: string) => {
      const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`);
      return body.user;
    },
    /** Creates a user with every property. */
    async makeFull(): Promise<FullUser> {
      count += 1;
      const loginId = `full${count}`;
      const { body } = await post('user/create', {
        loginId,
        email: `${loginId}@example.com`,
        phone: '+12025550100',
        displayName: 'Full Name',
        givenName: 'Full',
        middleName: 'Of',
        familyName: 'Name',
        picture: 'https://example.com/full.png',
        userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
        customAttributes: { city: 'Oslo', age: 41 },
        ssoAppIds: ['descope-default-oidc'],
        additionalLoginIds: [`${loginId}-b`, `${loginId}-c`],
        test: true,
      });
      return { loginId, userId: body.user.userId, user: body.user };
    },
  };
}
