import { randomBytes } from 'node:crypto';

/** The Latchkey that the suite tests, behind TLS. */
export interface TestedLatchkey {
  url: string;
  projectId: string;
  managementKey: string;
}

export const password = 'five old violins in the attic';

/** Calls the management API. */
export async function manage(
  { url, projectId, managementKey }: TestedLatchkey,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${projectId}:${managementKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<Record<string, string>>;
}

/** Lets the suite register applications, and call as often as it likes. */
export async function prepareProject(latchkey: TestedLatchkey): Promise<void> {
  await manage(latchkey, 'POST', '/v1/mgmt/project/settings', {
    unlimitedAddresses: ['127.0.0.0/8', '::1/128'],
    clientRegistration: true,
  });
}

export async function rotateKeys(latchkey: TestedLatchkey): Promise<void> {
  await manage(latchkey, 'POST', '/v1/mgmt/project/signingkey/rotate', {});
}

/** Creates the applications and the user of a plan, and returns its configuration. */
export async function preparePlan(
  latchkey: TestedLatchkey,
  suiteUrl: string,
  plan: string,
): Promise<{ config: object; loginId: string }> {
  const { url, projectId } = latchkey;
  const alias = `latchkey-${randomBytes(4).toString('hex')}`;
  const at = (path: string) => `${suiteUrl}/test/a/${alias}/${path}`;
  const ids: string[] = [];
  const createClient = async (name: string) => {
    const { id = '' } = await manage(latchkey, 'POST', '/v1/mgmt/sso/idp/app/oidc/create', {
      name: `${alias} ${name}`,
      loginPageUrl: 'https://localhost/',
      approvedRedirectUrls: [
        ...[at('callback'), at('callback?dummy1=lorem&dummy2=ipsum'), at('post_logout_redirect')],
      ],
      ...(plan.includes('backchannel') && { backChannelLogoutUrl: at('backchannel_logout') }),
    });
    ids.push(id);
    const app = await manage(latchkey, 'GET', `/v1/mgmt/sso/idp/app/load?id=${id}`);
    const { clientId } = app['oidcSettings'] as unknown as { clientId: string };
    const { cleartext } = await manage(latchkey, 'GET', `/v1/mgmt/sso/idp/app/secret?id=${id}`);
    return { client_id: clientId, client_secret: cleartext };
  };
  const [client, client2, post] = [await createClient('1'), await createClient('2'), await createClient('3')];
  const loginId = `${alias}@example.com`;
  await manage(latchkey, 'POST', '/v1/mgmt/user/create', {
    loginId,
    email: loginId,
    verifiedEmail: true,
    phone: '+4915112345678',
    verifiedPhone: true,
    displayName: 'Ada Lovelace',
    givenName: 'Ada',
    familyName: 'Lovelace',
    ssoAppIds: ids,
  });
  await manage(latchkey, 'POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  // Only applications of third parties register themselves.
  const issuer = plan.includes('dynamic') ? `v1/apps/${projectId}` : projectId;
  const server = {
    discoveryUrl: `${url}/${issuer}/.well-known/openid-configuration`,
    login_hint: loginId,
    // Seconds until keys at a client's address are loaded again because of an unknown one.
    jwks_refresh_delay: 31,
  };
  return {
    loginId,
    config: { alias, description: 'Latchkey', server, client, client2, client_secret_post: post },
  };
}
