// Does the same as client.ts with the unmodified public SDK. Only its base URL differs.
// Run: PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/node-sdk.mjs
import DescopeClient from '@descope/node-sdk';

const descope = DescopeClient({
  projectId: process.env.PROJECT_ID,
  managementKey: process.env.MANAGEMENT_KEY,
  baseUrl: process.env.BASE_URL ?? 'http://localhost:8080',
});
const { user } = descope.management;

const created = await user.create('alan@example.com', { displayName: 'Alan Turing' });
if (!created.ok) {
  console.error(created.code, created.error);
  process.exit(1);
}
console.log('created', created.data.userId, created.data.status);

const loaded = await user.load('alan@example.com');
console.log('loaded', loaded.data.name);

console.log('deleted', (await user.delete('alan@example.com')).ok);
