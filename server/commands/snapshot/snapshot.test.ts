import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { newPlace, type Place, prepare } from '../../../test/latchkey-process.ts';

let place: Place;
let source: string;

beforeAll(async () => {
  place = await newPlace();
  await prepare(place);
  source = await newProject('Source', '--redirect-url', 'https://shop.example.com/cb');
});

afterAll(() => place.remove());

const run = (args: string[], stdin = '') => runCommandHere(place, args, {}, stdin);

async function newProject(name: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(['project', 'create', '--name', name, ...args, '--json']);
  return JSON.parse(stdout).id;
}

async function exported(project: string) {
  return JSON.parse((await run(['snapshot', 'export', '--project', project])).stdout).files;
}

test('a folder copies the configuration to another project; a dry run shows the changes and stores nothing', async () => {
  const target = await newProject('Target');
  const before = await exported(target);
  const folder = join(place.dataDir, 'shop');
  expect((await run(['snapshot', 'export', '--project', source, '--output', folder])).code).toBe(0);
  const roles = {
    roles: [{ name: 'Clerk', description: 'Sells', permissionNames: [], default: false, private: false }],
  };
  writeFileSync(join(folder, 'roles.json'), JSON.stringify(roles));

  for (const args of [
    ['validate', folder],
    ['import', folder, '--dry-run'],
  ]) {
    const { code, stdout } = await run(['snapshot', ...args, '--project', target, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, failures: [] });
    expect(JSON.parse(stdout).changes).toContainEqual({ path: 'settings.json', change: 'changed' });
  }
  expect(await exported(target)).toEqual(before);

  const imported = await run(['snapshot', 'import', folder, '--project', target]);
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('changed  settings.json') });
  const after = await exported(target);
  expect(after['settings.json']).toEqual(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')));
  expect(after['roles.json'].roles).toMatchObject([{ name: 'Clerk', description: 'Sells' }]);

  const again = await run(['snapshot', 'import', folder, '--project', target]);
  expect(again).toMatchObject({ code: 0, stdout: 'The project already matches the files.\n' });
});

test('an export can be piped into an import, without excluded parts', async () => {
  const target = await newProject('Target');
  const { stdout } = await run(['snapshot', 'export', '--project', source]);
  const args = ['snapshot', 'import', '-', '--project', target, '--exclude', 'settings'];
  expect(await run(args, stdout)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('settings') });
  expect(await exported(target)).not.toEqual(await exported(source));
});

const connectorPath = 'messages/connectors/email.json';
const connector = {
  channel: 'email',
  provider: 'smtp',
  settings: { host: 'smtp.example.com', username: 'u', fromAddress: 'a@example.com' },
  secrets: ['password'],
};

test('a missing secret is named with exit code 1, and comes from a file', async () => {
  const target = await newProject('Target');
  const email = join(place.dataDir, 'email.json');
  writeFileSync(email, JSON.stringify({ files: { [connectorPath]: connector } }));
  const args = ['snapshot', 'import', email, '--project', target, '--json'];
  const refused = await run(args);
  expect(refused.code).toBe(1);
  const { missingSecrets } = JSON.parse(refused.stdout);
  expect(missingSecrets.connectors).toMatchObject([{ id: 'email', type: 'password', value: '' }]);
  expect(Object.keys(await exported(target))).not.toContain(connectorPath);

  expect((await run(args.slice(0, -1))).stderr).toContain('--secrets-file');

  missingSecrets.connectors[0].value = 'hunter2-hunter2';
  const accepted = await run([...args, '--secrets-file', '-'], JSON.stringify(missingSecrets));
  expect(accepted).toMatchObject({ code: 0, stdout: expect.not.stringContaining('hunter2') });
  expect(JSON.parse(accepted.stdout).changes).toEqual([{ path: connectorPath, change: 'added' }]);
});

test('wrong input is refused with the file that is wrong, and without quoting it', async () => {
  const broken = join(place.dataDir, 'broken');
  mkdirSync(broken);
  const empty = await run(['snapshot', 'validate', broken, '--project', source]);
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('has no JSON files') });
  writeFileSync(join(broken, 'roles.json'), '{"secret": hunter2}');
  const malformed = await run(['snapshot', 'validate', broken, '--project', source]);
  expect(malformed).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/roles\.json: the text is not valid/),
  });
  expect(malformed.stderr).not.toContain('hunter2');
  const full = await run(['snapshot', 'export', '--project', source, '--output', broken]);
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
  const unknown = JSON.stringify({ files: { 'nonsense.json': {} } });
  const wrong = await run(['snapshot', 'import', '-', '--project', source], unknown);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('nonsense.json') });
  const part = await run(['snapshot', 'export', '--project', source, '--exclude', 'users']);
  expect(part).toMatchObject({ code: 2, stderr: expect.stringContaining('The parts are logos, settings') });
});
