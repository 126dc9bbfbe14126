import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../../client/client.ts';
import {
  freePort,
  type Program,
  startProgram,
  temporaryFolder,
  untilReady,
} from '../../counterparts/program.ts';
import { newEmptyPlace, type ServerProcess, startServer } from '../../latchkey-process.ts';
import { run } from '../../sdks/install.ts';
import { examplesFolder } from '../quick-start.ts';
import { mailTo } from '../running-example.ts';
import { languages } from './languages.ts';
import { fileOf } from './page.ts';

/** The middleware and routes of the guides, in servers that take the place of the reader's. */
const place = await newEmptyPlace();
let server: ServerProcess;
let client: Client;
let started: Program;
let url: string;

beforeAll(async () => {
  server = await startServer(place);
  const { baseUrl, projectId, managementKey = '' } = server.start;
  client = createClient({ baseUrl, projectId, managementKey });
  const { permission, project, role, tenant, user } = client.management;
  await project.configureSettings({ redirectUrls: ['https://app.example.com/*'] });
  for (const name of ['articles.publish', 'members.invite']) await permission.create({ name });
  await role.create({ name: 'Editor', permissionNames: ['articles.publish'] });
  await role.create({ name: 'Member' });
  await role.create({ name: 'Host', permissionNames: ['members.invite'] });
  await tenant.create({ id: 'acme', name: 'Acme Corp.' });
  await user.create({ loginId: 'editor@example.com', roleNames: ['Editor'] });
  await user.create({
    loginId: 'host@example.com',
    userTenants: [{ tenantId: 'acme', roleNames: ['Host'] }],
  });
  await user.create({
    loginId: 'member@example.com',
    userTenants: [{ tenantId: 'acme', roleNames: ['Member'] }],
  });
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await place.remove();
});

describe('Express', () => {
  beforeAll(async () => {
    const folder = temporaryFolder('guides-express');
    languages.find(({ title }) => title === 'Latchkey')!.install(folder);
    run(['npm', 'install', '--silent', '--no-audit', '--no-fund', 'express@5'], folder);
    for (const file of ['latchkey.js', 'session.js'])
      copyFileSync(join(examplesFolder, 'express', file), join(folder, file));
    writeFileSync(join(folder, 'app.js'), expressApp);
    await start('node', ['app.js'], folder);
  });
  afterAll(() => started.stop());

  publishesWithThePermission();

  test('a member with the permission invites a colleague into the tenant of the session', async () => {
    const email = 'colleague@example.com';
    const invite = async (loginId: string) => {
      const { refreshJwt = '' } = await signIn(loginId);
      const selected = await client.selectTenant('acme', refreshJwt);
      if (!selected.ok) throw new Error(selected.error.errorMessage);
      const cookie = `DS=${selected.data.sessionJwt}; DSR=${selected.data.refreshJwt ?? refreshJwt}`;
      const body = new URLSearchParams({ email });
      return (await fetch(`${url}/invitations`, { method: 'POST', headers: { cookie }, body })).status;
    };
    expect(await invite('member@example.com')).toBe(403);
    expect(await invite('host@example.com')).toBe(204);
    const invited = await client.management.user.load(email);
    expect(invited).toMatchObject({
      ok: true,
      data: { status: 'invited', userTenants: [{ tenantId: 'acme', roleNames: ['Member'] }] },
    });
    const { links } = await mailTo(server.start.baseUrl, email);
    expect(links[0]).toMatch(/^https:\/\/app\.example\.com\/welcome\?t=/);
  });
});

describe('FastAPI', () => {
  beforeAll(async () => {
    const folder = temporaryFolder('guides-fastapi');
    run(['python3', '-m', 'venv', folder], folder);
    run([join(folder, 'bin/pip'), 'install', '--quiet', 'descope', 'fastapi', 'uvicorn'], folder);
    writeFileSync(join(folder, 'main.py'), fastApiApp);
    await start(join(folder, 'bin/python'), ['main.py'], folder);
  });
  afterAll(() => started.stop());

  publishesWithThePermission();
});

function publishesWithThePermission() {
  test('the route says 401 without a session, 403 without the permission, and lets others through', async () => {
    const publish = async (authorization?: string) =>
      (
        await fetch(`${url}/articles`, {
          method: 'POST',
          ...(authorization && { headers: { authorization } }),
        })
      ).status;
    expect(await publish()).toBe(401);
    expect(await publish('Bearer nothing')).toBe(401);
    expect(await publish(`Bearer ${(await signIn('member@example.com')).sessionJwt}`)).toBe(403);
    expect(await publish(`Bearer ${(await signIn('editor@example.com')).sessionJwt}`)).toBe(200);
  });
}

async function signIn(loginId: string) {
  const link = await client.management.user.generateEmbeddedLink(loginId);
  if (!link.ok) throw new Error(link.error.errorMessage);
  const signedIn = await client.magicLink.verify(link.data.token);
  if (!signedIn.ok) throw new Error(signedIn.error.errorMessage);
  return signedIn.data;
}

async function start(command: string, args: string[], folder: string) {
  const port = await freePort();
  const { baseUrl, projectId, managementKey = '' } = server.start;
  url = `http://localhost:${port}`;
  started = startProgram(command, args, {
    folder,
    env: { BASE_URL: baseUrl, PROJECT_ID: projectId, MANAGEMENT_KEY: managementKey, PORT: String(port) },
  });
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await untilReady('the server with the code of the guide', started, answers, 60);
}

const expressApp = `import express from 'express';
import { latchkey } from './latchkey.js';
import { requireSession } from './session.js';

const app = express();
app.use(express.urlencoded({ extended: false }));
const publishArticle = (req, res) => res.json({ by: req.session.sub });
${fileOf('roles-and-permissions', 'Express')}
${fileOf('invitations', 'Express')}
app.listen(process.env.PORT, 'localhost');
`;

const fastApiApp = `import os

import uvicorn
from descope import DescopeClient
from fastapi import FastAPI

client = DescopeClient(project_id=os.environ["PROJECT_ID"], base_url=os.environ["BASE_URL"])
app = FastAPI()
${fileOf('roles-and-permissions', 'FastAPI')}
uvicorn.run(app, host="localhost", port=int(os.environ["PORT"]))
`;
