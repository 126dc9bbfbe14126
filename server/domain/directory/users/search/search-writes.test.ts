import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onPostgres } from '../../../../../test/engine.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { loadProject } from '../../../project/projects/load-project.ts';
import { defineAttributes } from '../../custom-attributes/define-attributes.ts';
import { removeRoles } from '../../roles/change-roles.ts';
import { createRoles } from '../../roles/create-roles.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { deleteTenant } from '../../tenants/delete-tenant.ts';
import { createUser } from '../create-user.ts';
import { deleteUser } from '../delete-user.ts';
import { addTenant, removeTenant, setRoles } from '../grants/change-grants.ts';
import { patchUser } from '../update-user.ts';
import { fold, foldOnce } from './fold.ts';
import { searchUsers, type UserSearch } from './search-users.ts';
import { verifyIndex } from './verify-index.ts';

/** Writes of users in any order, with folds in between and by two instances on PostgreSQL, and searches compared with a loop. */

interface Known {
  id: string;
  name: string;
  color: string;
  tenants: Set<string>;
  roles: Set<string>;
}

const names = ['Ann Lee', 'Bob', 'Joanna', 'Zoë Ng', ''];
const colors = ['red', 'blue'];
const tenants = ['a', 'b'];
const roles = ['reader', 'writer'];

let instances: Latchkey[];

beforeAll(async () => {
  const first = await startLatchkey();
  // One process has the embedded database.
  instances = onPostgres ? [first, await first.startAnother()] : [first];
});

afterAll(async () => {
  for (const instance of instances.toReversed()) await instance.close();
});

/** Adds a project, and returns its context on each instance. */
async function newProject(): Promise<ProjectContext[]> {
  const [first] = instances;
  const { projectId } = await first!.addProject();
  const project = (await loadProject(first!.service, projectId))!;
  const contexts = instances.map(({ context }) => ({ ...context, project }));
  const ctx = contexts[0]!;
  await defineAttributes(ctx, 'user', [{ name: 'color', type: 'text' }]);
  for (const id of tenants) await createTenant(ctx, { id, name: id });
  await createRoles(
    ctx,
    roles.map((name) => ({ name })),
  );
  return contexts;
}

const at = fc.nat(1_000);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('create'), name: fc.constantFrom(...names) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename'), at, name: fc.constantFrom(...names) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join'), at, name: fc.constantFrom(...tenants) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave'), at, name: fc.constantFrom(...tenants) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('role'), at, name: fc.constantFrom(...roles, '') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('color'), at, name: fc.constantFrom(...colors, '') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), at }) },
  // SQLite numbers users by the newest one.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleteNewest') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deleteTenant'), name: fc.constantFrom(...tenants) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteRole'), name: fc.constantFrom(...roles) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('fold') }) },
) as fc.Arbitrary<Step>;

interface Step {
  kind:
    | 'create'
    | 'rename'
    | 'join'
    | 'leave'
    | 'role'
    | 'color'
    | 'delete'
    | 'deleteNewest'
    | 'deleteTenant'
    | 'deleteRole'
    | 'fold';
  at?: number;
  name?: string;
}

let count = 0;

/** Takes a step, and returns who there is afterwards. */
async function take(
  ctx: ProjectContext,
  { kind, at = 0, name = '' }: Step,
  known: Known[],
): Promise<Known[]> {
  const user = known[at % Math.max(1, known.length)];
  switch (kind) {
    case 'create': {
      const { id } = await createUser(ctx, { loginId: `w${++count}@example.com`, name });
      return [...known, { id, name, color: '', tenants: new Set(), roles: new Set() }];
    }
    case 'deleteTenant':
      await deleteTenant(ctx, name, { cascade: false });
      await createTenant(ctx, { id: name, name });
      for (const one of known) one.tenants.delete(name);
      return known;
    case 'deleteRole':
      await removeRoles(ctx, { names: [name] });
      await createRoles(ctx, [{ name }]);
      for (const one of known) one.roles.delete(name);
      return known;
    case 'fold':
      await foldOnce(ctx);
      return known;
    default:
      return user ? change(ctx, { kind, name }, user, known) : known;
  }
}

async function change(
  ctx: ProjectContext,
  { kind, name = '' }: Step,
  user: Known,
  known: Known[],
): Promise<Known[]> {
  switch (kind) {
    case 'rename':
      await patchUser(ctx, user.id, { name });
      user.name = name;
      return known;
    case 'join':
      await addTenant(ctx, user.id, name);
      user.tenants.add(name);
      return known;
    case 'leave':
      await removeTenant(ctx, user.id, name);
      user.tenants.delete(name);
      return known;
    case 'role':
      await setRoles(ctx, user.id, '', name ? [name] : []);
      user.roles = new Set(name ? [name] : []);
      return known;
    case 'color':
      await patchUser(ctx, user.id, { customAttributes: { color: name } });
      user.color = name;
      return known;
    default: {
      const gone = kind === 'deleteNewest' ? known.at(-1)! : user;
      await deleteUser(ctx, { userId: gone.id });
      return known.filter((one) => one !== gone);
    }
  }
}

const searches: { search: UserSearch; finds(user: Known): boolean }[] = [
  { search: {}, finds: () => true },
  { search: { text: 'ann' }, finds: ({ name }) => name.toLowerCase().includes('ann') },
  { search: { text: 'zoë' }, finds: ({ name }) => name.startsWith('Zoë') },
  { search: { tenantIds: ['a'] }, finds: (user) => user.tenants.has('a') },
  { search: { tenantIds: ['a', 'b'] }, finds: (user) => user.tenants.size > 0 },
  { search: { roleNames: ['reader'] }, finds: (user) => user.roles.has('reader') },
  { search: { customAttributes: { color: 'red' } }, finds: ({ color }) => color === 'red' },
  {
    search: { customAttributes: { color: ['red', 'blue'] }, roleNames: ['writer'] },
    finds: (user) => user.color !== '' && user.roles.has('writer'),
  },
];

async function expectFound(ctx: ProjectContext, known: Known[]): Promise<void> {
  for (const { search, finds } of searches) {
    const { users, total } = await searchUsers(ctx, search);
    const expected = known.filter(finds).map(({ id }) => id);
    expect([search, users.map(({ id }) => id), total]).toEqual([search, expected, expected.length]);
  }
  const { users } = await searchUsers(ctx, { sort: [{ field: 'name' }], limit: 5 });
  const byName = known.toSorted((a, b) =>
    Buffer.compare(Buffer.from(a.name.toLowerCase()), Buffer.from(b.name.toLowerCase())),
  );
  expect(users.map(({ id }) => id)).toEqual(byName.slice(0, 5).map(({ id }) => id));
}

test('after any writes and folds, every search finds the same users as a loop, and the index is what a recount gives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ step, by: fc.nat(1), isChecked: fc.boolean() }), { minLength: 5, maxLength: 40 }),
      async (steps) => {
        const contexts = await newProject();
        const instance = (by: number) => contexts[by % contexts.length]!;
        let known: Known[] = [];
        for (const { step, by, isChecked } of steps) {
          known = await take(instance(by), step, known);
          if (isChecked) await expectFound(instance(by + 1), known);
        }
        await expectFound(instance(0), known);
        expect(await verifyIndex(instance(1))).toEqual([]);
        await expectFound(instance(0), known);
      },
    ),
    { numRuns: 25, seed: 5 },
  );
});

test('changes and folds of several instances at the same time lose nothing', async () => {
  const contexts = await newProject();
  const known: Known[] = [];
  const ctx = (index: number) => contexts[index % contexts.length]!;
  for (let index = 0; index < 24; index += 1) known.push(...(await take(ctx(index), { kind: 'create' }, [])));
  for (let wave = 0; wave < 12; wave += 1) {
    const changes = known.map((user, index) => {
      const [step, name] = [
        ['rename', names[(wave + index) % names.length]!],
        [(wave + index) % 3 ? 'join' : 'leave', tenants[index % 2]!],
        ['color', colors[wave % 2]!],
        ['role', roles[(wave + index) % 2]!],
      ][(wave + index) % 4]! as [Step['kind'], string];
      return take(ctx(index), { kind: step, name }, [user]);
    });
    const created = Promise.all(
      [0, 1, 2].map((index) => take(ctx(index), { kind: 'create', name: 'Bob' }, [])),
    );
    const folds = contexts.flatMap((context) => [fold(context), foldOnce(context)]);
    const found = Promise.all(contexts.map((context) => searchUsers(context, { text: 'ann' })));
    await Promise.all([...changes, created, ...folds, found]);
    const gone = known.splice(wave, 1)[0]!;
    await Promise.all([
      deleteUser(ctx(wave), { userId: gone.id }),
      ...contexts.map((context) => fold(context)),
    ]);
    known.push(...(await created).flat());
  }
  // Users who were created together have their numbers in any order.
  for (const { search, finds } of searches) {
    const { users } = await searchUsers(ctx(0), search);
    expect(users.map(({ id }) => id).sort()).toEqual(
      known
        .filter(finds)
        .map(({ id }) => id)
        .sort(),
    );
  }
  expect(await verifyIndex(ctx(1))).toEqual([]);
});
