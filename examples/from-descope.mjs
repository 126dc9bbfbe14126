// Copies permissions, roles, tenants and users from a Descope project to Latchkey, and writes the new ID of each
// user to user-ids.json. It changes nothing in the source. You can run it again: it leaves existing records unchanged.
// Run: FROM_PROJECT_ID=… FROM_MANAGEMENT_KEY=… PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/from-descope.mjs
import { writeFileSync } from 'node:fs';
import DescopeClient from '@descope/node-sdk';

const { env } = process;
const connect = (projectId, managementKey, baseUrl) =>
  DescopeClient({ projectId, managementKey, ...(baseUrl && { baseUrl }) }).management;

for (const name of ['FROM_PROJECT_ID', 'FROM_MANAGEMENT_KEY', 'PROJECT_ID', 'MANAGEMENT_KEY']) {
  if (env[name]) continue;
  console.error(`Set ${name}.`);
  process.exit(1);
}
const baseUrl = env.BASE_URL ?? 'http://localhost:8080';
const from = connect(env.FROM_PROJECT_ID, env.FROM_MANAGEMENT_KEY, env.FROM_BASE_URL);
const to = connect(env.PROJECT_ID, env.MANAGEMENT_KEY, baseUrl);

const need = async (what, call) => {
  const { ok, data, error } = await call;
  if (ok) return data;
  console.error(`${what}: ${error.errorMessage ?? error.errorDescription}`);
  process.exit(1);
};

const names = new Set(
  (await need('permissions of the new project', to.permission.loadAll())).map(({ name }) => name),
);
for (const { name, description } of await need('permissions of the old project', from.permission.loadAll())) {
  if (!names.has(name)) await need(`permission ${name}`, to.permission.create(name, description));
}

const tenants = new Set((await need('tenants of the new project', to.tenant.loadAll())).map(({ id }) => id));
for (const { id, name } of await need('tenants of the old project', from.tenant.loadAll())) {
  if (!tenants.has(id)) await need(`tenant ${id}`, to.tenant.createWithId(id, name));
}

const keyOf = ({ name, tenantId = '' }) => `${tenantId}/${name}`;
const roles = new Set((await need('roles of the new project', to.role.loadAll())).map(keyOf));
for (const role of await need('roles of the old project', from.role.loadAll())) {
  const { name, description, permissionNames, tenantId } = role;
  if (roles.has(keyOf(role))) continue;
  await need(`role ${name}`, to.role.create(name, description, permissionNames, tenantId || undefined));
}

const users = await loadUsers(from);
for (let i = 0; i < users.length; i += 500) {
  const response = await fetch(`${baseUrl}/v1/mgmt/user/import`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env.PROJECT_ID}:${env.MANAGEMENT_KEY}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      source: 'latchkey',
      users: JSON.stringify(users.slice(i, i + 500).map(recordOf)),
    }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`import: ${answer.errorMessage}`);
  for (const { user, reason } of answer.failures) console.error(`${user}: ${reason}`);
  console.log(`${Math.min(i + 500, users.length)} of ${users.length} users`);
}

const idOf = new Map(
  (await loadUsers(to)).flatMap(({ loginIds, userId }) => loginIds.map((id) => [id, userId])),
);
const ids = users.map(({ loginIds, userId }) => [
  userId,
  idOf.get(loginIds[0].toLowerCase()) ?? idOf.get(loginIds[0]),
]);
writeFileSync('user-ids.json', `${JSON.stringify(Object.fromEntries(ids), null, 2)}\n`);
console.log('user-ids.json has the new ID of each user.');

async function loadUsers(management) {
  const users = [];
  for (let page = 0; ; page++) {
    const { users: found } = await need('users', management.user.search({ page, limit: 100 }));
    users.push(...found);
    if (found.length < 100) return users;
  }
}

/** An entry of `user/create/batch`. The search calls the display name `name`. Its times are in seconds. */
function recordOf(user) {
  const { loginIds, name, userTenants, roleNames, status, createdTime, customAttributes } = user;
  const { givenName, middleName, familyName, picture, email, phone, verifiedEmail, verifiedPhone } = user;
  const record = {
    ...{ loginId: loginIds[0], additionalLoginIds: loginIds.slice(1), displayName: name },
    ...{ givenName, middleName, familyName, picture, email, phone, status, createdTime, customAttributes },
    ...{ verifiedEmail: Boolean(verifiedEmail), verifiedPhone: Boolean(verifiedPhone) },
    ...(userTenants?.length
      ? { userTenants: userTenants.map(({ tenantId, roleNames }) => ({ tenantId, roleNames })) }
      : { roleNames }),
  };
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined && value !== ''),
  );
}
