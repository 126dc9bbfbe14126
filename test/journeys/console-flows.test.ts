import { readFile } from 'node:fs/promises';
import type { Frame, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installComponentLibrary } from '../component-library.ts';
import { type FlowPage, startFlowPages } from '../components/flow-page.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
let application: Awaited<ReturnType<typeof startFlowPages>>;
let shown: FlowPage | undefined;

beforeAll(async () => {
  await installComponentLibrary();
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
  const hostedPages = { signInMethods: ['password', 'emailCode', 'magicLink'], signUp: true };
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { hostedPages });
  application = await startFlowPages(latchkey.server);
});
afterEach(() => shown?.close());
afterAll(async () => {
  await application?.close();
  await latchkey?.close();
});

const flowCall = (name: string, body: object = {}) => latchkey.manage('POST', `/v1/mgmt/flow/${name}`, body);
const exported = async (flowId: string) => (await flowCall('export', { flowId })).body.flow;
const idsOf = async () => (await flowCall('list')).body.flows.map(({ id }: { id: string }) => id);
const dialog = () => latchkey.page.getByRole('dialog');
const button = (name: string) => latchkey.page.getByRole('button', { name, exact: true });
const save = () => button('Save').click();
const saved = () => latchkey.page.getByText('Saved', { exact: true }).last().waitFor();
const definition = () => latchkey.page.getByRole('textbox', { name: 'Definition' });

async function choose(flow: string, action: string): Promise<void> {
  await button(`Actions for ${flow}`).click();
  await latchkey.page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Opens an application’s page with the flow. */
async function inPage(flowId: string, more: Record<string, string> = {}): Promise<Locator> {
  await shown?.close();
  shown = await application.open({ 'flow-id': flowId, ...more });
  return shown.page.locator('descope-wc');
}

test('a duplicate opens, stands in the list, and runs in a page', async () => {
  const { page } = latchkey;
  await latchkey.open('flows');
  await choose('Sign in', 'Duplicate…');
  await dialog().getByLabel('Name').fill('Staff');
  await dialog().getByLabel('Flow ID').fill('sign-up');
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await dialog().getByText('Another flow has this ID.').waitFor();
  await dialog().getByLabel('Flow ID').fill('staff');
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
  expect(await dialog().count()).toBe(0);
  expect(new URL(page.url()).pathname).toMatch(/\/flows\/staff$/);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Flows' }).click();
  const row = page.getByRole('row', { name: 'Staff' });
  for (const text of ['Your own', 'On']) await row.getByText(text, { exact: true }).waitFor();
  await (await inPage('staff')).getByText('Continue').first().waitFor();
});

test('a text is replaced in one language, and an empty field shows the built-in one', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=texts');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await button('sign-in').click();
  const field = page.getByLabel('continue', { exact: true });
  await expect.poll(() => field.getAttribute('placeholder')).toBe('Weiter');
  await field.fill('Auf gehts');
  await save();
  await saved();
  expect((await exported('staff')).dsl.texts).toEqual({ 'sign-in': { continue: { de: 'Auf gehts' } } });
  await (await inPage('staff', { locale: 'de' })).getByText('Auf gehts').waitFor();
  await (await inPage('staff', { locale: 'en' })).getByText('Continue').waitFor();
  await button('Save').and(page.locator(':disabled')).waitFor();
});

test('a text keeps the value in it, which stands below its field', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=texts');
  await page.getByRole('button', { name: 'code', exact: true }).click();
  await page.getByText('Keep {{lead}} in the text.').waitFor();
  const field = page.getByLabel('lead', { exact: true });
  await expect.poll(() => field.getAttribute('placeholder')).toBe('{{lead}}');
  await field.fill('Look into your mailbox.');
  await save();
  await page.getByText('must contain {{lead}}').first().waitFor();
  await field.fill('Look into your mailbox. {{lead}}');
  await save();
  await saved();
  expect((await exported('staff')).dsl.texts.code).toEqual({
    lead: { en: 'Look into your mailbox. {{lead}}' },
  });
});

test('a flow offers its own methods, in its own order', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=settings');
  await page.getByLabel('Own choice and order').check();
  await page.getByRole('switch', { name: 'Password' }).uncheck();
  await button('Move Magic link up').click();
  const card = page.getByRole('region', { name: 'Sign-in methods' });
  await card.getByRole('button', { name: 'Save' }).click();
  await saved();
  expect((await exported('staff')).dsl.methods).toEqual(['magicLink', 'emailCode']);
  const component = await inPage('staff');
  await component.locator('[name="email"] input').fill('ann@example.com');
  await component.locator('descope-button', { hasText: 'Continue' }).click();
  // The first method of the flow sends a link.
  await component.getByText('Check your messages').waitFor();
  await card.getByLabel('As in the project').check();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await exported('staff')).dsl.methods).toBeUndefined();
});

test('a flow that is off starts nowhere, and the console says so', async () => {
  const { page, server } = latchkey;
  const start = async () => {
    const response = await fetch(`${server.baseUrl}/v1/flow/start`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.projectId}`, 'content-type': 'application/json' },
      body: JSON.stringify({ flowId: 'staff' }),
    });
    return response.status;
  };
  expect(await start()).toBe(200);
  await latchkey.open('flows');
  await choose('Staff', 'Turn off…');
  await dialog().getByText('Pages with this flow show no sign-in').waitFor();
  await dialog().getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('row', { name: 'Staff' }).getByText('Off', { exact: true }).waitFor();
  expect(await dialog().count()).toBe(0);
  expect(await start()).toBe(404);
  await latchkey.open('flows/staff?tab=preview');
  await page.getByText('This flow is off').waitFor();
  await choose('Staff', 'Turn on…');
  await dialog().getByRole('button', { name: 'Turn on' }).click();
  await page.getByTitle('Preview').waitFor();
  expect(await start()).toBe(200);
});

test('mistakes in a definition are shown at their line, and a definition that fits is saved', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=definition');
  const before = await definition().inputValue();
  await definition().fill(before.replace('"start": "sign-in",', '"start": "sign-in"'));
  await save();
  await page.getByRole('alert').getByText('This is not JSON.').waitFor();
  await button('Line 5').waitFor();
  await definition().fill(before.replace('"signInWithPassword"', '"verifyCode"'));
  await save();
  await page.getByText('dsl.screens.password.signIn.does: cannot do verifyCode').waitFor();
  const marked = await definition().evaluate((field: HTMLTextAreaElement) =>
    field.value.slice(field.selectionStart, field.selectionEnd),
  );
  expect(marked.trim()).toBe('"does": "verifyCode",');
  const document = JSON.parse(before);
  delete document.screens.code.resend;
  await definition().fill(JSON.stringify(document));
  await save();
  await saved();
  expect((await exported('staff')).dsl.screens.code).not.toHaveProperty('resend');
  expect(JSON.parse(await definition().inputValue())).toEqual(document);
});

test('a definition that someone else has changed meanwhile is not replaced unasked', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=definition');
  const mine = JSON.parse(await definition().inputValue());
  mine.texts = { ...mine.texts, code: { title: { en: 'Mine' } } };
  await definition().fill(JSON.stringify(mine));
  const { dsl } = await exported('staff');
  dsl.texts.code = { title: { en: 'Theirs' } };
  expect((await flowCall('import', { flowId: 'staff', flow: { dsl } })).status).toBe(200);
  await save();
  await page.getByText('Changed by another administrator').waitFor();
  await page.getByText(/Theirs: .*Theirs/).waitFor();
  expect(JSON.parse(await definition().inputValue())).toEqual(mine);
  expect((await exported('staff')).dsl.texts.code.title.en).toBe('Theirs');
  await save();
  await saved();
  expect((await exported('staff')).dsl.texts.code.title.en).toBe('Mine');
});

test('two administrators can replace different texts at the same time, and the same one only knowingly', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/staff?tab=texts');
  await button('password').click();
  const [title, forgot] = [
    page.getByLabel('title', { exact: true }),
    page.getByLabel('forgot', { exact: true }),
  ];
  await title.fill('My title');
  await forgot.fill('My question');
  const { dsl } = await exported('staff');
  dsl.texts.password = { signIn: { en: 'Their button' }, forgot: { en: 'Their question' } };
  await flowCall('import', { flowId: 'staff', flow: { dsl } });
  await save();
  await page.getByText('Changed by another administrator').waitFor();
  expect([await title.inputValue(), await forgot.inputValue()]).toEqual(['My title', 'My question']);
  expect((await exported('staff')).dsl.texts.password).toEqual(dsl.texts.password);
  await save();
  await saved();
  expect((await exported('staff')).dsl.texts.password).toEqual({
    signIn: { en: 'Their button' },
    title: { en: 'My title' },
    forgot: { en: 'My question' },
  });
});

test('an exported file is imported under another ID', async () => {
  const { page } = latchkey;
  await latchkey.open('flows');
  const downloaded = page.waitForEvent('download');
  await choose('Staff', 'Export');
  const file = await (await downloaded).path();
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text).flow).toEqual(await exported('staff'));
  await button('Import…').click();
  const choice = dialog().locator('input[type=file]');
  await choice.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await dialog().getByText('This file contains no exported flow.').waitFor();
  const buffer = Buffer.from(text);
  await choice.setInputFiles({ name: 'staff.flow.json', mimeType: 'application/json', buffer });
  await dialog().getByText('Replaces the flow Staff.').waitFor();
  await dialog().getByLabel('Flow ID').fill('crew');
  await dialog().getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
  expect(await dialog().count()).toBe(0);
  expect(new URL(page.url()).pathname).toMatch(/\/flows\/crew$/);
  expect((await exported('crew')).dsl).toEqual((await exported('staff')).dsl);
});

test('an own flow is deleted after its ID is typed, and a built-in one goes back to the original', async () => {
  const { page } = latchkey;
  const original = await exported('sign-up');
  await flowCall('import', { flowId: 'sign-up', flow: { dsl: original.dsl, disabled: true } });
  await latchkey.open('flows/crew');
  await choose('Staff', 'Delete…');
  const remove = dialog().getByRole('button', { name: 'Delete' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog().getByLabel('Type crew to confirm').fill('crew');
  await remove.click();
  await page.getByRole('heading', { level: 1, name: 'Flows' }).waitFor();
  expect(await idsOf()).not.toContain('crew');
  expect(await page.getByRole('row', { name: 'crew' }).count()).toBe(0);
  const row = page.getByRole('row', { name: 'Sign up', exact: false }).filter({ hasText: 'changed' });
  await row.getByText('Off', { exact: true }).waitFor();
  await choose('Sign up', 'Reset…');
  await dialog().getByRole('button', { name: 'Reset' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await exported('sign-up')).disabled).toBe(false);
});

test('the picture and the list show what a screen opens', async () => {
  const { page } = latchkey;
  await latchkey.open('flows/sign-in');
  const list = page.getByRole('region', { name: 'password', exact: true });
  await page.getByRole('button', { name: /^password / }).press('Enter');
  await list.getByText('Opens: Check', { exact: false }).waitFor({ state: 'detached' });
  await list.getByText('Opens: reset-sent').waitFor();
  await page.locator('.flow-screen[data-follows=true]', { hasText: 'reset-sent' }).waitFor();
  await button('List all').click();
  await page.getByRole('region', { name: 'second-factor', exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'unavailable', exact: true })
    .getByText('Only shows a text.')
    .waitFor();
});

test('the code names this server, the project and the flow', async () => {
  const { page, server } = latchkey;
  await latchkey.open('flows/staff?tab=code');
  for (const framework of ['React', 'Next.js', 'Vue', 'Angular', 'HTML']) {
    await page.getByText(framework, { exact: true }).click();
    const code = page.locator('pre');
    await expect.poll(() => code.textContent()).toContain(server.projectId);
    const text = await code.textContent();
    for (const part of [server.baseUrl, 'staff']) expect(text).toContain(part);
  }
});

/** The page in the frame of the preview. */
async function previewFrame(): Promise<Frame> {
  const element = await latchkey.page.getByTitle('Preview').elementHandle();
  return (await element?.contentFrame()) as Frame;
}

test('the preview shows the component in each scheme and language', async () => {
  const { page, errors } = latchkey;
  errors.length = 0;
  await latchkey.open('flows/sign-in?tab=preview');
  const preview = page.frameLocator('iframe[title=Preview]');
  await preview.getByText('Continue', { exact: true }).waitFor();
  await page.getByText('Dark', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await preview.getByText('Weiter', { exact: true }).waitFor();
  await preview.locator('[data-theme=dark]').first().waitFor();
  expect(errors).toEqual([]);
});

test('the preview reaches neither the session nor the storage of the console', async () => {
  const { server } = latchkey;
  await latchkey.open('flows/sign-in?tab=preview');
  await latchkey.page.frameLocator('iframe[title=Preview]').getByText('Continue', { exact: true }).waitFor();
  const frame = await previewFrame();
  const found = await frame.evaluate(async (projectId) => {
    const tryIt = async (work: () => unknown) => {
      try {
        return await work();
      } catch (error) {
        return (error as Error).name;
      }
    };
    // Not `fetch`, which the page has replaced.
    const load = (path: string) =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.open('GET', path);
        request.withCredentials = true;
        request.onload = () => resolve(request.status);
        request.onerror = () => resolve('blocked');
        request.send();
      });
    return {
      origin: self.origin,
      parent: await tryIt(() => parent.document.title),
      storage: await tryIt(() => indexedDB.open('x')),
      cookies: document.cookie,
      console: await load('/v1/console'),
      users: await fetch('/v1/mgmt/user/search', {
        method: 'POST',
        headers: { authorization: `Bearer ${projectId}` },
        body: '{}',
      }).then(({ status }) => status),
    };
  }, server.projectId);
  expect(found).toEqual({
    origin: 'null',
    parent: 'SecurityError',
    storage: 'SecurityError',
    cookies: '',
    console: 'blocked',
    users: 403,
  });
});

test('a sign-in in the preview leaves no session, neither here nor on the server', async () => {
  const { page } = latchkey;
  const [loginId, password] = ['ann@example.com', 'a long sentence with snow in it'];
  const user = { loginId, email: loginId, verifiedEmail: true };
  await latchkey.manage('POST', '/v1/mgmt/user/create', user);
  await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', { loginId, password });
  await latchkey.open('flows/sign-in?tab=preview');
  const before = await page.context().cookies();
  const storage = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  const stored = await storage();
  const preview = page.frameLocator('iframe[title=Preview]');
  await preview.locator('[name=loginId] input').fill(loginId);
  await preview.getByText('Continue', { exact: true }).click();
  await preview.locator('[name=password] input').fill('not the password of Ann');
  await preview.getByText('Sign in', { exact: true }).click();
  await preview.locator('[data-type=error-message]', { hasText: /\w/ }).waitFor();
  await preview.locator('[name=password] input').fill(password);
  await preview.getByText('Sign in', { exact: true }).click();
  await page.getByText('Signed in. The preview has ended this session.').waitFor();
  expect(await page.context().cookies()).toEqual(before);
  expect(await storage()).toBe(stored);
  const { body } = await latchkey.manage('POST', '/v1/mgmt/user/sessions', { identifier: loginId });
  expect(body.sessions).toEqual([]);
  await button('Start again').click();
  await preview.getByText('Continue', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Signed in. The preview').count()).toBe(0);
});

test('with cookies, the browser keeps none of a sign-in in the preview', async () => {
  const { page } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'cookies' });
  await latchkey.open('flows/sign-in?tab=preview');
  const before = await page.context().cookies();
  const preview = page.frameLocator('iframe[title=Preview]');
  await preview.locator('[name=loginId] input').fill('ann@example.com');
  await preview.getByText('Continue', { exact: true }).click();
  await preview.locator('[name=password] input').fill('a long sentence with snow in it');
  await preview.getByText('Sign in', { exact: true }).click();
  await page.getByText('No browser has the token of this session').waitFor();
  expect(await page.context().cookies()).toEqual(before);
  await latchkey.manage('POST', '/v1/mgmt/project/settings', { tokenDelivery: 'body' });
});

test('without the components, the preview says how to install them', async () => {
  const other = await startConsole({ locale: 'en-GB' }, { LATCHKEY_COMPONENTS: '/nonexistent' });
  try {
    await other.open('flows/sign-in?tab=preview');
    await other.page.getByText('The components are not installed').waitFor();
    await other.page.getByText('latchkey components install').waitFor();
    expect(await other.page.getByTitle('Preview').count()).toBe(0);
  } finally {
    await other.close();
  }
});
