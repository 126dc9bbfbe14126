// Creates, loads, searches and deletes a user with Latchkey's own client.
// Run: PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/client.ts
import { createClient } from '../client/client.ts';

const { management } = createClient({
  projectId: process.env['PROJECT_ID'] ?? '',
  managementKey: process.env['MANAGEMENT_KEY'] ?? '',
  baseUrl: process.env['BASE_URL'] ?? 'http://localhost:8080',
});

const created = await management.user.create('grace@example.com', undefined, '+12025550143', 'Grace Hopper');
if (!created.ok) {
  // The client does not throw when Latchkey rejects a call. The result says what is wrong and what to do.
  console.error(created.code, created.error.errorCode, created.error.errorMessage);
  process.exit(1);
}
console.log('created', created.data.userId, created.data.status);

const loaded = await management.user.load('GRACE@example.com');
console.log('loaded', loaded.ok && loaded.data.name);

const found = await management.user.searchAll();
console.log('all users:', found.ok && found.data.map((user) => user.loginIds[0]));

console.log('deleted', (await management.user.delete('grace@example.com')).ok);
