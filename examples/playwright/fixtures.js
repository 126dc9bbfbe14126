import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@latchkey/client';
import { test as base, expect } from '@playwright/test';

export { expect };

export const baseUrl = process.env.BASE_URL ?? 'http://localhost:8080';
const managementKey = process.env.MANAGEMENT_KEY;

export const test = base.extend({
  /** The ID of this worker's own copy of the project. It shares no users with other workers. */
  projectId: [
    async ({}, use, { parallelIndex }) => {
      const original = connect(process.env.PROJECT_ID);
      const { projectId } = dataOf(await original.management.project.clone(`Worker ${parallelIndex}`));
      await use(projectId);
      dataOf(await connect(projectId).management.project.delete());
    },
    { scope: 'worker' },
  ],

  /** A client for this project, with the management key. */
  latchkey: [
    async ({ projectId }, use) => {
      const latchkey = connect(projectId);
      // Tests share a saved session. A refresh in one of them would replace the token of the others.
      dataOf(await latchkey.management.project.configureSettings({ sessionLifetimeSeconds: 24 * 3600 }));
      await use(latchkey);
    },
    { scope: 'worker' },
  ],

  /** The address of the application, which runs with this worker's project. */
  appUrl: [
    async ({ projectId }, use, { parallelIndex }) => {
      const env = { ...process.env, PROJECT_ID: projectId, PORT: String(3100 + parallelIndex) };
      const app = spawn(process.execPath, ['app.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(app.stdout, 'data');
      await use(String(line).trim());
      app.kill();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ appUrl }, use) => use(appUrl),

  /** The cookies of a user who has signed in once, for all tests of this worker. */
  signedIn: [
    async ({ browser, latchkey, appUrl }, use) => {
      const address = 'signed-in@example.com';
      dataOf(await latchkey.management.user.create(address, address));
      const page = await browser.newPage({ baseURL: appUrl });
      await signInWithCode(page, address, codeFromInbox);
      const state = await page.context().storageState();
      await page.close();
      await use(state);
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
});

/** Enters an address on the hosted sign-in page. */
export async function enterAddress(page, address) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Signs in with a code. `codeFor` gets it from the inbox or with the management key. */
export async function signInWithCode(page, address, codeFor) {
  await enterAddress(page, address);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByLabel('6-digit code').fill(await codeFor(address));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText(`Signed in as ${address}`)).toBeVisible();
}

/** Waits for the code of the next mail to this address in the development inbox. */
export async function codeFromInbox(address) {
  const response = await fetch(`${baseUrl}/dev/inbox/messages?to=${encodeURIComponent(address)}&wait=30`);
  const { messages } = await response.json();
  return messages.at(-1).codes[0];
}

const connect = (projectId) => createClient({ baseUrl, projectId, managementKey });

/** Returns the result of a call, or throws its error. */
export function dataOf(result) {
  if (!result.ok) throw new Error(`${result.error.errorCode}: ${result.error.errorMessage}`);
  return result.data;
}
