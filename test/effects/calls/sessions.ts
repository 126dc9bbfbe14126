import { back, type Call, inProject, type World } from '../world.ts';

/** A call of a signed-in user. */
const signedIn =
  (input: object = {}): Call =>
  async (world) => ({ token: (await world.signedIn()).token, input });

const accessKey =
  (fields: (id: string) => object): Call =>
  async (world) => ({ input: fields((await world.accessKey()).key.id) });

const supported = async ({ user }: World) => ({
  impersonatorId: (await user(inProject('Support'))).loginId,
  loginId: (await user()).loginId,
  validateConsent: false,
});

export const sessionCalls: Record<string, Call> = {
  refresh: signedIn(),
  refreshByGet: signedIn(),
  tryRefresh: signedIn(),
  logout: signedIn(),
  logoutAll: async ({ signedIn, post }) => {
    const { loginId, password, token } = await signedIn();
    await post('password/signin', { loginId, password });
    return { token };
  },
  me: signedIn(),
  myTenants: signedIn(),
  selectTenant: signedIn({ tenant: 'acme' }),
  validate: async ({ signedIn }) => ({ token: (await signedIn()).sessionJwt }),
  history: signedIn(),
  mySessions: signedIn(),
  revokeMySessions: async ({ signedIn, manage, post }) => {
    const { userId, loginId, password } = await signedIn();
    const { sessions } = await manage('user/sessions', { identifier: userId });
    const { refreshJwt } = await post('password/signin', { loginId, password });
    return { token: refreshJwt, input: { sessionIds: [sessions[0].id] } };
  },
  revocations: () => ({}),
  'management.jwt.update': async ({ signedIn }) => ({
    input: { jwt: (await signedIn()).sessionJwt, customClaims: { plan: 'paid' } },
  }),
  'management.jwt.signIn': async ({ user }) => ({ input: { loginId: (await user()).loginId } }),
  'management.jwt.signUp': ({ newEmail }) => ({ input: { loginId: newEmail() } }),
  'management.jwt.signUpOrIn': ({ newEmail }) => ({ input: { loginId: newEmail() } }),
  'management.jwt.anonymous': () => ({ input: {} }),
  'accessKey.exchange': async ({ accessKey }) => ({ token: (await accessKey()).cleartext }),
  'management.accessKey.create': ({ name }) => ({
    input: { name: name('key'), keyTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }] },
  }),
  'management.accessKey.update': accessKey((id) => ({ id, name: 'Renamed', roleNames: ['Reader'] })),
  'management.accessKey.rotate': accessKey((id) => ({ id })),
  'management.accessKey.activate': async ({ accessKey, manage }) => {
    const { id } = (await accessKey()).key;
    await manage('accesskey/deactivate', { id });
    return { input: { id } };
  },
  'management.accessKey.activateBatch': async ({ accessKey, manage }) => {
    const ids = [(await accessKey()).key.id];
    await manage('accesskey/deactivate/batch', { ids });
    return { input: { ids } };
  },
  'management.accessKey.deactivate': accessKey((id) => ({ id })),
  'management.accessKey.deactivateBatch': accessKey((id) => ({ ids: [id] })),
  'management.accessKey.delete': accessKey((id) => ({ id })),
  'management.accessKey.deleteBatch': accessKey((id) => ({ ids: [id] })),
  'consent.give': signedIn({ expiresInSeconds: 3_600 }),
  'consent.list': signedIn(),
  'consent.withdraw': async ({ signedIn, asUser }) => {
    const { token } = await signedIn();
    await asUser(token, 'me/consent/impersonation', { expiresInSeconds: 3_600 });
    return { token };
  },
  'consent.createLink': signedIn({ redirectUrl: back }),
  'outbound.loadAllApplications': signedIn({}),
  'outbound.listAppsWithUserToken': signedIn({ userId: '', tenantId: '' }),
  'management.jwt.impersonate': async (world) => ({ input: await supported(world) }),
  'management.jwt.impersonateStepup': async (world) => ({ input: await supported(world) }),
  'management.jwt.stopImpersonation': async ({ impersonated }) => ({
    input: { jwt: (await impersonated()).jwt },
  }),
};
