import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { newPlace, type Place } from '../../../test/latchkey-process.ts';
import { connectSimulator } from '../../../test/oauth-browser.ts';

let place: Place;
let latchkey: Latchkey;

beforeAll(async () => {
  place = await newPlace();
  latchkey = await startLatchkey(place.env);
});

afterAll(async () => {
  await latchkey.close();
  await place.remove();
});

const run = (...args: string[]) => runCommandHere(place, args);

async function manage(path: string, body: unknown): Promise<void> {
  const answer = await latchkey.manage('POST', `/v1/mgmt/${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Exports through the door with a key of the project. */
async function exported(projectId: string) {
  const { stdout } = await run('key', 'create', '--project', projectId, '--name', 'x', '--json');
  const bearer = `${projectId}:${JSON.parse(stdout).managementKey}`;
  const answer = await latchkey.request('POST', '/v1/mgmt/project/snapshot/export', { bearer, body: {} });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { bearer, files: answer.body.files };
}

test('a clone has the configuration of the project with its secrets, and none of its users', async () => {
  await manage('role/create', { name: 'Clerk' });
  await manage('tenant/create', { id: 'acme', name: 'Acme', selfProvisioningDomains: ['acme.example'] });
  await manage('user/create', { loginId: 'ada' });
  await manage('connector/email/smtp', {
    host: 'smtp.example.com',
    username: 'u',
    password: 'hunter2-hunter2',
    fromAddress: 'a@example.com',
  });
  await manage('sso/oidc', {
    tenantId: 'acme',
    settings: {
      name: 'Corp',
      clientId: 'x',
      clientSecret: 'hunter3-hunter3',
      issuer: 'https://idp.example',
      authUrl: 'https://idp.example/authorize',
      tokenUrl: 'https://idp.example/token',
      jwksUrl: 'https://idp.example/keys',
    },
  });
  await connectSimulator(latchkey, 'acme', { clientSecret: 'hunter4-hunter4' });
  const set = ['--redirect-url', 'https://shop.example.com/cb', '--algorithm', 'ES256'];
  expect((await run('project', 'set', latchkey.projectId, ...set)).code).toBe(0);

  const cloned = await run('project', 'clone', latchkey.projectId, '--name', 'Staging', '--json');
  expect(cloned).toMatchObject({ code: 0, stderr: '', stdout: expect.not.stringContaining('hunter') });
  const project = JSON.parse(cloned.stdout);
  expect(project).toMatchObject({
    name: 'Staging',
    settings: { redirectUrls: ['https://shop.example.com/cb'], signingAlgorithm: 'ES256' },
  });
  const clone = await exported(project.id);
  // Which secrets are stored is part of the files.
  expect(clone.files).toEqual((await exported(latchkey.projectId)).files);
  const users = await latchkey.request('POST', '/v2/mgmt/user/search', { bearer: clone.bearer, body: {} });
  expect(users.body.users).toEqual([]);
});

test('a clone that is refused leaves no project', async () => {
  const before = (await run('project', 'list', '--json')).stdout;
  const unknown = await run('project', 'clone', `P${'0'.repeat(27)}`, '--name', 'x');
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('project list') });
  expect(await run('project', 'clone', latchkey.projectId, '--name', ' ')).toMatchObject({ code: 2 });
  expect((await run('project', 'list', '--json')).stdout).toBe(before);
});
