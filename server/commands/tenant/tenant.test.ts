import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { newPlace, type Place, prepare } from '../../../test/latchkey-process.ts';

let place: Place;
let project: string;

beforeAll(async () => {
  place = await newPlace();
  await prepare(place);
  const { stdout } = await runCommandHere(place, ['project', 'create', '--name', 'Shop', '--json']);
  project = JSON.parse(stdout).id;
});

afterAll(() => place.remove());

const run = (...args: string[]) => runCommandHere(place, ['tenant', ...args, '--project', project]);

test('a tenant is created once, and listed with its parent and domains', async () => {
  expect((await run('list')).stdout).toBe('No tenant matches.\n');
  expect((await run('create', '--name', 'Acme', '--id', 'acme')).code).toBe(0);
  const below = await run(
    'create',
    '--name',
    'Works',
    '--parent',
    'acme',
    '--domain',
    'acme.example',
    '--json',
  );
  const { id } = JSON.parse(below.stdout);
  expect(JSON.parse((await run('list', '--json')).stdout)).toMatchObject([
    { id: 'acme', name: 'Acme' },
    { id, name: 'Works', parent: 'acme', selfProvisioningDomains: ['acme.example'] },
  ]);
  expect((await run('list', '--text', 'work')).stdout).toMatch(new RegExp(`^TENANT ID.*\n${id} .*\n$`));

  const again = await run('create', '--name', 'ACME');
  expect(again).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('already exists') });
  const orphan = await run('create', '--name', 'Orphan', '--parent', 'nowhere');
  expect(orphan).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('nowhere') });
  expect(JSON.parse((await run('list', '--json')).stdout)).toHaveLength(2);
});
