import { expect } from 'vitest';
import { sp } from '../server/protocols/saml/fixture.ts';
import { startLatchkey } from './harness.ts';

export type SsoApps = Awaited<ReturnType<typeof startWithRole>>;

export const base = '/v1/mgmt/sso/idp/app';
export const loginPageUrl = 'https://login.example.com/';

export const wsfedApp = (name: string) => ({
  name,
  loginPageUrl,
  realm: 'urn:example:realm',
  replyUrl: 'https://rp.example.com/reply',
  attributeMapping: [{ name: 'upn', type: '', value: 'email' }],
  groupsMapping: [],
  forceAuthentication: true,
  logoutRedirectUrl: 'https://rp.example.com/bye',
  errorRedirectUrl: 'https://rp.example.com/error',
});

/** Starts a Latchkey with the role Editor, and the calls that tests of SSO applications share. */
export async function startWithRole() {
  const latchkey = await startLatchkey();
  const { management } = latchkey.sdk();
  await management.role.create('Editor');
  const roleId: string = (await latchkey.manage('GET', '/v1/mgmt/role/all')).body.roles.find(
    (role: { name: string }) => role.name === 'Editor',
  ).id;
  const manage = (path: string, body: unknown) => latchkey.manage('POST', `${base}/${path}`, body);
  const samlApp = (name: string) => ({
    name,
    loginPageUrl,
    description: 'described',
    logo: 'https://example.com/logo.png',
    useMetadataInfo: false,
    entityId: 'urn:example:sp',
    acsUrl: 'https://sp.example.com/acs',
    certificate: sp.certificate,
    attributeMapping: [{ name: 'mail', type: '', value: 'email' }],
    groupsMapping: [
      { name: 'groups', type: '', filterType: 'roles', value: '', roles: [{ id: roleId, name: 'Editor' }] },
    ],
    acsAllowedCallbacks: ['https://*.example.com/acs', 'https://sp.example.com/callbacks/*'],
    subjectNameIdType: 'email',
    subjectNameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    defaultRelayState: 'state',
    forceAuthentication: true,
    logoutRedirectUrl: 'https://sp.example.com/bye',
    defaultSignatureAlgorithm: 'sha256',
  });

  async function createOidc(name: string, more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await manage('oidc/create', { name, loginPageUrl, ...more });
    expect([status, body.errorMessage]).toEqual([200, undefined]);
    return body.id;
  }

  return {
    latchkey,
    apps: management.ssoApplication,
    roleId,
    manage,
    samlApp,
    createOidc,
    load: async (id: string) => (await latchkey.manage('GET', `${base}/load?id=${id}`)).body,
  };
}
