import * as openid from 'openid-client';
import { totpCode } from '../authenticator-app.ts';
import { FormBrowser } from '../browser.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import { FlowBrowser } from '../flows.ts';
import type { Answer } from '../harness.ts';
import { codeOf as codeOfSso, SsoBrowser } from '../identity-provider.ts';
import { codeSentTo, messagesTo, secretSentTo } from '../messages.ts';
import { codeOf, exchange, OAuthBrowser } from '../oauth-browser.ts';
import { passkeysOf } from '../passkeys.ts';
import { claimsOf, refresh } from '../signed-in.ts';
import { must, type Subject, type World } from './world.ts';

/** Reports whether the thing still works. Asked once. */
export type Probe = () => Promise<boolean>;

/** Gives the thing to a subject, through a public door. */
export type Make = (world: World, subject: Subject) => Promise<Probe>;

const isOk = async (answer: Promise<Answer>) => (await answer).status === 200;
const succeeds = (work: Promise<unknown>) =>
  work.then(
    () => true,
    () => false,
  );
const inTenant = ({ body }: Answer, { tenantId }: Subject) => {
  const jwt = body.sessionJwt;
  return jwt !== undefined && Object.hasOwn(claimsOf(jwt).tenants ?? {}, tenantId);
};

/** The next code of the subject's authenticator. */
export function codeOfTotp({ latchkey }: World, { totpKey = '' }: Subject): string {
  latchkey.advance(30_000);
  return totpCode(totpKey, latchkey.service.now());
}

/** Adds an authenticator, or replaces it. The subject's session is then one that has proven it. */
export async function enrol(world: World, subject: Subject): Promise<void> {
  const { loginId, refreshJwt } = subject;
  subject.totpKey = must(await world.post('totp/update', { loginId }, refreshJwt)).key;
  const verified = await world.post('totp/verify', { loginId, code: codeOfTotp(world, subject) });
  subject.refreshJwt = must(verified).refreshJwt;
}

const tokensOf = async (world: World, subject: Subject, parameters = {}) => {
  const { id, config } = await world.createThirdParty();
  subject.inboundAppId = id;
  const { url, checks } = await world.enterApp(subject, config, parameters);
  return { config, tokens: await openid.authorizationCodeGrant(config, url, checks) };
};

/** Gives the tenant a sub-tenant, in which the subject inherits roles. */
async function addSubTenant({ manage }: World, subject: Subject): Promise<string> {
  const { tenantId: parent } = subject;
  subject.subTenantId = `${parent}-below`;
  await manage('tenant/create', { id: subject.subTenantId, name: `Below ${parent}`, parent });
  return subject.subTenantId;
}

async function selectTenant(world: World, { refreshJwt }: Subject, tenant: string): Promise<Probe> {
  const selected = must(await world.post('tenant/select', { tenant }, refreshJwt));
  return async () => {
    const { body } = await refresh(world.latchkey, selected.refreshJwt ?? refreshJwt);
    return body.sessionJwt !== undefined && claimsOf(body.sessionJwt).dct === tenant;
  };
}

async function enterGranted(world: World, subject: Subject) {
  const { appId, config } = await world.provider.createClient();
  subject.appId = appId;
  await world.manage('user/update/ssoapp/add', { loginId: subject.loginId, ssoAppIds: [appId] });
  return { config, ...(await world.enterApp(subject, config)) };
}

const countConsents = async (world: World, filter: object) =>
  (await world.manage('thirdparty/consents/search', filter)).total > 0;

async function linkProvider(world: World, subject: Subject) {
  const { latchkey } = world;
  subject.provider = await world.connectProvider();
  const fields = { nameId: `sub-${subject.userId}`, email: `x-${subject.loginId}`, name: 'Subject' };
  const linking = { path: '/update', bearer: `${latchkey.projectId}:${subject.refreshJwt}` } as const;
  const signIn = (options = {}) => new OAuthBrowser(latchkey).signIn(subject.provider ?? '', fields, options);
  must(await exchange(latchkey, await signIn(linking)));
  return signIn;
}

const enterBySso = async (world: World, subject: Subject) => (await beginSso(world, subject))();

/** Goes to the tenant's identity provider, and returns the function that brings its response back. */
async function beginSso(world: World, subject: Subject): Promise<() => Promise<Answer>> {
  const { latchkey, idp } = world;
  const browser = new SsoBrowser(latchkey);
  const request = await browser.start(subject.tenantId);
  return async () => {
    const code = codeOfSso(
      await browser.post(request.acsUrl, await idp.respond(request, { nameId: subject.loginId })),
    );
    return code ? world.post('sso/exchange', { code }) : { status: 401, headers: new Headers(), body: {} };
  };
}

/** Connects the tenant to the identity provider, which has the domain of the subject's address. */
export async function connectSso({ manage, idp }: World, { tenantId, loginId }: Subject): Promise<void> {
  await manage('sso/saml', {
    tenantId,
    redirectUrl: 'http://127.0.0.1:9/app',
    domains: [loginId.split('@')[1]],
    settings: {
      idpUrl: 'https://idp.corp.example/sso',
      entityId: idp.entityId,
      idpCert: idp.certificatePem,
    },
  });
}

export const makers = {
  async session({ latchkey }, subject) {
    const { refreshJwt } = subject;
    return () => isOk(refresh(latchkey, refreshJwt));
  },
  async selectedTenant(world, subject) {
    const { loginId, tenantId } = subject;
    // The only tenant would be selected without being chosen.
    await world.manage('user/update/tenant/add', { loginId, tenantId: 'common' });
    return selectTenant(world, subject, tenantId);
  },
  async selectedSubTenant(world, subject) {
    return selectTenant(world, subject, await addSubTenant(world, subject));
  },
  async sessionOfProvider(world, subject) {
    await connectSso(world, subject);
    const { refreshJwt } = must(await enterBySso(world, subject));
    await world.manage('tenant/settings', { tenantId: subject.tenantId, enforceSSO: true });
    subject.enforcesSso = true;
    return async () => inTenant(await refresh(world.latchkey, refreshJwt), subject);
  },
  async anonymousSession({ latchkey, manage }, subject) {
    const asked = { selectedTenant: subject.tenantId, roles: ['Member'] };
    const { refreshJwt } = await manage('auth/anonymous', asked);
    return async () => inTenant(await refresh(latchkey, refreshJwt), subject);
  },
  async applicationSession(world, subject) {
    const { config, url, checks } = await enterGranted(world, subject);
    const { refresh_token: token = '' } = await openid.authorizationCodeGrant(config, url, checks);
    return () => succeeds(openid.refreshTokenGrant(config, token));
  },
  async thirdPartySession(world, subject) {
    const { config, tokens } = await tokensOf(world, subject);
    return () => succeeds(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''));
  },
  async thirdPartySessionInTenant(world, subject) {
    const { config, tokens } = await tokensOf(world, subject, { tenant: subject.tenantId });
    return () => succeeds(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''));
  },
  async thirdPartySessionInSubTenant(world, subject) {
    const { config, tokens } = await tokensOf(world, subject, {
      tenant: await addSubTenant(world, subject),
    });
    return () => succeeds(openid.refreshTokenGrant(config, tokens.refresh_token ?? ''));
  },
  async authorizationCode(world, subject) {
    const { config, url, checks } = await enterGranted(world, subject);
    return () => succeeds(openid.authorizationCodeGrant(config, url, checks));
  },
  async authorizationCodeInSubTenant(world, subject) {
    const { id, config } = await world.createThirdParty();
    subject.inboundAppId = id;
    const tenant = await addSubTenant(world, subject);
    const { url, checks } = await world.enterApp(subject, config, { tenant });
    return () => succeeds(openid.authorizationCodeGrant(config, url, checks));
  },
  async deviceRequest(world, subject) {
    const { provider } = world;
    const { appId, config } = await provider.createClient();
    subject.appId = appId;
    await world.manage('user/update/ssoapp/add', { loginId: subject.loginId, ssoAppIds: [appId] });
    const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid offline_access' });
    const [browser, page] = [provider.browser(), `/device/${world.latchkey.projectId}`];
    const sent = await browser.post(page, { user_code: device.user_code });
    const { html } = await provider.signInAt(
      browser,
      new URL(sent.location),
      subject.loginId,
      subject.password,
    );
    const asked = /name="asked" value="([^"]+)"/.exec(html)?.[1] ?? '';
    await browser.post(`${page}/confirm`, { asked, answer: 'allow' });
    const grantType = 'urn:ietf:params:oauth:grant-type:device_code';
    return () => succeeds(openid.genericGrantRequest(config, grantType, { device_code: device.device_code }));
  },
  async applicationConsent(world, subject) {
    await tokensOf(world, subject);
    return () => countConsents(world, { appId: subject.inboundAppId });
  },
  async applicationConsentInTenant(world, subject) {
    await tokensOf(world, subject, { tenant: subject.tenantId });
    return () => countConsents(world, { appId: subject.inboundAppId });
  },
  async applicationConsentInSubTenant(world, subject) {
    await tokensOf(world, subject, { tenant: await addSubTenant(world, subject) });
    return () => countConsents(world, { appId: subject.inboundAppId });
  },
  async applicationConsentForTenant(world, subject) {
    const { loginId, tenantId } = subject;
    await world.manage('user/update/role/add', { loginId, tenantId, roleNames: ['Head'] });
    await tokensOf(world, subject, { tenant: tenantId });
    return () => countConsents(world, { appId: subject.inboundAppId });
  },
  async applicationGrant(world, subject) {
    const { appId } = await world.provider.createClient();
    subject.appId = appId;
    await world.manage('user/update/ssoapp/add', { loginId: subject.loginId, ssoAppIds: [appId] });
    return async () => {
      const apps = await world.latchkey.manage('GET', '/v1/mgmt/sso/idp/apps/load');
      const exists = apps.body.apps.some(
        ({ id, enabled }: { id: string; enabled: boolean }) => id === appId && enabled,
      );
      return exists && ((await world.load(subject))?.ssoAppIds ?? []).includes(appId);
    };
  },
  async clientSecret(world, subject) {
    const { appId, config } = await world.provider.createClient();
    subject.appId = appId;
    return () => succeeds(openid.clientCredentialsGrant(config));
  },
  async impersonationConsent({ latchkey, post }, { loginId, refreshJwt }) {
    must(await post('me/consent/impersonation', { expiresInSeconds: 3_600 }, refreshJwt));
    const asked = { impersonatorId: 'support', loginId, validateConsent: true };
    return () => isOk(latchkey.manage('POST', '/v1/mgmt/impersonate', asked));
  },
  async impersonationOfTheUser({ latchkey, manage, post }, { loginId, refreshJwt }) {
    must(await post('me/consent/impersonation', { expiresInSeconds: 3_600 }, refreshJwt));
    const asked = { impersonatorId: 'support', loginId, validateConsent: true };
    const { jwt } = await manage('impersonate', asked);
    return () => isOk(refresh(latchkey, jwt));
  },
  async impersonationByTheUser({ latchkey, manage }, { loginId }) {
    await manage('user/update/role/add', { loginId, roleNames: ['Support'] });
    const asked = { impersonatorId: loginId, loginId: 'visited', validateConsent: false };
    const { jwt } = await manage('impersonate', asked);
    return () => isOk(refresh(latchkey, jwt));
  },
  async sentCode({ latchkey, post }, { loginId }) {
    must(await post('otp/signin/email', { loginId }));
    const code = await codeSentTo(latchkey, loginId);
    return () => isOk(post('otp/verify/email', { loginId, code }));
  },
  async sentLink({ latchkey, post }, { loginId }) {
    must(await post('magiclink/signin/email', { loginId }));
    const token = await secretSentTo(latchkey, loginId);
    return () => isOk(post('magiclink/verify', { token }));
  },
  async invitation({ latchkey, manage, post }, { loginId }) {
    await manage('user/create', { loginId, invite: true, sendMail: true });
    const token = await secretSentTo(latchkey, loginId);
    return () => isOk(post('magiclink/verify', { token }));
  },
  async pendingEnrolment({ latchkey, post }, { loginId, refreshJwt }) {
    const { key } = must(await post('totp/update', { loginId }, refreshJwt));
    return () => isOk(post('totp/verify', { loginId, code: totpCode(key, latchkey.service.now()) }));
  },
  async pendingPasskey({ latchkey }, { loginId, refreshJwt }) {
    const passkeys = passkeysOf(latchkey);
    const started = await passkeys.start('update', { loginId }, refreshJwt);
    const response = new Authenticator().create(started.options);
    return () => isOk(passkeys.finish('update', started.transactionId, response));
  },
  async pendingFlow({ latchkey }, { refreshJwt }) {
    const browser = new FlowBrowser(latchkey);
    await browser.start('step-up', { bearer: `${latchkey.projectId}:${refreshJwt}` });
    const goesOn = async () => (await browser.send(browser.request('usePassword'))).status === 200;
    if (!(await goesOn())) throw new Error(JSON.stringify(browser.at));
    return goesOn;
  },
  async pendingConsent({ latchkey, post }, { refreshJwt }) {
    const asked = { redirectUrl: 'https://app.example.com/callback' };
    const { url } = must(await post('me/consent/impersonation/link', asked, refreshJwt));
    const link = new URL(url).searchParams.get('link') ?? '';
    const answered = { link, answer: 'allow', duration: 'week' };
    return async () =>
      (await new FormBrowser(latchkey).post(url.replace(latchkey.baseUrl, ''), answered)).status === 303;
  },
  async pendingSso(world, subject) {
    await connectSso(world, subject);
    const finish = await beginSso(world, subject);
    return () => isOk(finish());
  },
  async setupLink({ latchkey }, { tenantId }) {
    const { adminSSOConfigurationLink: link } = must(
      await latchkey.manage('POST', '/v2/mgmt/tenant/adminlinks/sso/generate', { tenantId }),
    );
    return async () =>
      (await new FormBrowser(latchkey).get(link.replace(latchkey.baseUrl, ''))).status === 303;
  },
  async exchangeCode(world, subject) {
    const signIn = await linkProvider(world, subject);
    const waiting = await signIn();
    codeOf(waiting);
    return () => isOk(exchange(world.latchkey, waiting));
  },
  async password({ post }, { loginId, password }) {
    return () => isOk(post('password/signin', { loginId, password }));
  },
  async authenticator(world, subject) {
    await enrol(world, subject);
    const { loginId, totpKey = '' } = subject;
    return () =>
      isOk(world.post('totp/verify', { loginId, code: codeOfTotp(world, { ...subject, totpKey }) }));
  },
  async passkey({ latchkey }, { loginId, refreshJwt }) {
    const [authenticator, passkeys] = [new Authenticator(), passkeysOf(latchkey)];
    must(await passkeys.add(authenticator, loginId, refreshJwt));
    return async () => {
      const { transactionId, options } = await passkeys.start('signin', { loginId });
      try {
        return await isOk(passkeys.finish('signin', transactionId, authenticator.get(options, { at: 0 })));
      } catch {
        return false;
      }
    };
  },
  async recoveryCodes(world, subject) {
    await enrol(world, subject);
    const { loginId } = subject;
    const { codes } = must(await world.post('recovery-codes', { loginId }, subject.refreshJwt));
    return async () => {
      const { body } = await world.latchkey.manage('POST', '/v1/mgmt/auth/signin', { loginId });
      if (!body.refreshJwt) return false;
      const asked = { loginId, code: codes[0].code, loginOptions: { mfa: true } };
      return isOk(world.post('recovery-codes/signin', asked, body.refreshJwt));
    };
  },
  async trustedDevice(world, subject) {
    const { loginId } = subject;
    await world.manage('user/update/role/add', { loginId, roleNames: ['Two factors'] });
    const signIn = (device = '') =>
      world.latchkey.request('POST', '/v1/auth/password/signin', {
        body: { loginId, password: subject.password },
        ...(device && { headers: { 'x-descope-trusted-device-token': device } }),
      });
    const awaiting = (await signIn()).body.mfa.refreshJwt;
    subject.totpKey = must(await world.post('totp/update', { loginId }, awaiting)).key;
    const asked = {
      loginId,
      code: codeOfTotp(world, subject),
      loginOptions: { mfa: true, trustDevice: true },
    };
    const { refreshJwt, trustedDeviceJwt } = must(await world.post('totp/verify', asked, awaiting));
    subject.refreshJwt = refreshJwt;
    return () => isOk(signIn(trustedDeviceJwt));
  },
  async linkedProvider(world, subject) {
    const signIn = await linkProvider(world, subject);
    return async () => {
      try {
        const { body } = await exchange(world.latchkey, await signIn());
        return body.user?.userId === subject.userId;
      } catch {
        return false;
      }
    };
  },
  async providerToken(world, subject) {
    await linkProvider(world, subject);
    const query = new URLSearchParams({ loginId: subject.loginId, provider: subject.provider ?? '' });
    return () => isOk(world.latchkey.manage('GET', `/v1/mgmt/user/provider/token?${query}`));
  },
  async linkedSso(world, subject) {
    await connectSso(world, subject);
    must(await enterBySso(world, subject));
    return async () => (await world.load(subject))?.SAML === true;
  },
  async accessKeyOfUser(world, subject) {
    const { key, cleartext } = await world.manage('accesskey/create', {
      name: 'build',
      userId: subject.userId,
    });
    subject.accessKeyId = key.id;
    return () => isOk(world.post('accesskey/exchange', {}, cleartext));
  },
  async accessKeyInTenant(world, subject) {
    const { key, cleartext } = await world.manage('accesskey/create', {
      name: 'build',
      keyTenants: [{ tenantId: subject.tenantId, roleNames: ['Member'] }],
    });
    subject.accessKeyId = key.id;
    return async () => inTenant(await world.post('accesskey/exchange', {}, cleartext), subject);
  },
  async managementKeyOfTenant({ latchkey }, subject) {
    const { tenantId } = subject;
    const answer = await latchkey.request('PUT', '/v1/mgmt/managementkey', {
      bearer: `${latchkey.projectId}:${latchkey.managementKey}`,
      body: {
        name: `Key of ${tenantId}`,
        reBac: {
          projectRoles: [
            { projectIds: [latchkey.projectId], roles: ['project-users'], tenantIds: [tenantId] },
          ],
        },
      },
    });
    const { key, cleartext } = must(answer);
    subject.managementKeyId = key.id;
    return async () => {
      const bearer = `${latchkey.projectId}:${cleartext}`;
      const body = { loginId: `made-by-key@${tenantId}.example`, userTenants: [{ tenantId }] };
      const works = await isOk(latchkey.request('POST', '/v1/mgmt/user/create', { bearer, body }));
      // A project can have twenty.
      await latchkey.manage('POST', '/v1/mgmt/managementkey/delete', { ids: [key.id] });
      return works;
    };
  },
  async roleInTenant(world, subject) {
    return async () => {
      const { userTenants = [] } = (await world.load(subject)) ?? {};
      const tenant = userTenants.find((one: { tenantId: string }) => one.tenantId === subject.tenantId);
      return tenant?.roleNames.includes('Member') === true;
    };
  },
  async roleInProject(world, subject) {
    return async () => ((await world.load(subject))?.roleNames ?? []).includes('Reader');
  },
  async policyOfTenant({ latchkey, manage }, { tenantId }) {
    await manage('project/sign-in-policy/set', {
      tenantId,
      secondFactor: { when: 'never', methods: ['totp'] },
    });
    return async () => {
      const { body } = await latchkey.manage('GET', '/v1/mgmt/project/sign-in-policy/list');
      return JSON.stringify(body).includes(`"${tenantId}"`);
    };
  },
  async noticeLink({ latchkey }, subject) {
    const link = await noticeOf(latchkey, subject);
    return () => isOk(latchkey.request('GET', link, { bearer: null }));
  },
} satisfies Record<string, Make>;

/** Adds a passkey, and returns the path of the link in the notice of it. */
export async function noticeOf(
  latchkey: World['latchkey'],
  { loginId, refreshJwt }: Subject,
): Promise<string> {
  must(await passkeysOf(latchkey).add(new Authenticator(), loginId, refreshJwt));
  const notices = (await messagesTo(latchkey, loginId)).filter(({ kind }) => kind === 'factorAdded');
  return notices.at(-1)?.links[0].replace(latchkey.baseUrl, '');
}
