/**
 * `npm run upgrades:measure -- CHECKOUT [USERS …]` (docs/deploy/upgrade.md). Measures how long nothing is served when the
 * server of an earlier release is stopped and this one is started.
 */

import { key, newPlace, startRelease } from './place.ts';

const [checkout, ...sizes] = process.argv.slice(2);
if (!checkout) throw new Error('name a checkout of the earlier release');
/** One call may have 8 MiB. */
const batch = 5_000;

async function createUsers(baseUrl: string, count: number): Promise<void> {
  const post = async (path: string, body: object): Promise<void> => {
    const response = await fetch(`${baseUrl}/v1/mgmt/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key.projectId}:${key.managementKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.text();
  };
  await post('tenant/create', { id: 'acme', name: 'Acme' });
  await post('role/create', { name: 'Reader' });
  for (let created = 0; created < count; created += batch) {
    const users = Array.from({ length: Math.min(batch, count - created) }, (_, index) => ({
      loginId: `user${created + index}@example.com`,
      email: `user${created + index}@example.com`,
      displayName: `User Number ${created + index}`,
      userTenants: [{ tenantId: 'acme', roleNames: ['Reader'] }],
    }));
    const records = users.map((user) => JSON.stringify(user)).join('\n');
    await post('user/import', { source: 'latchkey', users: records });
  }
}

for (const engine of ['sqlite', 'postgres'] as const) {
  for (const size of sizes.length > 0 ? sizes.map(Number) : [0, 10_000, 100_000]) {
    const place = await newPlace(engine);
    const old = await startRelease(place, checkout);
    await createUsers(old.start.baseUrl, size);
    const began = performance.now();
    old.kill('SIGTERM');
    await old.exited;
    const stopped = performance.now();
    const server = await startRelease(place, '.');
    const ready = performance.now();
    server.kill('SIGTERM');
    await server.exited;
    const again = performance.now();
    const next = await startRelease(place, '.');
    const restart = performance.now() - again;
    next.kill('SIGTERM');
    await next.exited;
    await place.database?.drop();
    const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
    process.stdout.write(
      `${engine}, ${size} users: not served for ${seconds(ready - began)} s ` +
        `(stop ${seconds(stopped - began)} s, a start without migrations ${seconds(restart)} s)\n`,
    );
  }
}
process.exit();
