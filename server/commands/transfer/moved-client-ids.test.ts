import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { type Answer, type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { newPlace, type Place } from '../../../test/latchkey-process.ts';
import { sweep } from '../../groups.ts';

// Client IDs that came from another place are the same in several projects when a project is imported beside one that has them.

const clientId = 'grafana-prod';
const folder = temporaryFolder('moved-clients');
const passphraseFile = join(folder, 'passphrase');

type Project = { projectId: string; managementKey: string };
let places: Place[];
let source: Latchkey;
let target: Latchkey;

beforeAll(async () => {
  writeFileSync(passphraseFile, 'a passphrase of several words\n');
  places = await Promise.all([newPlace(), newPlace()]);
  for (const { env } of places) env['LATCHKEY_SECRET_KEY'] = randomBytes(32).toString('base64');
  [source, target] = (await Promise.all(places.map(({ env }) => startLatchkey(env)))) as [Latchkey, Latchkey];
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  for (const place of places) await place.remove();
  rmSync(folder, { recursive: true });
});

function manage(latchkey: Latchkey, { projectId, managementKey }: Project, path: string, body: object) {
  return latchkey.request('POST', `/v1/mgmt/${path}`, { bearer: `${projectId}:${managementKey}`, body });
}

/** Creates an application with the client ID, and its project's name as the secret. */
function createApp(latchkey: Latchkey, project: Project): Promise<Answer> {
  const body = { name: 'Grafana', loginPageUrl: 'https://grafana.example.com/', clientId };
  return manage(latchkey, project, 'sso/idp/app/oidc/create', { ...body, clientSecret: secretOf(project) });
}

const secretOf = ({ projectId }: Project) => `the secret of ${projectId}`;

/** Moves the project to the target, with its keys. Returns what the command says. */
async function move(project: Project): Promise<string> {
  const file = join(folder, `${project.projectId}.age`);
  const shared = ['--passphrase-file', passphraseFile];
  const [from, to] = places as [Place, Place];
  const exported = await runCommandHere(from, [
    'export',
    '--project',
    project.projectId,
    '--out',
    file,
    ...shared,
  ]);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = await runCommandHere(to, ['import', file, ...shared]);
  expect(code, stderr).toBe(0);
  return stdout + stderr;
}

/** Returns the project whose application the client ID leads to: only its secret is right. */
async function ownerOf(apps: Map<Project, string>): Promise<string | undefined> {
  for (const [project, id] of apps) {
    const { status } = await target.request('POST', `/${id}/oauth2/v1/token`, {
      headers: {
        authorization: `Basic ${btoa(`${clientId}:${secretOf(project)}`)}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      rawBody: 'grant_type=client_credentials',
    });
    if (status === 200) return project.projectId;
  }
  return undefined;
}

test('a client ID passes to the oldest other application that has it when its own one, or its project, is deleted', async () => {
  const [older, newer] = [await source.addProject(), await source.addProject()];
  const own = { projectId: target.projectId, managementKey: target.managementKey };
  const apps = new Map<Project, string>();
  const owner = () => ownerOf(apps);
  apps.set(own, (await createApp(target, own)).body.id);
  expect(await owner()).toBe(own.projectId);

  for (const project of [older, newer]) {
    source.advance(1_000);
    const { id } = (await createApp(source, project)).body;
    apps.set(project, id);
    expect(await move(project)).toContain(clientId);
    expect(await owner()).toBe(own.projectId);
    // In the source, the next project can have it.
    await manage(source, project, 'sso/idp/app/delete', { id });
  }

  await manage(target, own, 'sso/idp/app/delete', { id: apps.get(own) });
  expect(await owner()).toBe(older.projectId);
  const refused = await createApp(target, own);
  expect(refused).toMatchObject({ status: 400, body: { errorCode: 'E111801' } });

  expect((await manage(target, older, 'project/delete', {})).status).toBe(200);
  await sweep(target.service);
  expect(await owner()).toBe(newer.projectId);

  await manage(target, newer, 'sso/idp/app/delete', { id: apps.get(newer) });
  expect(await owner()).toBeUndefined();
  expect((await createApp(target, own)).status).toBe(200);
});
