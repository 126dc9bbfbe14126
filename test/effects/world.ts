import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { securityNoticeKinds } from '../../server/core/security-notices.ts';
import { prepareAdministration } from '../../server/domain/administration/administrators/administration-project.ts';
import { idp, idpMetadata } from '../../server/domain/federation/sso/saml/idp-fixture.ts';
import type { Endpoint } from '../../server/http/endpoint.ts';
import {
  addAdministrator,
  type ConsolePage,
  type SignedInAdministrator,
  startConsole,
} from '../administrators.ts';
import { hasBody, queryText } from '../ask-endpoint.ts';
import { Authenticator } from '../counterparts/authenticator.ts';
import { startDnsServer } from '../counterparts/dns-server.ts';
import { type Answer, type Latchkey, startLatchkey } from '../harness.ts';
import { secretSentTo } from '../messages.ts';
import { connectSimulator } from '../oauth-browser.ts';
import { passkeysOf } from '../passkeys.ts';
import { enrolTotp, withToken } from '../signed-in.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A request whose preparation is over. */
export interface Ready {
  input?: unknown;
  query?: Record<string, string>;
  /** The credentials after the project ID. Absent: those that the endpoint requires of a server. */
  token?: string;
  /** The project of the credentials, if it is another one. */
  projectId?: string;
  headers?: Record<string, string>;
}

/** Prepares what a call needs, and returns a request that succeeds. */
export type Call = (world: World) => Ready | Promise<Ready>;

export interface Person {
  loginId: string;
  userId: string;
  email: string;
  phone: string;
  password: string;
}

export const back = 'http://localhost:3000/back';
export const password = 'a long sentence with rain in it';
export const newPassword = 'another sentence with snow in it';

/**
 * Starts a Latchkey with one project that has a little of everything, and makers for what the calls change. `local`: the part of
 * addresses before a number and the @. `adjust` changes each user after their creation.
 */
export async function createWorld(
  local = 'person',
  {
    domain = 'example.com',
    numbers = '+1202555',
    adjust = async (_: Latchkey, person: Person) => person,
  }: {
    domain?: string;
    numbers?: string;
    adjust?: (latchkey: Latchkey, person: Person) => Promise<Person>;
  } = {},
) {
  const dns = await startDnsServer();
  const latchkey = await startLatchkey({ LATCHKEY_DNS_SERVER: dns.address });
  // Passkeys need a name, not an address.
  latchkey.service.baseUrl = latchkey.baseUrl.replace('127.0.0.1', 'localhost');
  const here: Latchkey = { ...latchkey, baseUrl: latchkey.service.baseUrl };
  const { projectId, managementKey } = latchkey;
  const receiver = await startReceiver();
  await prepareAdministration(latchkey.service);
  let first: SignedInAdministrator | undefined;
  /** Signs the owner in; the first time, creates them. */
  async function owner(): Promise<ConsolePage> {
    first ??= await startConsole(latchkey);
    return first.signIn();
  }
  const passkeys = passkeysOf(latchkey);
  let count = 0;

  const send = async (method: string, path: string, body?: object): Promise<Answer['body']> =>
    must(await latchkey.manage(method, path, body));
  const manage = (path: string, body: object) => send('POST', `/v1/mgmt/${path}`, body);
  const post = async (path: string, body: object): Promise<Answer['body']> =>
    must(await latchkey.request('POST', `/v1/auth/${path}`, { body }));
  const name = (kind: string) => `${kind}-${++count}`;
  const newEmail = () => `${local}${++count}@${domain}`;
  const newPhone = () => `${numbers}${String(++count).padStart(4, '0')}`;

  /** Creates an invited user with an address, a number, a password, and a role in a tenant. */
  async function user(fields: object = {}): Promise<Person> {
    const [email, phone] = [newEmail(), newPhone()];
    const { user } = await manage('user/create', {
      loginId: email,
      email,
      verifiedEmail: true,
      phone,
      verifiedPhone: true,
      password,
      userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
      additionalLoginIds: [phone],
      ...fields,
    });
    return adjust(latchkey, { loginId: email, userId: user.userId, email, phone, password });
  }

  /** Creates a user and signs them in. */
  async function signedIn(fields: object = {}) {
    const person = await user(fields);
    const { refreshJwt, sessionJwt } = await post('password/signin', { loginId: person.loginId, password });
    return { ...person, token: refreshJwt as string, sessionJwt: sessionJwt as string };
  }

  const asUser = async (token: string, path: string, body: object): Promise<Answer['body']> =>
    must(await withToken(latchkey, 'POST', `/v1/auth/${path}`, token, body));

  await manage('project/settings', {
    redirectUrls: [back],
    inviteUrl: back,
    securityNotices: [...securityNoticeKinds],
  });
  await manage('permission/create', { name: 'Read' });
  await manage('role/create', { name: 'Reader', permissionNames: ['Read'] });
  await manage('role/create', { name: 'Editor' });
  await manage('role/create', { name: 'Support', permissionNames: ['Impersonate'] });
  for (const id of ['acme', 'globex']) await manage('tenant/create', { id, name: id });
  await manage('user/customattribute/create', { attributes: [{ name: 'city', type: 1 }] });
  const { webhook } = await manage('webhook/create', { name: 'All', url: receiver.url, events: [] });
  await connectSimulator(here, 'shop');

  const readOnly = { reBac: { projectRoles: [{ projectIds: [projectId], roles: ['project-read-only'] }] } };
  const { cleartext } = await send('PUT', '/v1/mgmt/managementkey', { name: 'Reads', ...readOnly });

  return {
    webhookId: webhook.id as string,
    readOnlyKey: cleartext as string,
    readOnly,
    latchkey,
    here,
    receiver,
    dns,
    passkeys,
    send,
    manage,
    post,
    asUser,
    name,
    newEmail,
    newPhone,
    user,
    signedIn,
    tenant: async (): Promise<string> => (await manage('tenant/create', { name: name('Tenant') })).id,
    /** Creates a tenant that is connected to an identity provider. */
    async ssoTenant(): Promise<string> {
      const { id } = await manage('tenant/create', { name: name('Tenant') });
      await manage('sso/saml', {
        tenantId: id,
        redirectUrl: back,
        domains: [`${name('corp')}.example`],
        settings: { idpUrl: idp.redirectUrl, entityId: idp.entityId, idpCert: idp.certificate },
      });
      return id;
    },
    async oidcApp(): Promise<string> {
      const fields = { name: name('App'), approvedRedirectUrls: [back] };
      return (await manage('sso/idp/app/oidc/create', fields)).id;
    },
    samlApp: async (): Promise<string> => (await manage('sso/idp/app/saml/create', samlApp(name('SAML')))).id,
    async thirdParty(): Promise<string> {
      const fields = { name: name('Notes'), approvedCallbackUrls: [back] };
      return (await manage('thirdparty/app/create', fields)).id;
    },
    accessKey: (fields: object = {}): Promise<{ key: { id: string }; cleartext: string }> =>
      manage('accesskey/create', { name: name('key'), ...fields }),
    async withTotp() {
      const person = await signedIn();
      const code = await enrolTotp(latchkey, person, person.token);
      const proof = { loginId: person.loginId, code: code(), loginOptions: { mfa: true } };
      const { refreshJwt } = await asUser(person.token, 'totp/verify', proof);
      return { ...person, code, token: refreshJwt as string };
    },
    async withPasskey() {
      const person = await signedIn();
      const authenticator = new Authenticator();
      must(await passkeys.add(authenticator, person.loginId, person.token));
      return { ...person, authenticator };
    },
    /** Signs a user in as another one. Returns the user's tokens. */
    async impersonated() {
      const support = await user(inProject('Support'));
      const person = await user();
      const input = { impersonatorId: support.loginId, loginId: person.loginId, validateConsent: false };
      return { ...person, support, jwt: (await manage('impersonate', input)).jwt as string };
    },
    owner,
    administrator: async () =>
      addAdministrator(latchkey, await owner(), { loginId: `${name('admin')}@example.com`, role: 'support' }),
    linkSentTo: (to: string) => secretSentTo(latchkey, to),
    async close() {
      await latchkey.close();
      receiver.close();
      await dns.close();
    },
    ask({ auth, method, path, ...endpoint }: Endpoint, ready: Ready): Promise<Answer> {
      const { input = {}, query = {}, token = auth === 'management' ? managementKey : '' } = ready;
      const bearer = [ready.projectId ?? projectId, token].filter(Boolean).join(':');
      const sendsBody = hasBody({ ...endpoint, auth, method, path });
      const { headers = {} } = ready;
      const url = path + queryText(sendsBody ? query : (input as object));
      return latchkey.request(method, url, { bearer, headers, ...(sendsBody && { body: input }) });
    },
  };
}

/** Starts a server that confirms whatever it is sent, and shows an identity provider's metadata. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    response.end(request.method === 'GET' ? idpMetadata() : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Roles in the project, and no tenant. */
export const inProject = (...roleNames: string[]) => ({ roleNames, userTenants: [] });

export const samlApp = (name: string) => ({
  name,
  entityId: `urn:${name}`,
  acsUrl: 'https://wiki.example.com/acs',
  hasNoCertificate: true,
});

export function must({ status, body }: Answer): Answer['body'] {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
