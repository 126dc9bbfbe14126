import { chromium } from '/work/main/node_modules/playwright-core/index.mjs';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const c = await b.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', storageState: '/tmp/conrev/state.json' });
const p = await c.newPage();
p.setDefaultTimeout(8000);
p.on('pageerror', (e) => console.log('pageerror', e.message.slice(0,200)));
const B='http://127.0.0.1:8197/console/';
await p.goto(B); await p.waitForURL(/overview/);
const project = p.url().split('/')[4];
const api = (path, body, method='POST') => p.evaluate(async ([path, body, project, method]) => { const r = await fetch(path, { method, headers: { authorization: `Bearer ${project}`, 'content-type': 'application/json' }, ...(body && {body: JSON.stringify(body)}) }); return [r.status, await r.json().catch(() => null)]; }, [path, body, project, method]);
const tests = {
  async offline() {
    await p.goto(B + project + '/roles'); await p.getByRole('heading', { level: 1 }).waitFor(); await p.waitForTimeout(500);
    await p.getByRole('button', { name: 'New role' }).first().click();
    await p.getByRole('textbox', { name: 'Name' }).fill('zz-offline-' + Date.now());
    await c.setOffline(true);
    await p.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await p.waitForTimeout(2500);
    console.log('offline: alert shown:', await p.getByRole('dialog').getByRole('alert').count());
    await p.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    let posts = 0; p.on('request', (r) => { if (r.url().includes('role/create')) posts++; });
    await c.setOffline(false); await p.waitForTimeout(2500);
    console.log('offline: calls made after cancel, when online again:', posts);
  },
  async gate() {
    await p.goto(B + project + '/settings'); await p.getByRole('textbox', { name: 'Name' }).fill('typed but not saved');
    await c.route('**/v1/console', (r) => r.abort());
    // any 401 of a read makes the session be asked for
    await c.route('**/password/settings**', (r) => r.fulfill({ status: 401, contentType: 'application/json', body: '{"errorCode":"E061001","errorDescription":"x"}' }));
    await p.evaluate(() => dispatchEvent(new Event('offline'))); await p.evaluate(() => dispatchEvent(new Event('online')));
    await p.waitForTimeout(12000);
    await p.evaluate(() => dispatchEvent(new Event('offline'))); await p.evaluate(() => dispatchEvent(new Event('online')));
    await p.waitForTimeout(1500);
    console.log('gate: form still there:', await p.getByRole('textbox', { name: 'Name' }).count());
    await c.unroute('**/v1/console'); await c.unroute('**/password/settings**');
  },
  async token() {
    const q = await c.newPage(); q.on('pageerror', (e) => console.log('token pageerror', e.message));
    await q.goto(B + 'start#%'); await q.waitForTimeout(1200);
    console.log('token: text', (await q.locator('body').innerText()).slice(0, 80)); await q.close();
  },
  async range() {
    await p.goto(B + project + '/audit?range=custom&from=1e300'); await p.waitForTimeout(1500);
    console.log('range:', (await p.locator('#screen').innerText()).slice(0, 120));
  },
  async tenantSettings() {
    await api('/v1/mgmt/tenant/create', { name: ' zz spaced ', id: 'zzspaced' });
    await p.goto(B + project + '/tenants/zzspaced?tab=settings');
    const box = p.getByRole('switch').first(); await box.waitFor();
    await p.waitForTimeout(500);
    await p.locator('label', { hasText: await p.locator('.mantine-Switch-label').first().innerText() }).first().click();
    const before = await box.isChecked();
    await p.getByRole('button', { name: 'Actions' }).click(); await p.getByRole('menuitem', { name: /Disable/ }).click();
    await p.waitForTimeout(1500);
    console.log('tenantSettings: typed', before, 'after switch', await box.isChecked());
    await p.getByRole('button', { name: 'Actions' }).click(); await p.getByRole('menuitem', { name: /Delete/ }).click();
    const label = await p.getByRole('dialog').locator('label').allInnerTexts();
    await p.getByRole('dialog').getByRole('textbox').fill('zz spaced');
    console.log('spaced: labels', label, 'enabled', await p.getByRole('dialog').getByRole('button', { name: 'Delete' }).isEnabled());
    await api('/v1/mgmt/tenant/delete', { id: 'zzspaced' });
  },
  async app() {
    const [, made] = await api('/v1/mgmt/sso/idp/app/oidc/create', { name: 'zz-app' });
    await p.goto(B + project + '/apps'); await p.getByRole('link', { name: 'zz-app' }).first().click();
    await p.getByRole('button', { name: /^Delete/ }).click();
    await p.getByRole('dialog').getByRole('textbox').fill('zz-app');
    await p.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await p.waitForTimeout(2500);
    console.log('app: still in the list', await p.getByRole('link', { name: 'zz-app' }).count());
  },
  async key() {
    const [s, made] = await api('/v1/mgmt/managementkey', { name: 'zz-key', expiresIn: 86400, reBac: { projectRoles: [{ projectIds: [project], roles: ['project-full-access'] }] } }, 'PUT');
    console.log('key made', s);
    await p.goto(B + project + '/management-keys'); 
    const open = async (n) => { await p.getByRole('row', { name: new RegExp(n) }).getByRole('button').last().click(); await p.getByRole('menuitem', { name: /^Edit/ }).click(); };
    await open('zz-key'); await p.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('zz-new');
    await p.getByRole('dialog').getByRole('button', { name: 'Save' }).click(); await p.waitForTimeout(1200);
    await open('zz-new'); await p.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(); await p.waitForTimeout(400);
    await open('zz-new'); console.log('key: name in the form', await p.getByRole('dialog').getByRole('textbox', { name: 'Name' }).inputValue());
    await p.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    console.log(await api('/v1/mgmt/managementkey/delete', { ids: [made?.key?.id] }));
  },
  async smtpError() {
    await p.goto(B + project + '/messages?tab=connectors'); await p.getByRole('button', { name: /Twilio/ }).first().click();
    await c.route('**/connectors/**', (r) => r.request().method() === 'POST' || r.request().method() === 'PUT' ? r.fulfill({ status: 400, contentType: 'application/json', body: '{"errorCode":"E011001","errorDescription":"bad","errorMessage":"bad"}' }) : r.continue());
    const d = p.getByRole('dialog');
    await d.getByRole('textbox').first().fill('ACxx'); const t = d.getByRole('textbox'); for (let i=1;i<await t.count();i++) await t.nth(i).fill('+4912345678');
    await d.getByRole('button', { name: 'Save' }).click(); await p.waitForTimeout(800);
    console.log('twilio alert', await d.getByRole('alert').count());
    await d.getByRole('button', { name: 'Cancel' }).click(); await p.waitForTimeout(500);
    await p.getByRole('button', { name: /Twilio/ }).first().click(); await p.waitForTimeout(500);
    console.log('twilio: old error on reopening', await d.getByRole('alert').count());
    await p.unrouteAll?.(); await c.unrouteAll?.();
  },
  async logout() {
    await c.route('**/logout', (r) => r.fulfill({ status: 401, contentType: 'application/json', body: '{"errorCode":"E061005","errorDescription":"x"}' }));
    await p.goto(B + project + '/overview'); await p.getByRole('button', { name: 'Your account' }).click(); await p.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await p.waitForTimeout(1500); console.log('logout: alerts', await p.getByRole('alert').count()); await c.unroute('**/logout');
  },
};
for (const [name, run] of Object.entries(tests)) { if (process.argv[2] && !process.argv.slice(2).includes(name)) continue; try { await run(); } catch (e) { console.log(name, 'FAILED', e.message.split('\n').slice(0,4).join(' | ')); } }
await b.close();
