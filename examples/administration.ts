// Creates a role, a tenant, an attribute, and a user who has all three, as an administrator's script would.
// Run: PROJECT_ID=… MANAGEMENT_KEY=… npx node examples/administration.ts
import { createClient, type Result } from '../client/client.ts';

const client = createClient({
  projectId: process.env['PROJECT_ID'] ?? '',
  managementKey: process.env['MANAGEMENT_KEY'] ?? '',
  baseUrl: process.env['BASE_URL'] ?? 'http://localhost:8080',
});
const { user, role, permission, tenant } = client.management;

/** Returns the data, or ends the program with the error. */
function must<T>(result: Result<T>): T {
  if (result.ok) return result.data;
  console.error(result.error.errorCode, result.error.errorMessage);
  process.exit(1);
}

// Makes the names unique, so that you can run the script again.
const run = Date.now().toString(36);
const loginId = `linus.${run}@example.com`;
const password = 'a long sentence that nobody guesses';

must(await permission.create({ name: `Read invoices ${run}` }));
must(await role.create({ name: `Accountant ${run}`, permissionNames: [`Read invoices ${run}`] }));
const { id: tenantId } = must(await tenant.create({ name: `Books ${run}` }));
must(await user.createCustomAttributes([{ name: 'department', type: 'text' }]));

const tenants = [{ tenantId, roleNames: [`Accountant ${run}`] }];
must(
  await user.create(loginId, undefined, undefined, 'Linus', undefined, tenants, { department: 'Finance' }),
);
must(await user.setActivePassword(loginId, password));

const session = must(await client.password.signIn(loginId, password));
console.log('signed in, permissions in the tenant:', session.user.userTenants[0]?.permissions);

const finance = { department: 'Finance' };
const found = must(await user.searchAll([tenantId], undefined, 10, 0, false, false, finance));
console.log('found', found.length, found[0]?.name);

console.log('now', must(await user.updateCustomAttribute(loginId, 'department', 'Sales')).customAttributes);
must(await user.delete(loginId));
must(await tenant.delete({ id: tenantId }));
must(await role.delete({ name: `Accountant ${run}` }));
must(await permission.delete({ name: `Read invoices ${run}` }));
console.log('cleaned up');
