import { totpCode } from '../authenticator-app.ts';
import { Authenticator, pageOrigin } from '../counterparts/authenticator.ts';

/** The secrets of a dump, and what the test needs to use it. */
export interface Known {
  /** Milliseconds since 1970, when the dump was made. */
  madeAt: number;
  projectId: string;
  managementKey: string;
  secretKey: string;
  accessKey: string;
  password: string;
  totpSecret: string;
  passkeys: string;
  /** The session was started with a TOTP code. */
  refreshJwt: string;
}

export const ada = 'ada@example.com';
export const grace = 'grace@example.com';
export const invited = 'linus@example.com';

/** Fills a new project through HTTP with one of everything, on a server of any release. */
export async function fill(
  baseUrl: string,
  key: Pick<Known, 'projectId' | 'managementKey' | 'secretKey'>,
): Promise<Known> {
  // biome-ignore lint/suspicious/noExplicitAny: answers of several releases.
  const post = async (path: string, body: object, secret?: string): Promise<any> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${[key.projectId, secret].filter(Boolean).join(':')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const manage = (path: string, body: object) => post(`/v1/mgmt/${path}`, body, key.managementKey);

  await manage('permission/create', { name: 'read' });
  await manage('role/create', { name: 'Reader', permissionNames: ['read'] });
  await manage('tenant/create', { id: 'acme', name: 'Acme', selfProvisioningDomains: ['acme.example'] });
  await manage('user/customattribute/create', { attributes: [{ name: 'city', type: 1 }] });
  await manage('sso/saml', {
    tenantId: 'acme',
    settings: {
      idpUrl: 'https://idp.example/sso',
      entityId: 'https://idp.example',
      idpCert: await certificateOf(baseUrl),
    },
    domains: ['acme.example'],
  });
  const password = 'Correct-horse-battery-9';
  await manage('user/create', {
    loginId: ada,
    email: ada,
    verifiedEmail: true,
    displayName: 'Ada Lovelace',
    password,
    customAttributes: { city: 'London' },
    additionalLoginIds: ['ada'],
    userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
  });
  const signedIn = await post('/v1/auth/password/signin', { loginId: ada, password });
  const { key: totpSecret } = await post('/v1/auth/totp/update', { loginId: ada }, signedIn.refreshJwt);
  const { refreshJwt } = await post(
    '/v1/auth/totp/verify',
    { loginId: ada, code: totpCode(totpSecret, Date.now()) },
    signedIn.refreshJwt,
  );
  const authenticator = new Authenticator();
  const start = await post('/v1/auth/webauthn/signup/start', {
    origin: pageOrigin,
    loginId: grace,
    user: { name: 'Grace Hopper' },
  });
  await post('/v1/auth/webauthn/signup/finish', {
    transactionId: start.transactionId,
    response: authenticator.create(start.options),
  });
  const { cleartext } = await manage('accesskey/create', { name: 'robot', roleNames: ['Reader'] });
  // Nothing listens there, so the invitation stays in the outbox.
  await manage('connector/email/smtp', {
    host: '127.0.0.1',
    port: 1,
    security: 'none',
    fromAddress: 'noreply@example.com',
  });
  await manage('user/create', {
    loginId: invited,
    email: invited,
    invite: true,
    sendMail: true,
    inviteUrl: 'http://localhost:3000/',
  });
  return {
    madeAt: Date.now(),
    ...key,
    accessKey: cleartext,
    password,
    totpSecret,
    passkeys: authenticator.save(),
    refreshJwt,
  };
}

/** Returns the certificate of the simulator's identity provider. */
async function certificateOf(baseUrl: string): Promise<string> {
  const metadata = await (await fetch(`${baseUrl}/dev/idp/saml/acme/metadata`)).text();
  const [, text = ''] = /<(?:\w+:)?X509Certificate>([^<]+)</.exec(metadata) ?? [];
  return text.trim();
}
