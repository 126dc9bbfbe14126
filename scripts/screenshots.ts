// `npm run screenshots`: takes pictures of the console for README and docs, from a server with fictitious
// users.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startConsole } from '../test/console.ts';
import { buildConsole } from '../test/console-build.ts';
import { makeMigratedDatabase } from '../test/migrated-database.ts';

const folder = join(import.meta.dirname, '..', 'docs', 'screenshots');
const givenNames = [
  'Ada',
  'Alan',
  'Barbara',
  'Claude',
  'Dorothy',
  'Edsger',
  'Frances',
  'Grace',
  'Hedy',
  'Ida',
];
const familyNames = [
  'Allen',
  'Dijkstra',
  'Hopper',
  'Knuth',
  'Lamarr',
  'Liskov',
  'Lovelace',
  'Shannon',
  'Turing',
];
const tenants = ['Acme Robotics', 'Blue Harbor', 'Cobalt Bakery', 'Dune Energy'];
const password = 'a long sentence with rain in it';

await buildConsole();
const removeDatabase = await makeMigratedDatabase('sqlite');
const latchkey = await startConsole({ locale: 'en-GB', deviceScaleFactor: 1 });
try {
  await makePeople();
  await takePictures();
} finally {
  await latchkey.close();
  await removeDatabase();
}
// The browser that all pages share would keep the process alive.
process.exit();

async function makePeople(): Promise<void> {
  const manage = async (path: string, body: object) => {
    const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  };
  for (const name of ['editor', 'viewer']) await manage('role/create', { name });
  const ids = await Promise.all(
    tenants.map(async (name) => (await manage('tenant/create', { name })).id as string),
  );
  const users = familyNames.flatMap((family, i) =>
    givenNames.map((given, j) => ({
      loginId: `${given}.${family}@example.com`.toLowerCase(),
      email: `${given}.${family}@example.com`.toLowerCase(),
      verifiedEmail: (i + j) % 3 > 0,
      givenName: given,
      familyName: family,
      displayName: `${given} ${family}`,
      roleNames: (i + j) % 4 === 0 ? ['editor'] : [],
      userTenants: (i + j) % 4 === 0 ? [] : [{ tenantId: ids[(i + j) % ids.length] }],
    })),
  );
  await manage('user/create/batch', { users });
  for (const { loginId } of users.slice(0, 12)) {
    await manage('user/password/set/active', { loginId, password });
    await signIn(loginId, password);
  }
  for (const { loginId } of users.slice(0, 5)) await signIn(loginId, 'something else');
  await manage('user/update/status', { loginId: users[7]?.loginId, status: 'disabled' });
}

function signIn(loginId: string, password: string): Promise<Response> {
  const { baseUrl, projectId } = latchkey.server;
  return fetch(`${baseUrl}/v1/auth/password/signin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ loginId, password }),
  });
}

async function takePictures(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { page } = latchkey;
  await page.setViewportSize({ width: 1280, height: 800 });
  const loginId = 'ada.allen@example.com';
  const { body } = await latchkey.manage('GET', `/v1/mgmt/user?loginId=${loginId}`);
  for (const [name, path, scheme] of [
    ['overview', 'overview', 'light'],
    ['users', 'users', 'light'],
    ['user', `users/${body.user.userId}`, 'light'],
    ['tenant', 'tenants/demo', 'light'],
    ['audit', 'audit', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await latchkey.open(path);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
}
