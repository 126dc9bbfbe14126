import { type Call, newPassword, type World } from '../world.ts';

/** A call that names a user, with these fields. */
const ofUser =
  (fields: object | ((world: World) => object) = {}, ofPerson: object = {}): Call =>
  async (world) => {
    const { loginId } = await world.user(ofPerson);
    return { input: { loginId, ...(typeof fields === 'function' ? fields(world) : fields) } };
  };
const testUser = async ({ manage, name, newEmail, newPhone }: World): Promise<string> => {
  const loginId = name('test');
  await manage('user/create/test', { loginId, test: true, email: newEmail(), phone: newPhone() });
  return loginId;
};
const fresh = ({ name, newEmail }: World) => ({ loginId: name('user'), email: newEmail() });

/** A user with whatever goes when the user goes. */
async function rich(world: World): Promise<{ loginId: string; userId: string }> {
  const person = await world.withTotp();
  await world.asUser(person.token, 'recovery-codes', { loginId: person.loginId });
  await world.asUser(person.token, 'me/consent/impersonation', { expiresInSeconds: 3_600 });
  await world.accessKey({ userId: person.userId });
  return person;
}

export const userCalls: Record<string, Call> = {
  'management.user.create': (world) => ({
    input: {
      ...fresh(world),
      userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
      invite: true,
      sendMail: true,
    },
  }),
  'management.user.createTestUser': (world) => ({ input: { ...fresh(world), test: true } }),
  'management.user.createBatch': (world) => ({
    input: { users: [fresh(world), fresh(world)], invite: true, sendMail: true },
  }),
  'management.user.import': ({ newEmail, latchkey }) => {
    const user = { user_id: `auth0|${latchkey.service.now()}`, email: newEmail(), email_verified: true };
    return { input: { source: 'auth0', users: Buffer.from(JSON.stringify(user)).toString('base64') } };
  },
  'management.user.update': ofUser({ displayName: 'Ada', roleNames: ['Editor'] }),
  'management.user.patch': ofUser({ displayName: 'Ada', status: 'disabled' }),
  'management.user.patchBatch': async ({ user }) => ({
    input: {
      users: [
        { loginId: (await user()).loginId, displayName: 'Ada' },
        { loginId: (await user()).loginId, displayName: 'Ida' },
      ],
    },
  }),
  'management.user.updateStatus': async ({ signedIn }) => ({
    input: { loginId: (await signedIn()).loginId, status: 'disabled' },
  }),
  'management.user.updateLoginId': ofUser(({ name }) => ({ newLoginId: name('user') })),
  'management.user.updateDisplayName': ofUser({ displayName: 'Ada' }),
  'management.user.updatePicture': ofUser({ picture: 'https://example.com/ada.png' }),
  'management.user.updateCustomAttribute': ofUser({ attributeKey: 'city', attributeValue: 'Oslo' }),
  'management.user.updateEmail': ofUser(({ newEmail }) => ({ email: newEmail(), verified: true })),
  'management.user.updatePhone': ofUser(({ newPhone }) => ({ phone: newPhone(), verified: true })),
  'management.user.updateRecoveryEmail': ofUser(({ newEmail }) => ({
    recoveryEmail: newEmail(),
    verified: true,
  })),
  'management.user.updateRecoveryPhone': ofUser(({ newPhone }) => ({
    recoveryPhone: newPhone(),
    verified: true,
  })),
  'management.user.addRoles': ofUser({ roleNames: ['Editor'], tenantId: 'acme' }),
  'management.user.setRoles': ofUser({ roleNames: ['Editor'] }),
  'management.user.removeRoles': ofUser({ roleNames: ['Reader'], tenantId: 'acme' }),
  'management.user.addTenant': ofUser({ tenantId: 'globex' }),
  'management.user.removeTenant': ofUser({ tenantId: 'acme' }),
  'management.user.addSSOapps': ofUser({ ssoAppIds: ['descope-default-oidc'] }),
  'management.user.setSSOapps': ofUser({ ssoAppIds: ['descope-default-oidc'] }),
  'management.user.removeSSOapps': ofUser(
    { ssoAppIds: ['descope-default-oidc'] },
    { ssoAppIds: ['descope-default-oidc'] },
  ),
  'management.user.delete': async (world) => ({ input: { loginId: (await rich(world)).loginId } }),
  'management.user.deleteBatch': async ({ user }) => ({
    input: { userIds: [(await user()).userId, (await user()).userId] },
  }),
  'management.user.deleteAllTestUsers': async (world) => {
    await testUser(world);
    return {};
  },
  'management.user.setTemporaryPassword': ofUser({ password: newPassword }),
  'management.user.setActivePassword': async ({ signedIn }) => ({
    input: { loginId: (await signedIn()).loginId, password: newPassword },
  }),
  'management.user.setPassword': ofUser({ password: newPassword }),
  'management.user.expirePassword': ofUser(),
  'management.user.removeTOTPSeed': async ({ withTotp }) => ({
    input: { loginId: (await withTotp()).loginId },
  }),
  'management.user.removeAllPasskeys': async ({ withPasskey }) => ({
    input: { loginId: (await withPasskey()).loginId },
  }),
  'management.user.removePasskey': async ({ withPasskey, manage }) => {
    const { loginId } = await withPasskey();
    const { passkeys } = await manage('user/passkeys/list', { loginId });
    return { input: { loginId, credentialId: passkeys[0].id } };
  },
  'management.user.removeRecoveryCodes': async ({ withTotp, asUser }) => {
    const { loginId, token } = await withTotp();
    await asUser(token, 'recovery-codes', { loginId });
    return { input: { loginId } };
  },
  'management.user.removeTrustedDevices': async ({ withTotp, asUser, latchkey, manage }) => {
    const { loginId, password, code } = await withTotp();
    await manage('project/sign-in-policy/set', { secondFactor: { when: 'newDevice', methods: ['totp'] } });
    const body = { loginId, password };
    const demand = await latchkey.request('POST', '/v1/auth/password/signin', { body });
    const proof = { loginId, code: code(), loginOptions: { mfa: true, trustDevice: true } };
    await asUser(demand.body.mfa.refreshJwt, 'totp/verify', proof);
    await manage('project/sign-in-policy/delete', {});
    const { devices } = await manage('user/trusteddevices/list', { identifiers: [loginId] });
    return { input: { identifier: loginId, deviceIds: [devices[0].id] } };
  },
  'management.user.revokeSessions': async ({ signedIn, manage }) => {
    const { userId } = await signedIn();
    const { sessions } = await manage('user/sessions', { identifier: userId });
    return { input: { sessionIds: [sessions[0].id] } };
  },
  'management.user.logoutUser': async ({ signedIn }) => ({ input: { loginId: (await signedIn()).loginId } }),
  'management.user.generateOTPForTestUser': async (world) => ({
    input: { loginId: await testUser(world), deliveryMethod: 'email' },
  }),
  'management.user.generateMagicLinkForTestUser': async (world) => ({
    input: { loginId: await testUser(world), deliveryMethod: 'email' },
  }),
  'management.user.generateEnchantedLinkForTestUser': async (world) => ({
    input: { loginId: await testUser(world) },
  }),
  'management.user.generateEmbeddedLink': ofUser(),
  'management.user.generateSignUpEmbeddedLink': ({ newEmail }) => ({ input: { loginId: newEmail() } }),
};
