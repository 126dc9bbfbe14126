import { expect, test } from 'vitest';
import { concernedTests, countDistantTests } from './changed.ts';
import { readSourceTree, type SourceTree, sourceTreeOf } from './source-tree.ts';

/** A small project: the lines that matter of each file. */
const tree = sourceTreeOf(
  new Map(
    Object.entries({
      'server/app.ts': "import './domain/credentials/totp/endpoints.ts';",
      'server/groups.ts': "import { totpEndpoints } from './domain/credentials/totp/endpoints.ts';",
      'server/core/errors.ts': '',
      'server/core/json.ts': "import { ServiceError } from './errors.ts';",
      'server/core/json.test.ts': "import { parse } from './json.ts';",
      'server/protocols/totp/totp.ts': '',
      'server/protocols/totp/totp.test.ts': "import { totp } from './totp.ts';",
      'server/protocols/jwt/jwt.test.ts': '',
      'server/domain/credentials/totp/store.ts': '',
      'server/domain/credentials/totp/verify-totp.ts':
        "import { ServiceError } from '../../../core/errors.ts';\nimport { accept } from './store.ts';",
      'server/domain/credentials/totp/endpoints.ts': "import { verifyTotp } from './verify-totp.ts';",
      'server/domain/credentials/totp/store.test.ts':
        "import { startLatchkey } from '../../../../test/harness.ts';",
      'server/domain/credentials/totp/totp.test.ts':
        "import { startLatchkey } from '../../../../test/harness.ts';",
      'server/domain/credentials/totp/seeds/seeds.test.ts':
        "import { startLatchkey } from '../../../../../test/harness.ts';",
      'server/domain/credentials/otp/otp.test.ts':
        "import { startLatchkey } from '../../../../test/harness.ts';",
      'server/domain/pages/account/factors.ts':
        "import { verifyTotp } from '../../credentials/totp/verify-totp.ts';",
      'server/domain/pages/account/pages/page.ts':
        "import type { accept } from '../../../credentials/totp/store.ts';",
      'server/domain/pages/account/account.test.ts':
        "import { startLatchkey } from '../../../../test/harness.ts';",
      'server/domain/pages/account/colors.test.ts': '',
      'console/screens.ts': `
        { path: 'users', load: () => import('./screens/users/users.tsx') },
        { path: 'users/import', load: () => import('./screens/users-import/users-import.tsx') },
        { path: 'users/:userId', load: () => import('./screens/user/user.tsx') },
        { path: 'roles', load: () => import('./screens/roles/roles.tsx') },`,
      'console/components/table.tsx': '',
      'console/components/row.ts': '',
      'console/shell/frame.tsx': '',
      'console/components/row.test.ts': "import { rowOf } from './row';",
      'console/screens/users/users.tsx':
        "import { Table } from '../../components/table';\nimport { view } from './view';",
      'console/screens/users/view.ts': '',
      'console/screens/users-import/users-import.tsx': "import { view } from '../users/view';",
      'console/screens/user/user.tsx': "import './section.css';",
      'console/screens/user/section.css': '',
      'console/screens/roles/roles.tsx': "import { Table } from '../../components/table';",
      'test/harness.ts': "import { createApp } from '../server/app.ts';\nimport { clock } from './clock.ts';",
      'test/clock.ts': '',
      'test/sessions.ts': "import { clock } from './clock.ts';",
      'test/documents.test.ts': '',
      'test/every-endpoint.test.ts': "import { endpoints } from '../server/groups.ts';",
      'test/outage.test.ts': "import { signIn } from './sessions.ts';",
      'test/proxies/proxy.test.ts': "import { clock } from '../clock.ts';",
      'test/journeys/console-screens.test.ts': `const screens = [
        'users', 'users/import', 'users/ann@example.com', 'users/ann@example.com?tab=audit', 'roles', 'users?create=true',
      ];`,
      'test/journeys/user.test.ts': `open(\`users/\${id}?tab=audit\`)`,
      'test/journeys/users.test.ts': "open('users?text=ann')",
    }),
  ),
);

const totp = 'server/domain/credentials/totp';
const screensTest = 'test/journeys/console-screens.test.ts';

function chosenFor(path: string, of: SourceTree = tree): string[] {
  return concernedTests([path], of).map(({ file, only }) => {
    const from = file.startsWith(`${totp}/`) ? file.slice(totp.length + 1) : file;
    return only ? `${from} (${only.names.join(', ')})` : from;
  });
}

test.each([
  ['a test', `${totp}/totp.test.ts`, ['totp.test.ts']],
  [
    'a store: its own test, those of its group, and those beside what uses its group',
    `${totp}/store.ts`,
    ['store.test.ts', 'totp.test.ts', 'seeds/seeds.test.ts', 'server/domain/pages/account/account.test.ts'],
  ],
  [
    'the endpoints of a group: the loop over all endpoints for that group alone',
    `${totp}/endpoints.ts`,
    ['store.test.ts', 'totp.test.ts', 'seeds/seeds.test.ts', `test/every-endpoint.test.ts (${totp})`],
  ],
  [
    'a file of the core: the tests beside what imports it',
    'server/core/errors.ts',
    ['server/core/json.test.ts', 'store.test.ts', 'totp.test.ts'],
  ],
  ['a protocol', 'server/protocols/totp/totp.ts', ['server/protocols/totp/totp.test.ts']],
  [
    'the frame of the console: the first screen',
    'console/shell/frame.tsx',
    [`${screensTest} (users, users?create=true)`, 'test/journeys/users.test.ts'],
  ],
  [
    'a file of a screen: its own screen before others that contain it, and the journeys that open it',
    'console/screens/users/view.ts',
    [`${screensTest} (users, users/import, users?create=true)`, 'test/journeys/users.test.ts'],
  ],
  [
    'a style sheet: the screen that imports it',
    'console/screens/user/section.css',
    [`${screensTest} (users/ann@example.com, users/ann@example.com?tab=audit)`, 'test/journeys/user.test.ts'],
  ],
  [
    'a component: each screen that contains it',
    'console/components/table.tsx',
    [`${screensTest} (users, roles, users?create=true)`, 'test/journeys/users.test.ts'],
  ],
  [
    'a tool of the tests: the tests that use it, and those that use it through another tool',
    'test/clock.ts',
    [
      'store.test.ts',
      'totp.test.ts',
      'seeds/seeds.test.ts',
      'server/domain/credentials/otp/otp.test.ts',
      'server/domain/pages/account/account.test.ts',
      'test/outage.test.ts',
    ],
  ],
  ['a text', 'docs/totp.md', ['test/documents.test.ts', 'server/http/docs/docs.test.ts']],
  ['a text beside code', `${totp}/README.md`, ['test/documents.test.ts']],
  ['a file that no test is near', 'compose.test.yaml', []],
])('a change of %s', (_what, path, chosen) => {
  expect(chosenFor(path).sort()).toEqual(chosen.sort());
});

test('the closest tests come first: the same name, the same folder, the group, what uses it', () => {
  expect(chosenFor(`${totp}/store.ts`)).toEqual([
    'store.test.ts',
    'totp.test.ts',
    'seeds/seeds.test.ts',
    'server/domain/pages/account/account.test.ts',
  ]);
});

test('each chosen test has the reason of its closest relation to the changes', () => {
  const concerned = concernedTests([`${totp}/verify-totp.ts`, `${totp}/store.ts`], tree);
  expect(concerned[0]).toEqual({
    file: `${totp}/store.test.ts`,
    closeness: 1,
    reason: `beside ${totp}/store.ts`,
  });
});

test('tests that reach a change only through the server are counted, not chosen', () => {
  const changed = [`${totp}/store.ts`];
  expect(countDistantTests(changed, concernedTests(changed, tree), tree)).toBe(2);
});

test('in this project, a group is tested by its own tests, and a screen by the test of all screens', () => {
  const project = readSourceTree([]);
  expect(concernedTests([`${totp}/store.ts`], project)[0]?.file).toBe(`${totp}/totp.test.ts`);
  const roles = concernedTests(['console/screens/roles/roles.tsx'], project);
  expect(roles.find(({ file }) => file === screensTest)?.only?.names[0]).toBe('roles');
  const readme = concernedTests(['docs/operations.md'], project).map(({ file }) => file);
  expect([...project.files]).toEqual(expect.arrayContaining(readme));
});
