import type { Console } from '../../test/console.ts';
import { redirectUrl } from './views.ts';

const givenNames = [
  ...['Ada', 'Alan', 'Barbara', 'Claude', 'Dorothy'],
  ...['Edsger', 'Frances', 'Grace', 'Hedy', 'Ida'],
];
const familyNames = [
  ...['Allen', 'Dijkstra', 'Hopper', 'Knuth', 'Lamarr'],
  ...['Liskov', 'Lovelace', 'Shannon', 'Turing'],
];
const tenants = ['Acme Robotics', 'Blue Harbor', 'Cobalt Bakery', 'Dune Energy'];
const password = 'a long sentence with rain in it';

/** Fills the project with fictitious users and their sign-ins. Returns the IDs that the views open. */
export async function fillProject(latchkey: Console): Promise<{ user: string; tenant: string }> {
  const manage = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  await manage('project/settings', { redirectUrls: [redirectUrl], hostedPages: { signUp: true } });
  for (const name of ['editor', 'viewer', 'billing']) await manage('role/create', { name });
  const tenantIds: string[] = [];
  for (const name of tenants) tenantIds.push((await manage('tenant/create', { name })).id);
  const users = familyNames.flatMap((family, i) =>
    givenNames.map((given, j) => ({
      loginId: `${given}.${family}@example.com`.toLowerCase(),
      email: `${given}.${family}@example.com`.toLowerCase(),
      verifiedEmail: (i + j) % 3 > 0,
      givenName: given,
      familyName: family,
      displayName: `${given} ${family}`,
      roleNames: ['editor', 'viewer', 'billing'].slice(0, (i + j) % 4),
      userTenants: tenantIds.slice(0, (i * j) % 4).map((tenantId) => ({ tenantId })),
    })),
  );
  await manage('user/create/batch', { users });
  for (const { loginId } of users.slice(0, 12)) {
    await manage('user/password/set/active', { loginId, password });
    await signIn(latchkey, loginId, password);
  }
  for (const { loginId } of users.slice(0, 5)) await signIn(latchkey, loginId, 'something else');
  await manage('user/update/status', { loginId: users[7]!.loginId, status: 'disabled' });
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${users[0]!.loginId}`);
  return { user: body.user.userId, tenant: 'demo' };
}

function signIn({ server }: Console, loginId: string, secret: string): Promise<Response> {
  return fetch(`${server.baseUrl}/v1/auth/password/signin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ loginId, password: secret }),
  });
}
