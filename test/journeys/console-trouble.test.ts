import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Console, ownerLoginId, ownerPassword, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';
import { startTcpProxy } from '../counterparts/tcp-proxy.ts';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
});
beforeEach(async () => {
  const context = latchkey.page.context();
  await context.unrouteAll();
  await context.setOffline(false);
});
afterAll(() => latchkey?.close());

const dialog = () => latchkey.page.getByRole('dialog');

test('a call that failed offline is not sent later, after the user has canceled', async () => {
  const { page } = latchkey;
  await latchkey.open('roles');
  await page.getByRole('button', { name: 'Create role' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Nobody');
  await page.context().setOffline(true);
  await dialog().getByRole('button', { name: 'Create' }).click();
  await dialog().getByRole('alert').getByText('Can’t reach the server.').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.poll(() => dialog().count()).toBe(0);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.context().setOffline(false);
  await page.waitForTimeout(500);
  expect(calls.filter((url) => url.includes('role/create'))).toEqual([]);
  await page.getByRole('button', { name: 'Create role' }).first().click();
  expect(await dialog().getByRole('textbox', { name: 'Name' }).inputValue()).toBe('');
  expect(await dialog().getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('input stays when the session check gets no response', async () => {
  const { page } = latchkey;
  await latchkey.open('settings');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Unsaved changes');
  const asked = page.waitForRequest('**/v1/console');
  await page.context().route('**/v1/console', (route) => route.abort());
  // Every call rejected for lack of a session makes the console check the session.
  const refusal = { errorCode: 'E061005', errorDescription: 'no session' };
  await page.context().route('**/v1/mgmt/**', (route) => route.fulfill({ status: 401, json: refusal }));
  await page.getByRole('button', { name: 'Save' }).click();
  await asked;
  await page.waitForTimeout(500);
  expect(await name.inputValue()).toBe('Unsaved changes');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('the list no longer shows a deleted application', async () => {
  const { page } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/oidc/create', { name: 'Wiki' });
  await latchkey.open('apps');
  await page.getByRole('link', { name: 'Wiki' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog().getByRole('textbox').fill('Wiki');
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Create application' }).first().waitFor();
  await page.getByRole('link', { name: 'Wiki' }).waitFor({ state: 'detached' });
});

test('unsaved tenant settings survive a change to the tenant itself', async () => {
  const { page } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'steady', name: 'Steady' });
  await latchkey.open('tenants/steady?tab=settings');
  const makesUsers = page.getByRole('switch', { name: 'Create users on their first SSO sign-in' });
  await makesUsers.press('Space');
  const wanted = await makesUsers.isChecked();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await dialog().getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Users can no longer sign in to Steady.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await makesUsers.isChecked()).toBe(wanted);
});

test('saving a profile does not undo another administrator’s change', async () => {
  const { page } = latchkey;
  const user = { loginId: 'gil@example.com', givenName: 'Gil', email: 'gil@example.com' };
  await latchkey.manage('POST', '/v1/mgmt/user/create', user);
  await latchkey.open('users/gil@example.com');
  await page.getByLabel('Family name').fill('Gray');
  const email = { loginId: user.loginId, email: 'gil@example.org', verified: true };
  await latchkey.manage('POST', '/v1/mgmt/user/update/email', email);
  // After disabling the user, the page shows the current user.
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await dialog().getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText(/^Profile of .* saved\.$/).waitFor();
  const { body } = await latchkey.manage('GET', '/v1/mgmt/user?loginId=gil@example.com');
  expect(body.user).toMatchObject({ familyName: 'Gray', email: 'gil@example.org' });
});

test('bulk actions wait until all users are selected, and disabling asks first', async () => {
  const { page } = latchkey;
  const users = Array.from({ length: 27 }, (_, i) => ({ loginId: `crowd${i}`, status: 'enabled' }));
  await latchkey.manage('POST', '/v1/mgmt/user/create/batch', { users });
  await latchkey.open('users?text=crowd');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await bar.getByText('25 selected').waitFor();
  const held = Promise.withResolvers<void>();
  await page.context().route('**/user/search', async (route) => {
    await held.promise;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Select all 27' }).click();
  await bar.getByText('Selecting…').waitFor();
  for (const name of ['Enable', 'Disable…', 'More']) {
    expect(await bar.getByRole('button', { name }).isDisabled()).toBe(true);
  }
  held.resolve();
  await bar.getByText('27 selected').waitFor();
  await bar.getByRole('button', { name: 'Disable…' }).click();
  const question = page.getByRole('dialog', { name: 'Disable 27 users?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  const { body } = await latchkey.manage('GET', '/v1/mgmt/user?loginId=crowd26');
  expect(body.user.status).toBe('enabled');
});

test('on a phone nothing is cut off: the account button, words of the audit log, the button to undo', async () => {
  const { page } = latchkey;
  const loginId = 'somebody.with.a.long.address@example.com';
  await latchkey.manage('POST', '/v1/mgmt/user/create', {
    loginId,
    displayName: 'Some Body',
  });
  await page.setViewportSize({ width: 360, height: 800 });
  const sticksOut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect();
    return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth;
  };
  await latchkey.open('audit');
  const account = page.getByRole('button', { name: 'Your account' });
  expect(await account.evaluate(sticksOut)).toBe(false);
  const name = page.getByRole('table').getByText('somebody.with').first();
  await name.waitFor();
  expect(await name.evaluate(sticksOut)).toBe(false);
  await latchkey.open(`users?text=${loginId}`);
  const row = page.getByRole('row', { name: /Some Body/ });
  await row.getByRole('checkbox').check();
  const colorOf = (element: Element) => getComputedStyle(element).backgroundColor;
  expect(await row.locator('.badge').evaluate(colorOf)).not.toBe(await row.evaluate(colorOf));
  await page.getByRole('button', { name: 'Actions for Some Body' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  expect(await undo.evaluate(sticksOut)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
});

test('an import goes on where it was after the session ended and the administrator signed in again', async () => {
  const { page } = latchkey;
  await latchkey.open('users/import');
  const lines = Array.from({ length: 101 }, (_, i) => `moved${i}`);
  await page.getByLabel('CSV text').fill(['loginId', ...lines].join('\n'));
  await page.getByRole('button', { name: 'Use this text' }).click();
  await page.getByRole('button', { name: 'Check 101 users' }).click();
  let batches = 0;
  await page.context().route('**/user/create/batch', async (route) => {
    if (++batches === 2) await page.context().clearCookies();
    await route.fallback(batches === 2 ? { headers: { ...route.request().headers(), cookie: '' } } : {});
  });
  await page.getByRole('button', { name: 'Import 101 users' }).click();
  await page.getByLabel('Email or username').fill(ownerLoginId);
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code from your authenticator app').fill(await latchkey.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('100 imported').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('101 imported').waitFor();
  expect(await page.title()).toContain('Import users');
});

test('a card that another administrator saved meanwhile is not overwritten before both versions are shown', async () => {
  const { page } = latchkey;
  const set = (redirectUrls: string[]) =>
    latchkey.manage('POST', '/v1/mgmt/project/settings', { redirectUrls });
  const load = async () => (await latchkey.manage('GET', '/v1/mgmt/project/settings')).body;
  await set(['https://one.example/']);
  await latchkey.open('settings?tab=addresses');
  const card = page.getByRole('region', { name: 'Redirect URLs' });
  await card.getByRole('textbox').last().fill('https://mine.example/');
  await card.getByRole('button', { name: 'Add' }).click();
  await set(['https://one.example/', 'https://theirs.example/']);
  await card.getByRole('button', { name: 'Save' }).click();
  await card.getByText('Theirs: https://one.example/, https://theirs.example/').waitFor();
  await card.getByText('Yours: https://one.example/, https://mine.example/').waitFor();
  expect((await load()).redirectUrls).toEqual(['https://one.example/', 'https://theirs.example/']);
  await card.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await load()).redirectUrls)
    .toEqual(['https://one.example/', 'https://mine.example/']);
});

test('leaving a running bulk action requires confirmation above its dialog and then stops it', async () => {
  const { page } = latchkey;
  for (let i = 0; i < 12; i++) {
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: `many${i}`, status: 'enabled' });
  }
  await latchkey.open('overview');
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  let calls = 0;
  const left = Promise.withResolvers<void>();
  await page.context().route('**/user/update/status', async (route) => {
    calls++;
    await left.promise;
    // The page may have canceled the call.
    await route.continue().catch(() => {});
  });
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: 'Disable…' }).click();
  await dialog().getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('dialog', { name: 'Disabling users' }).waitFor();
  // The console makes four calls at once. They arrive here some time after the dialog has appeared.
  await expect.poll(() => calls).toBe(4);
  await page.goBack();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  left.resolve();
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(500);
  expect(calls).toBe(4);
});

/** Reports whether an element is in the viewport, and nothing covers its middle. */
const isInSight = (element: Element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  return isInside && hit !== null && (element.contains(hit) || hit.contains(element));
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test('a login ID that is taken is reported at its field, which is in sight and has the focus', async () => {
  const { page } = latchkey;
  await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'taken@example.com' });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await latchkey.open('users?create=true');
    const loginId = dialog().getByRole('textbox', { name: /^Login ID/ });
    await loginId.fill('taken@example.com');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await expect.poll(() => loginId.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog().getByRole('alert').count()).toBe(0);
    expect(
      await dialog()
        .getByText(/already/)
        .first()
        .isVisible(),
    ).toBe(true);
    expect(await loginId.evaluate(isInSight)).toBe(true);
    expect(await loginId.evaluate((input) => input === document.activeElement)).toBe(true);
    await loginId.fill('free@example.com');
    await expect.poll(() => loginId.getAttribute('aria-invalid')).not.toBe('true');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  }
});

/** Forms of every shape: a drawer, a modal, a long form with a save bar, a card with a button. */
const forms: [string, open: () => Promise<unknown>, fill: () => Promise<unknown>, button: string][] = [
  ...(
    [
      ['users?create=true', 'Login ID', 'Create'],
      ['management-keys?create=true', 'Name', 'Create'],
    ] as const
  ).map(([path, label, button]): (typeof forms)[number] => [
    path,
    () => latchkey.open(path),
    () =>
      dialog()
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .fill('somebody'),
    button,
  ]),
  ...(
    [
      ['roles', 'Create role', 'Name'],
      ['permissions', 'Create permission', 'Name'],
      ['tenants', 'Create tenant', 'Name'],
      ['attributes', 'Create attribute', 'API name'],
      ['access-keys', 'Create access key', 'Name'],
    ] as const
  ).map(([path, opener, label]): (typeof forms)[number] => [
    path,
    async () => {
      await latchkey.open(path);
      await latchkey.page.getByRole('button', { name: opener }).first().click();
    },
    () =>
      dialog()
        .getByRole('textbox', { name: new RegExp(`^${label}`) })
        .first()
        .fill('something'),
    'Create',
  ]),
  [
    'users/seen@example.com',
    () => latchkey.open('users/seen@example.com'),
    () => latchkey.page.getByLabel('Display name').fill('Seen'),
    'Save',
  ],
  [
    'settings',
    () => latchkey.open('settings'),
    () => latchkey.page.getByRole('textbox', { name: 'Name' }).first().fill('Renamed'),
    'Save',
  ],
  [
    'sessions',
    () => latchkey.open('sessions'),
    () => latchkey.page.getByRole('textbox').first().fill('7'),
    'Save',
  ],
];

const long = 'The request cannot be carried out as the project is now. '.repeat(8);
const refusals = [
  {
    title: /failed$/,
    response: {
      status: 400,
      json: { errorCode: 'E113001', errorDescription: 'Refused', errorMessage: long },
    },
  },
  {
    title: /^Server error$/,
    response: { status: 500, json: { errorCode: 'E500001', errorDescription: 'Fault', errorMessage: '' } },
  },
];

test.each(forms)(
  'a form on %s says in sight why it was not saved, with a title',
  async (_, open, fill, button) => {
    const { page } = latchkey;
    await latchkey.manage('POST', '/v1/mgmt/user/create', { loginId: 'seen@example.com' });
    let response: (typeof refusals)[number]['response'] | undefined;
    await page.context().route('**/v1/mgmt/**', (route) => {
      const isWrite = route.request().method() !== 'GET' && !/search|all$/.test(route.request().url());
      return response && isWrite ? route.fulfill(response) : route.fallback();
    });
    for (const size of sizes) {
      await page.setViewportSize(size);
      response = undefined;
      await open();
      await fill();
      const scope = (await dialog().count()) > 0 ? dialog() : page.locator('#screen');
      const submit = scope.getByRole('button', { name: button, exact: true, disabled: false }).last();
      for (const refusal of refusals) {
        response = refusal.response;
        await submit.click();
        const title = scope.getByRole('alert').getByText(refusal.title);
        await title.waitFor();
        await expect.poll(() => title.evaluate(isInSight), { timeout: 10_000 }).toBe(true);
        await expect.poll(() => submit.evaluate(isInSight), { timeout: 10_000 }).toBe(true);
      }
      page.once('dialog', (question) => question.accept());
      await page.goto('about:blank');
    }
  },
);

test('under another name of the host, the console shows and stores the addresses of the base URL', async () => {
  const { baseUrl, projectId } = latchkey.server;
  await latchkey.manage('POST', '/v1/mgmt/thirdparty/app/create', { id: 'notes', name: 'Notes' });
  const settings = async () =>
    (await latchkey.manage('GET', '/v2/mgmt/sso/settings?tenantId=demo')).body.saml;
  const before = await settings();
  const page = await latchkey.page.context().newPage();
  page.setDefaultTimeout(15_000);
  await page.setViewportSize({ width: 1280, height: 900 });
  const proxy = await startTcpProxy(Number(new URL(baseUrl).port));
  onTestFinished(() => proxy.close());
  const elsewhere = `http://127.0.0.1:${proxy.port}`;
  await page.goto(`${elsewhere}/console/${projectId}/tenants/demo?tab=sso`);
  await page.getByLabel('Email or username').fill(ownerLoginId);
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code from your authenticator app').fill(await latchkey.nextCode());
  await page.getByRole('button', { name: 'Confirm' }).click();

  const metadata = page.getByRole('link', { name: /metadata/i }).first();
  expect(await metadata.getAttribute('href')).toMatch(new RegExp(`^${baseUrl}/`));
  const [tested] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Test', exact: true }).click(),
  ]);
  await tested.getByRole('button', { name: /sign in/i }).click();
  await tested.getByText('The test succeeded.').waitFor();
  await tested.close();

  // What is saved here keeps the addresses of the service provider.
  const mapping = page.getByRole('region', { name: 'Groups' }).or(page.locator('#screen'));
  await mapping.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await settings()).toMatchObject({ spEntityId: before.spEntityId, spACSUrl: before.spACSUrl });

  const shown = async (path: string) => {
    await page.goto(`${elsewhere}/console/${projectId}/${path}`);
    await page.waitForFunction(() => document.querySelector('#screen code'));
    return page
      .locator('#screen')
      .evaluate((screen) =>
        [screen, ...screen.querySelectorAll('a, input')]
          .map(
            (element) =>
              `${element.textContent} ${element.getAttribute('href') ?? ''} ${element.getAttribute('value') ?? ''}`,
          )
          .join(' '),
      );
  };
  for (const path of ['third-party-apps?app=notes', 'settings?tab=keys', 'apps?app=descope-default-oidc']) {
    const text = await shown(path);
    expect([path, text.includes(baseUrl), text.includes(elsewhere)]).toEqual([path, true, false]);
  }
  await page.close();
});

// The last one: it ends the session.
test('signing out works when the session has already ended', async () => {
  const { page } = latchkey;
  await latchkey.open('overview');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
