import { startConsole } from './test/console.ts';
const c = await startConsole({ locale: 'en-GB' });
try {
  const T = 60;
  for (let i = 0; i < T; i++) await c.manage('POST', '/v1/mgmt/tenant/create', { name: `Tenant ${i} GmbH`, id: `t${i}` });
  for (let i = 0; i < 3; i++) await c.manage('POST', '/v1/mgmt/role/create', { name: `role ${i}` });
  const users = ['Ann Berg', 'Bob Carlsen', 'Cleo', 'Dora Émile', 'Eve van Dyk'];
  for (const [i, name] of users.entries()) await c.manage('POST', i === 3 ? '/v1/mgmt/user/create/test' : '/v1/mgmt/user/create', { loginId: `u${i}@example.com`, email: `u${i}@example.com`, displayName: name, verifiedEmail: i % 2 === 0, test: i === 3, ...(i===1 && {userTenants: [{ tenantId: 't1', roleNames: ['role 1'] }]}), roleNames: i === 0 ? ['role 0'] : undefined, additionalLoginIds: i===2 ? ['cleopatra'] : undefined });
  await c.manage('POST', '/v1/mgmt/user/update/status', { loginId: 'u2@example.com', status: 'disabled' });
  const { page, errors } = c;
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await c.open('users?test=with');
    await page.getByRole('checkbox', { name: /Select Bob/ }).click();
    await page.getByRole('link', { name: 'Cleo' }).hover();
    await page.waitForTimeout(400);
    await page.screenshot({ path: `/tmp/pf-users-${scheme}.png` });
  }
  const hook = process.argv[2];
  if (hook) await (await import(hook)).default(c);
  console.log('errors', errors);
  const page2 = await page.context().browser()!.newContext({ viewport: { width: 900, height: 700 }, locale: 'en-GB' });
  const p2 = await page2.newPage();
  await p2.goto(`${c.server.baseUrl}/console/`);
  await p2.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await p2.screenshot({ path: '/tmp/pf-sign-in.png' });
  await p2.getByLabel('Language').selectOption('de');
  await p2.emulateMedia({ colorScheme: 'dark' });
  await p2.screenshot({ path: '/tmp/pf-sign-in-dark.png' });
} finally { await c.close(); }
