import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OpenRule } from './habit-rules.ts';
import { findViolations } from './rules.ts';
import { readSources } from './source.ts';

/** Writes the files into a temporary project and returns the violations as `path:line: message`. */
function check(files: Record<string, string>, longFiles: string[] = [], open: OpenRule[] = []): string[] {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-imports-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return findViolations(readSources(root), longFiles, new Set(open)).map(
      ({ path, line, message }) => `${path}:${line}: ${message}`,
    );
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A project with one file of each kind and no imports. */
const targets: Record<string, string> = Object.fromEntries(
  [
    'server/app.ts',
    'server/core/errors.ts',
    'server/storage/database.ts',
    'server/storage/tables.ts',
    'server/http/endpoint.ts',
    'server/http/schema.ts',
    'server/http/mount.ts',
    'server/protocols/jwt/sign.ts',
    'server/delivery/outbox.ts',
    'server/delivery/email/send.ts',
    'server/dev/inbox.ts',
    'server/domain/directory/users/user.ts',
    'server/domain/directory/users/create-user.ts',
    'server/domain/directory/users/wire.ts',
    'server/domain/directory/users/store.ts',
    'server/domain/directory/users/endpoints.ts',
    'server/domain/directory/users/endpoints/search.ts',
    'client/client.ts',
    'console/app.tsx',
    'console/screens/users/users.tsx',
    'test/harness.ts',
  ].map((path) => [path, 'export const x = 1;\n']),
);

function importing(from: string, target: string, clause = '{ x }'): string[] {
  const upwards = '../'.repeat(from.split('/').length - 1);
  return check({ ...targets, [from]: `// first line\nimport ${clause} from '${upwards}${target}';\n` });
}

describe('a list of the contract', () => {
  const constants =
    "export const roles = ['reader', 'owner'] as const;\nexport const apps = [{ scopes: ['a', 'b'] }];\n";

  test('is not repeated in the console, in any order', () => {
    const copies = "const a = ['owner', 'reader'];\nf(['', 'reader', 'owner'] as const);\n";
    expect(check({ 'client/constants.ts': constants, 'console/page.tsx': copies })).toEqual([
      'console/page.tsx:1: repeats roles of client/constants.ts. Import it',
      'console/page.tsx:2: repeats roles of client/constants.ts. Import it',
    ]);
  });

  test('does not forbid other lists, and none in tests', () => {
    const other = "const a = ['reader'];\nconst b = ['reader', 'owner', 'guest'];\nconst c = ['a', 'b'];\n";
    const copy = "const a = ['reader', 'owner'];\n";
    expect(
      check({ 'client/constants.ts': constants, 'console/page.tsx': other, 'console/page.test.ts': copy }),
    ).toEqual([]);
  });
});

describe('import rules of folders', () => {
  test.each([
    ['server/core/log.ts', 'server/core/errors.ts'],
    ['server/protocols/oidc/verify.ts', 'server/core/errors.ts'],
    ['server/protocols/oidc/verify.ts', 'server/protocols/jwt/sign.ts'],
    ['server/http/openapi.ts', 'server/core/errors.ts'],
    ['server/storage/migrate.ts', 'server/core/errors.ts'],
    ['server/delivery/sms/send.ts', 'server/storage/database.ts'],
    ['server/delivery/sms/send.ts', 'server/http/schema.ts'],
    ['server/dev/simulator.ts', 'server/http/mount.ts'],
    ['server/dev/simulator.ts', 'server/protocols/jwt/sign.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/storage/database.ts'],
    ['server/domain/directory/tenants/endpoints.ts', 'server/http/endpoint.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/http/schema.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/protocols/jwt/sign.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/delivery/outbox.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/domain/directory/users/create-user.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/domain/directory/users/wire.ts'],
    ['server/domain/directory/users/grants/grants.ts', 'server/domain/directory/users/store.ts'],
    ['server/groups.ts', 'server/domain/directory/users/endpoints.ts'],
    ['server/commands/backup.ts', 'server/storage/database.ts'],
    ['server/main.ts', 'server/dev/inbox.ts'],
    ['client/users.ts', 'client/client.ts'],
    ['console/page.tsx', 'client/client.ts'],
    ['server/domain/directory/users/users.test.ts', 'test/harness.ts'],
    ['bench/run.ts', 'server/domain/directory/users/store.ts'],
  ])('%s may import %s', (from, target) => {
    expect(importing(from, target)).toEqual([]);
  });

  test.each([
    ['server/core/log.ts', 'server/storage/database.ts'],
    ['server/core/log.ts', 'server/storage/tables.ts'],
    ['server/protocols/oidc/verify.ts', 'server/storage/database.ts'],
    ['server/protocols/oidc/verify.ts', 'server/http/mount.ts'],
    ['server/protocols/oidc/verify.ts', 'server/domain/directory/users/user.ts'],
    ['server/http/openapi.ts', 'server/storage/database.ts'],
    ['server/http/openapi.ts', 'server/domain/directory/users/user.ts'],
    ['server/http/openapi.ts', 'server/protocols/jwt/sign.ts'],
    ['server/storage/migrate.ts', 'server/http/mount.ts'],
    ['server/storage/migrate.ts', 'server/domain/directory/users/user.ts'],
    ['server/delivery/sms/send.ts', 'server/domain/directory/users/user.ts'],
    ['server/delivery/sms/send.ts', 'server/http/mount.ts'],
    ['server/dev/simulator.ts', 'server/storage/database.ts'],
    ['server/dev/simulator.ts', 'server/domain/directory/users/user.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/http/mount.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/delivery/email/send.ts'],
    ['server/domain/directory/tenants/create-tenant.ts', 'server/app.ts'],
    ['client/users.ts', 'server/core/errors.ts'],
    ['console/page.tsx', 'server/core/errors.ts'],
    ['server/core/log.ts', 'test/harness.ts'],
  ])('%s must not import %s', (from, target) => {
    const [violation, ...others] = importing(from, target);
    expect(violation).toMatch(new RegExp(`^${from}:2: .* may import only .*, not ${target}\\. `));
    expect(others).toEqual([]);
  });

  test('a screen of the console imports no other one, and only the list of screens imports one', () => {
    const users = 'console/screens/users/users.tsx';
    expect(importing('console/screens/users/view.ts', users)).toEqual([]);
    expect(importing('console/screens.ts', users)).toEqual([]);
    expect(importing('console/screens/roles/roles.tsx', users)).toEqual([
      expect.stringContaining('of another screen. Move what both share to console/components/'),
    ]);
    expect(importing('console/components/table.tsx', users)).toEqual([
      expect.stringContaining('what is not a screen knows none'),
    ]);
  });

  test('a group may import its own layer and lower ones, and no higher one', () => {
    const lower = 'server/domain/directory/users/user.ts';
    expect(importing('server/domain/credentials/totp/verify.ts', lower)).toEqual([]);
    expect(importing('server/domain/project/audit/record.ts', lower)).toEqual([
      expect.stringContaining(
        `server/domain/project/audit/record.ts:2: domain/project/audit may not import ${lower}, which lies in a higher layer`,
      ),
    ]);
  });

  describe('two groups of a layer', () => {
    const roles = 'server/domain/directory/roles/create-role.ts';
    const users = 'server/domain/directory/users/grants/check-roles.ts';
    const files = {
      ...targets,
      [roles]: "import { x } from '../users/user.ts';\nexport const role = x;\n",
      'server/domain/directory/roles/role.ts': 'export const role = 1;\n',
      [users]: "\nimport type { role } from '../../roles/role.ts';\n",
    };

    test('must not import each other, types included', () => {
      expect(check(files)).toEqual([
        `${roles}:1: domain/directory/roles and domain/directory/users import each other. Move what both need into one of them, or pass it in`,
        `${users}:2: domain/directory/users and domain/directory/roles import each other. Move what both need into one of them, or pass it in`,
      ]);
    });

    test('may import each other in tests', () => {
      const { [users]: text = '', ...others } = files;
      expect(check({ ...others, [users.replace('.ts', '.test.ts')]: text })).toEqual([]);
    });
  });

  test.each(['store.ts', 'endpoints.ts', 'endpoints/search.ts'])(
    'another group must not import %s',
    (name) => {
      const target = `server/domain/directory/users/${name}`;
      expect(importing('server/domain/directory/tenants/create-tenant.ts', target)).toEqual([
        expect.stringContaining(
          `server/domain/directory/tenants/create-tenant.ts:2: ${target} is private to its group`,
        ),
      ]);
    },
  );

  test.each(['server/groups.ts', 'server/commands/doctor.ts', 'server/http/openapi.ts'])(
    '%s must not import development tools',
    (from) => {
      expect(importing(from, 'server/dev/inbox.ts')).toEqual([
        expect.stringContaining('only server/app.ts and server/main.ts may import server/dev/inbox.ts'),
      ]);
    },
  );

  test('core may import the types of tables', () => {
    const text = "import type { x } from '../storage/tables.ts';\n";
    expect(check({ ...targets, 'server/core/context.ts': text })).toEqual([]);
  });

  test('exports from, import() and import types count as imports', () => {
    const text = [
      "export { x } from '../storage/database.ts';",
      "export * from '../storage/database.ts';",
      "const late = await import('../storage/database.ts');",
      "type Late = import('../storage/database.ts').X;",
    ].join('\n');
    const violations = check({ ...targets, 'server/http/openapi.ts': text });
    expect(violations.map((violation) => violation.split(':')[1])).toEqual(['1', '2', '3', '4']);
  });

  test('a file outside the known folders is reported', () => {
    expect(check({ 'server/new/thing.ts': '' })).toEqual([expect.stringContaining('belongs to no folder')]);
    expect(check({ 'server/thing.ts': '' })).toEqual([expect.stringContaining('belongs to no folder')]);
  });
});

describe('packages', () => {
  const imports = (path: string, line: string): string[] => check({ [path]: `${line}\n` });

  test('the client imports nothing from npm', () => {
    expect(imports('client/client.ts', "import { decodeJwt } from 'jose';")).toEqual([
      expect.stringContaining(
        'client/client.ts:1: client may import only itself, and nothing from npm, not jose',
      ),
    ]);
    expect(imports('client/client.test.ts', "import { test } from 'vitest';")).toEqual([]);
  });

  test('kysely runs in storage and stores only; its types are free', () => {
    const value = "import { sql } from 'kysely';";
    expect(imports('server/storage/database.ts', value)).toEqual([]);
    expect(imports('server/domain/directory/users/store.ts', value)).toEqual([]);
    expect(imports('server/domain/directory/users/user.ts', "import type { Kysely } from 'kysely';")).toEqual(
      [],
    );
    for (const path of [
      'server/domain/directory/users/create-user.ts',
      'server/core/context.ts',
      'server/app.ts',
    ]) {
      expect(imports(path, value)).toEqual([expect.stringContaining(`${path}:1: SQL belongs in storage/`)]);
    }
    expect(imports('server/app.ts', "import { Migrator } from 'kysely/migration';")).toHaveLength(1);
  });

  test('typebox is imported in one file only, types included', () => {
    expect(imports('server/http/schema.ts', "import { Type } from 'typebox';")).toEqual([]);
    expect(imports('server/http/mount.ts', "import type { TSchema } from 'typebox';")).toEqual([
      expect.stringContaining('server/http/mount.ts:1: only server/http/schema.ts may import typebox'),
    ]);
  });

  test('the server does not import node:http, except its types', () => {
    const text = "import { createServer } from 'node:http';";
    expect(imports('server/http/mount.ts', text)).toEqual([
      expect.stringContaining('server/http/mount.ts:1: an import of node:http'),
    ]);
    expect(imports('server/http/mount.ts', "import type { Server } from 'node:http';")).toEqual([]);
    expect(imports('server/http/mount.test.ts', text)).toEqual([]);
    expect(imports('bench/server-process.ts', text)).toEqual([]);
  });
});

describe('the environment and the wall clock', () => {
  test.each(['process.env.PORT', "process['env'].PORT", 'process.env'])(
    'only the configuration reads the environment: %s',
    (expression) => {
      const text = `\nexport const port = ${expression};\n`;
      expect(check({ 'server/app.ts': text })).toHaveLength(1);
      expect(check({ 'server/core/config.ts': text, 'test/a.ts': text, 'bench/b.ts': text })).toEqual([]);
    },
  );

  test('destructuring env is detected, too', () => {
    const texts = ['const { env } = process;', "import { env } from 'node:process';"];
    for (const text of texts) {
      expect(check({ 'server/app.ts': text })).toEqual([
        'server/app.ts:1: only server/core/config.ts may read process.env. ' +
          'Add a setting there and take it from the configuration',
      ]);
    }
  });

  test.each(['Date.now()', 'Date.now', 'new Date()', 'new Date', 'Date()'])(
    'only a clock reads the wall clock: %s',
    (expression) => {
      const text = `\nexport const now = ${expression};\n`;
      for (const path of [
        'server/domain/directory/users/user.ts',
        'server/core/ids.ts',
        'client/session.ts',
      ]) {
        expect(check({ [path]: text })).toEqual([
          expect.stringContaining(
            `${path}:2: only server/core/clock.ts, client/clock.ts and console/clock.ts may read the wall clock`,
          ),
        ]);
      }
      const free = { 'server/core/clock.ts': text, 'scripts/a.ts': text, 'server/app.test.ts': text };
      expect(check(free)).toEqual([]);
    },
  );

  test('a date from a given time is allowed, and comments and strings do not count', () => {
    const text =
      "export const a = new Date(0);\n// Date.now() and process.env\nexport const b = 'Date.now()';\n";
    expect(check({ 'server/app.ts': text })).toEqual([]);
  });
});

describe('files', () => {
  test('an index that only re-exports is refused, one with code is not', () => {
    const user = { 'server/domain/directory/users/user.ts': 'export const user = 1;' };
    expect(
      check({ ...user, 'server/domain/directory/users/index.ts': "export * from './user.ts';" }),
    ).toEqual([expect.stringContaining('server/domain/directory/users/index.ts:1: only re-exports')]);
    const importing = "import { user } from './user.ts';\nexport { user };";
    expect(check({ ...user, 'server/domain/directory/users/index.ts': importing })).toHaveLength(1);
    const code = "import { user } from './user.ts';\nexport const two = user + 1;";
    expect(check({ ...user, 'server/domain/directory/users/index.ts': code })).toEqual([]);
  });

  test.each([
    'server/core/utils.ts',
    'server/core/helpers/text.ts',
    'test/common/setup.ts',
    'server/domain/directory/users/user.service.ts',
    'client/manager.ts',
  ])('%s has a meaningless name', (path) => {
    expect(check({ [path]: 'export const x = 1;' })).toEqual([
      expect.stringContaining('is a meaningless name'),
    ]);
  });

  test('an import cycle is printed as a path with the line of its first import', () => {
    const files = {
      'server/core/a.ts': "\nimport { b } from './b.ts';\nexport const a = b;",
      'server/core/b.ts': "import { c } from './c.ts';\nexport const b = c;",
      'server/core/c.ts': "import { a } from './a.ts';\nexport const c = a;",
    };
    expect(check(files)).toEqual([
      'server/core/a.ts:2: import cycle: server/core/a.ts → server/core/b.ts → server/core/c.ts → server/core/a.ts. ' +
        'Move what both need into a third file',
    ]);
  });

  test('a type import closes a cycle, too', () => {
    const files = {
      'server/core/a.ts': "import { b } from './b.ts';\nexport type A = typeof b;",
      'server/core/b.ts': "import type { A } from './a.ts';\nexport const b = 1 as A;",
    };
    expect(check(files)).toEqual([
      expect.stringContaining('import cycle: server/core/a.ts → server/core/b.ts → server/core/a.ts'),
    ]);
  });

  test('a file over 300 lines is refused unless it is generated, a test, or listed', () => {
    const lines = (count: number): string => 'export {};\n'.repeat(count);
    expect(check({ 'server/core/a.ts': lines(300) })).toEqual([]);
    expect(check({ 'server/core/a.ts': lines(301) })).toEqual([
      'server/core/a.ts:301: 301 lines, more than 300. Split it by subject',
    ]);
    expect(check({ 'server/core/a.ts': lines(301) }, ['server/core/a.ts'])).toEqual([]);
    const free = {
      'server/core/a.test.ts': lines(400),
      'test/journeys/b.ts': lines(400),
      'client/generated/methods.ts': lines(400),
      'client/methods.ts': `// Generated by scripts/generate.ts\n${lines(400)}`,
    };
    expect(check(free)).toEqual([]);
  });

  test('a listed file that is no longer long is reported', () => {
    expect(check({ 'server/core/a.ts': 'export {};' }, ['server/core/a.ts'])).toEqual([
      expect.stringContaining('is no longer long'),
    ]);
  });
});

describe('SQL', () => {
  const elsewhere = 'server/domain/directory/users/create-user.ts';
  const store = 'server/domain/directory/users/store-names.ts';
  const part = 'server/domain/directory/users/query-names.ts';
  const uses = [
    "export const a = ctx.db.selectFrom('users');",
    "export const a = (db: Db) => db['selectFrom']('users');",
    'export const a = ({ selectFrom }: Builder) => selectFrom;',
    'export const a = ({ selectFrom: from }: Builder) => from;',
    'export const a = (query: Query) => query.executeTakeFirst();',
    'export const a = (query: Query, { db }: Context) => query.execute(db);',
    'export const a = (ctx: Context) => ctx.db.anythingNew();',
    "import { sql } from './store.ts';",
    "import { acrossProjects as all } from '../../../storage/scope.ts';",
    "import { insertRows } from '../../../storage/insert-rows.ts';",
  ];
  test.each(uses)('is in stores and in parts for stores only: %s', (text) => {
    expect(check({ [elsewhere]: `${text}\n` })).toEqual([
      expect.stringMatching(new RegExp(`^${elsewhere}:1: .* is SQL outside a store\\. Move the query to`)),
    ]);
    for (const path of [store, part, 'server/storage/a.ts', 'server/app.test.ts', 'bench/a.ts'])
      expect(check({ [path]: `${text}\n` }), path).toEqual([]);
  });

  test('is not what only names a database', () => {
    const text = [
      '// ctx.db.selectFrom',
      "export const a = ctx.db.isTransaction ? 'db.selectFrom' : undefined;",
      'export const b = (ctx: Context) => insertUser(ctx.db, ctx.projectId);',
    ].join('\n');
    expect(check({ [elsewhere]: text })).toEqual([]);
  });

  test('a part of queries is imported by stores only; its types are free', () => {
    const target = { [part]: 'export const x = 1;\n' };
    const text = "import { x } from '../users/query-names.ts';\n";
    expect(check({ ...target, 'server/domain/directory/roles/store.ts': text })).toEqual([]);
    const other = 'server/domain/directory/roles/role.ts';
    expect(check({ ...target, [other]: text.replace('import', 'import type') })).toEqual([]);
    expect(check({ ...target, [other]: text })).toEqual([
      `${other}:1: only a store may import ${part}, because it builds parts of queries. Ask a store`,
    ]);
  });

  test.each(['server/operations.ts', 'server/commands/doctor.ts'])('%s must not import a store', (path) => {
    const target = 'server/domain/directory/users/store.ts';
    expect(importing(path, target)).toEqual([
      expect.stringContaining(`:2: ${target} is private to its group`),
    ]);
  });
});

describe('a table', () => {
  const group = (name: string, table: string) => ({
    [`server/domain/directory/${name}/group.ts`]: `export const ${name} = group({ tables: { ${table}: { key: 'id' } } });\n`,
    [`server/domain/directory/${name}/README.md`]: `\`${table}\``,
  });
  const groups = { ...group('tenants', 'tenants'), ...group('roles', 'roles') };
  const written = [
    "export const a = (db: Db) => db.updateTable('tenants').execute();",
    "export const a = (db: Db) => db.deleteFrom('tenants as t').execute();",
    "for (const table of ['tenants'] as const) db.deleteFrom(table);",
    "export const a = (db: Db, table: 'tenants') => db.insertInto(table);",
    "const { table } = { table: 'tenants' } as const;\ndb.insertInto(table);",
    "const kinds = { a: 'tenants' };\nfunction tableOf(kind: 'x') {\n  return kinds[kind] as 'y';\n}\ndb.insertInto(tableOf(kind));",
    "import { insertRows } from '../../../storage/insert-rows.ts';\nexport const a = insertRows('tenants');",
    'import { sql } from \'kysely\';\nexport const a = sql`insert into "tenants" values (1)`;',
    `import { sql } from 'kysely';\nexport const a = sql\`delete from \${sql.id('tenants')}\`;`,
    "import { sql } from 'kysely';\nexport const a = sql`with x as (update tenants as t set a = 1) select 1`;",
  ];
  const messageOf = (path: string) => expect.stringContaining(`${path}:`);

  test.each(written)('is written by the group that names it only: %s', (text) => {
    const owner = 'server/domain/directory/tenants/store-settings.ts';
    const other = 'server/domain/directory/roles/store.ts';
    expect(check({ ...groups, [owner]: text })).toEqual([]);
    const violations = check({ ...groups, [other]: text });
    expect(violations).toEqual([messageOf(other)]);
    expect(violations[0]).toContain(
      'the table tenants belongs to domain/directory/tenants. Call an operation of that group, or add one there',
    );
  });

  test('is read by every group', () => {
    const texts = [
      "export const a = (db: Db) => db.selectFrom('tenants').forUpdate();",
      "import { sql } from 'kysely';\nexport const a = sql`select 1 from tenants for update of tenants`;",
      "import { sql } from 'kysely';\nexport const a = sql`insert into roles select 1 from tenants on conflict do update set a = 1`;",
    ];
    for (const text of texts)
      expect(check({ ...groups, 'server/domain/directory/roles/store.ts': text })).toEqual([]);
  });

  test('has a group, and a name that is read where it is written', () => {
    const path = 'server/domain/directory/roles/store.ts';
    expect(check({ [path]: "db.deleteFrom('roles');" })).toEqual([
      `${path}:1: no group names the table roles. Add it to \`tables\` in the group's group.ts`,
    ]);
    expect(check({ [path]: 'export const a = (table: keyof Tables) => db.deleteFrom(table);' })).toEqual([
      `${path}:1: writes a table whose name is a value of another file. Name the tables here, as constants or as a type`,
    ]);
  });
});

describe('what decides about sessions', () => {
  const gate = 'server/domain/sessions/sessions/live-session.ts';
  const elsewhere = 'server/domain/pages/account/account.ts';

  test.each([
    ["export const isOut = (user: User) => user.status === 'disabled';", 'isDisabled'],
    ["export const isIn = ({ status }: User) => status !== 'disabled';", 'isDisabled'],
    ['export const ends = (row: SessionRow) => row.userStatus;', 'live-session.ts'],
    ['export const ends = ({ userStatus }: SessionRow) => userStatus;', 'live-session.ts'],
    ['export const open = (tenant: Membership) => !tenant.enforcesSso;', 'in-reach.ts'],
    ["import { endOf } from './lifetimes.ts';", 'live-session.ts'],
    ["import { justStored } from './live-session.ts';", 'live-session.ts'],
  ])('is used in its own file only: %s', (text, asked) => {
    expect(check({ [elsewhere]: `${text}\n` })).toEqual([expect.stringContaining(asked)]);
  });

  test('is used there', () => {
    expect(check({ [gate]: 'export const ends = ({ userStatus }: SessionRow) => userStatus;\n' })).toEqual(
      [],
    );
    expect(check({ [elsewhere]: "export const status = 'disabled';\n" })).toEqual([]);
  });
});

describe('habits', () => {
  const operation = 'server/domain/directory/users/create-user.ts';
  /** Returns what a file is refused for, and expects the other text to be accepted in it. */
  const refused = (path: string, text: string, accepted: string, open: OpenRule[] = []) => {
    expect(check({ [path]: accepted })).toEqual([]);
    expect(check({ [path]: text }, [], open), 'left for later').toEqual(
      open.length > 0 ? [] : expect.anything(),
    );
    return check({ [path]: text });
  };

  test('an object is not cut into spreads of objects', () => {
    const text = 'export const a = {\n  ...{ b, c },\n  ...(d && { d }),\n};\n';
    expect(
      refused(operation, text, 'export const a = { b, ...c, ...(d && { d }) };', ['cutObjects']),
    ).toEqual([`${operation}:2: a spread of an object literal. Write its properties in the object itself`]);
    const element = 'export const a = <B {...{ c, d }} />;';
    expect(refused('console/app.tsx', element, 'export const a = <B {...c} d={d} />;')).toHaveLength(1);
  });

  test('a doc comment begins with a verb or a noun', () => {
    const text = '/**\n * What it does. */\nexport const a = 1;';
    const accepted = '/** The result of `What`. */\nexport const a = 1; // What';
    expect(refused(operation, text, accepted, ['fragments'])).toEqual([
      `${operation}:1: a comment begins with "What". Begin with a verb, or with a noun that names the thing`,
    ]);
  });

  test('two functions of a group have two names', () => {
    const other = 'server/domain/directory/users/load-user.ts';
    const files = { [operation]: 'export function find() {}', [other]: 'export const find = () => 1;' };
    expect(check(files, [], ['homonyms'])).toEqual([]);
    expect(check(files)).toEqual([
      `${other}:1: ${operation} of the group domain/directory/users exports a function find, too. Name both after what differs`,
    ]);
    const query = { ...files, [other]: 'export const find = prepared((db) => db);' };
    expect(check({ ...query, [operation]: 'export const find = 1;' })).toEqual([]);
    expect(check({ ...files, [other.replace('users', 'tenants')]: files[other]!, [other]: '' })).toEqual([]);
  });

  test.each(['signJwt(claims)', 'ctx.hashing.run(work)', 'ctx.fetch(url)'])(
    'nothing slow is called in a transaction: %s',
    (call) => {
      const text = `export const a = (ctx: C) => transaction(ctx, async () => {\n  await ${call};\n});\n`;
      const accepted = `export const a = async (ctx: C) => {\n  await transaction(ctx, store);\n  await ${call};\n};`;
      expect(refused(operation, text, accepted)).toEqual([
        expect.stringMatching(/create-user\.ts:2: \S+ in a transaction keeps its locks/),
      ]);
    },
  );

  test('tests of the server use no doubles', () => {
    const text = "\nvi.spyOn(store, 'find');";
    const path = 'server/domain/directory/users/users.test.ts';
    expect(refused(path, text, 'await vi.waitFor(() => done);')).toEqual([
      expect.stringContaining(`${path}:2: vi.spyOn makes a double`),
    ]);
    expect(check({ 'console/app.test.ts': text })).toEqual([]);
  });

  test('operations do not know HTTP', () => {
    const target = 'server/http/page.ts';
    const text = "import { page } from '../../../http/page.ts';\n";
    const files = (path: string, text: string) => check({ [target]: 'export const page = 1;', [path]: text });
    expect(files(operation, text)).toEqual([
      `${operation}:1: only endpoints*.ts, pages*.ts and wire*.ts may import ${target}. Return facts, and let one of them answer`,
    ]);
    expect(files(operation, text.replace('import', 'import type'))).toEqual([]);
    expect(files('server/domain/directory/users/pages.ts', text)).toEqual([]);
    expect(files('server/domain/pages/account/account.ts', text)).toEqual([]);
  });

  test('a group has a README that names its tables', () => {
    const group = 'server/domain/directory/users/group.ts';
    const readme = group.replace('group.ts', 'README.md');
    const text = "export const users = group({ tables: { users: { key: 'id' } } });";
    expect(check({ [group]: text })).toEqual([expect.stringContaining('the group has no README.md')]);
    expect(check({ [group]: text, [readme]: '# Users' })).toEqual([
      `${group}:1: README.md does not name the table users. Add it there`,
    ]);
    expect(check({ [group]: text, [readme]: '**Tables.** `users`.' })).toEqual([]);
  });
});
