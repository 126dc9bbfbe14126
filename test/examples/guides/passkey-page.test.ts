import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenPage, openPage } from '../../counterparts/chromium.ts';
import {
  freePort,
  type Program,
  startProgram,
  temporaryFolder,
  untilReady,
} from '../../counterparts/program.ts';
import { VirtualAuthenticator } from '../../counterparts/virtual-authenticator.ts';
import { newEmptyPlace, type ServerProcess, startServer } from '../../latchkey-process.ts';
import { languages } from './languages.ts';
import { fileOf } from './page.ts';

/** The page of the guide, saved and served as a reader does, in Chromium with its virtual authenticator. */
const place = await newEmptyPlace();
let server: ServerProcess;
let webServer: Program;
let url: string;
let open: OpenPage;
let authenticator: VirtualAuthenticator;

beforeAll(async () => {
  server = await startServer(place);
  const folder = temporaryFolder('passkey-page');
  languages.find(({ title }) => title === 'Latchkey')!.install(folder);
  const { baseUrl, projectId } = server.start;
  const html = fileOf('passkeys', 'index.html');
  writeFileSync(
    join(folder, 'index.html'),
    html.replace('PROJECT_ID', projectId).replace('http://localhost:8080', baseUrl),
  );
  const port = await freePort();
  url = `http://localhost:${port}`;
  webServer = startProgram('python3', ['-m', 'http.server', String(port)], { folder });
  const answers = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await untilReady('the web server', webServer, answers, 30);
});
beforeEach(async () => {
  open = await openPage();
});
afterEach(() => open.close());
afterAll(async () => {
  await webServer.stop();
  server.kill('SIGTERM');
  await server.exited;
  await place.remove();
});

const status = () => open.page.locator('[role=status]');
const press = (name: string) => open.page.getByRole('button', { name, exact: true }).click();

async function load({ autofill }: { autofill: boolean }) {
  // The virtual authenticator chooses from the list at once, before a test can press a button.
  if (!autofill)
    await open.page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  authenticator = await VirtualAuthenticator.attach(open.page);
  await open.page.goto(url);
}

test('a user signs up, signs in by address and without one, and adds another passkey', async () => {
  await load({ autofill: false });
  await open.page.getByLabel('Email').fill('joan@example.com');
  await press('Sign up');
  await expect.poll(() => status().textContent()).toBe('Welcome, joan@example.com');
  await open.page.reload();
  await open.page.getByLabel('Email').fill('joan@example.com');
  await press('Sign in');
  await expect.poll(() => status().textContent()).toBe('Welcome back, joan@example.com');
  await open.page.reload();
  await press('Sign in');
  await expect.poll(() => status().textContent()).toBe('Welcome back, joan@example.com');

  await press('Add another passkey');
  await expect.poll(() => status().textContent()).toContain('already registered');
  await authenticator.detach();
  authenticator = await VirtualAuthenticator.attach(open.page);
  await press('Add another passkey');
  await expect.poll(() => status().textContent()).toBe('Another passkey is added');
  await press('Sign in');
  await expect.poll(() => status().textContent()).toBe('Welcome back, joan@example.com');
  expect(open.errors).toEqual([]);
});

test('the field offers the passkeys of the device, and the buttons still work', async () => {
  await load({ autofill: true });
  await open.page.getByLabel('Email').fill('ann@example.com');
  await press('Sign up');
  await expect.poll(() => status().textContent()).toBe('Welcome, ann@example.com');
  await open.page.reload();
  await expect.poll(() => status().textContent()).toBe('Welcome back, ann@example.com');
  expect(open.errors).toEqual([]);
});
