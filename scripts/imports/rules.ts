import { posix } from 'node:path';
import { findCycles } from './cycles.ts';
import { areaOf, folderViolation } from './folders.ts';
import { checkHabits, type OpenRule } from './habit-rules.ts';
import type { SourceFile } from './source.ts';
import { checkOwners, checkQueries } from './sql-rules.ts';
import type { Violation } from './violation.ts';

const maximumLines = 300;
const vagueNames = /^(utils?|helpers?|commons?|services?|managers?)$/i;
const environmentReader = 'server/core/config.ts';
const clocks = ['server/core/clock.ts', 'client/clock.ts', 'console/clock.ts'];
const constantsFile = 'client/constants.ts';
const schemaFile = 'server/http/schema.ts';

/** `longFiles` may be longer than other files, and the rules of `open` are left for later. */
export function findViolations(
  files: SourceFile[],
  longFiles: readonly string[] = [],
  open: ReadonlySet<OpenRule> = new Set(),
): Violation[] {
  const inFiles = files.flatMap((file) => [
    ...checkPlace(file),
    ...checkImports(file),
    ...checkQueries(file),
    ...checkGlobals(file),
    ...checkDecisions(file),
    ...checkLength(file, longFiles),
  ]);
  return [
    ...inFiles,
    ...checkCopies(files),
    ...checkMutualGroups(files),
    ...checkOwners(files),
    ...checkHabits(files, open),
    ...checkCycles(files),
    ...checkLongFiles(files, longFiles),
  ];
}

function checkPlace({ path, onlyReexports }: SourceFile): Violation[] {
  const messages: string[] = [];
  if (areaOf(path) === undefined) {
    messages.push(
      'belongs to no folder of the table in scripts/imports/folders.ts. Move it, or add its folder there',
    );
  }
  const vague = path.split('/').find((segment) => segment.split('.').some((word) => vagueNames.test(word)));
  if (vague) messages.push(`"${vague}" is a meaningless name. Name the file or folder after its subject`);
  if (posix.basename(path).startsWith('index.') && onlyReexports) {
    messages.push('only re-exports. Import from the files themselves and delete it');
  }
  return messages.map((message) => ({ path, line: 1, message }));
}

function checkImports(file: SourceFile): Violation[] {
  if (areaOf(file.path) === 'tools') return [];
  return file.imports.flatMap((imported) => {
    const { specifier, line, typeOnly } = imported;
    const messages = [folderViolation(file, imported)];
    if (isFrom(specifier, 'typebox') && file.path !== schemaFile) {
      messages.push(`only ${schemaFile} may import typebox. Use what it exports, or add a constructor there`);
    }
    if (isFrom(specifier, 'node:http') && !typeOnly && isServer(file.path)) {
      messages.push(
        "an import of node:http loads Node's fetch at each start, which takes 14 MB. Use process.getBuiltinModule('node:http')",
      );
    }
    return messages.flatMap((message) => (message ? [{ path: file.path, line, message }] : []));
  });
}

/** Lists of the contract have one home. The console would offer what the server no longer accepts. */
function checkCopies(files: SourceFile[]): Violation[] {
  const keyOf = (values: string[]) =>
    JSON.stringify([...new Set(values)].filter((value) => value !== '').sort());
  const constants = new Map(
    files
      .filter(({ path }) => path === constantsFile)
      .flatMap(({ lists }) => lists.map(({ values, name }) => [keyOf(values), name])),
  );
  return files
    .filter(({ path }) => areaOf(path) === 'console')
    .flatMap(({ path, lists }) =>
      lists.flatMap(({ values, line }) => {
        const name = constants.get(keyOf(values));
        return name ? [{ path, line, message: `repeats ${name} of ${constantsFile}. Import it` }] : [];
      }),
    );
}

function isServer(path: string): boolean {
  return path.startsWith('server/') && !path.endsWith('.test.ts');
}

function isFrom(specifier: string, name: string): boolean {
  return specifier === name || specifier.startsWith(`${name}/`);
}

function checkGlobals({ path, environmentLines, wallClockLines }: SourceFile): Violation[] {
  if (areaOf(path) === 'tools') return [];
  const environment = path === environmentReader ? [] : environmentLines;
  const wallClock = clocks.includes(path) ? [] : wallClockLines;
  return [
    ...environment.map((line) => ({
      path,
      line,
      message: `only ${environmentReader} may read process.env. Add a setting there and take it from the configuration`,
    })),
    ...wallClock.map((line) => ({
      path,
      line,
      message: `only ${new Intl.ListFormat('en-GB').format(clocks)} may read the wall clock. Use ctx.now(), or take the time as a parameter`,
    })),
  ];
}

const sessions = 'server/domain/sessions/sessions';

/** The files that may decide, by what the decision is made from. Everything else asks them. */
const deciders: { names: string[]; files: string[]; message: string }[] = [
  {
    names: ['disabled'],
    files: [
      'server/domain/directory/users/user.ts',
      // An outcome of a notice has the same name.
      'server/domain/credentials/security-notices/answer-notice.ts',
    ],
    message: 'only isDisabled in directory/users/user.ts decides whether a user is disabled. Call it',
  },
  {
    names: ['findSessionRow', 'takeSessionRow', 'holdSessionRow', 'userStatus'],
    files: [`${sessions}/live-session.ts`, `${sessions}/store.ts`, `${sessions}/refresh-session.ts`],
    message: 'only live-session.ts reads sessions, because it decides whether they are alive. Ask it for one',
  },
  {
    names: ['justStored'],
    files: [`${sessions}/live-session.ts`, `${sessions}/create-session.ts`, `${sessions}/refresh-session.ts`],
    message: 'only what stores a session may say that it is alive. Ask live-session.ts for one',
  },
  {
    names: ['endOf'],
    files: [
      ...['live-session', 'lifetimes', 'lists/list-sessions', 'claims/tokens'].map(
        (name) => `${sessions}/${name}.ts`,
      ),
      'server/domain/applications/openid-provider/tokens.ts',
    ],
    message:
      'only live-session.ts compares the end of a session with the time; lists and tokens state it. Ask live-session.ts',
  },
  {
    names: ['enforcesSso'],
    files: [
      ...['in-reach', 'enforce-sso', 'claims/tokens'].map((name) => `${sessions}/${name}.ts`),
      'server/domain/federation/sign-in-explanation/checks.ts',
    ],
    message: 'only in-reach.ts decides which tenants a session reaches. Take the user from it (InReach)',
  },
];

/** A rule about sessions that is decided in two places soon has two meanings. */
function checkDecisions({ path, decisions }: SourceFile): Violation[] {
  if (!path.startsWith('server/domain/') || path.endsWith('.test.ts')) return [];
  return decisions.flatMap(({ name, line }) => {
    const rule = deciders.find(({ names }) => names.includes(name));
    return rule && !rule.files.includes(path) ? [{ path, line, message: rule.message }] : [];
  });
}

function checkLength(
  { path, lineCount, isGenerated }: SourceFile,
  longFiles: readonly string[],
): Violation[] {
  const isTest = path.startsWith('test/') || /\.test\.tsx?$/.test(path);
  if (lineCount <= maximumLines || isGenerated || isTest || longFiles.includes(path)) return [];
  const message = `${lineCount} lines, more than ${maximumLines}. Split it by subject`;
  return [{ path, line: maximumLines + 1, message }];
}

/** Reports exceptions that are no longer needed. */
function checkLongFiles(files: SourceFile[], longFiles: readonly string[]): Violation[] {
  const long = new Set(files.filter(({ lineCount }) => lineCount > maximumLines).map(({ path }) => path));
  return longFiles
    .filter((path) => !long.has(path))
    .map((path) => ({ path, line: 1, message: 'is no longer long. Remove it from the list of long files' }));
}

/**
 * Reports groups that import each other, at the first import in each direction: neither can be understood, or changed, without
 * the other. Only groups of one layer can, because no layer imports a higher one.
 */
function checkMutualGroups(files: SourceFile[]): Violation[] {
  const first = new Map<string, { path: string; line: number }>();
  for (const { path, imports } of files) {
    for (const { target, line } of imports) {
      const [from, to] = [areaOf(path), target && areaOf(target)];
      if (!from?.startsWith('domain/') || !to?.startsWith('domain/') || from === to) continue;
      const edge = `${from} and ${to}`;
      if (!first.has(edge)) first.set(edge, { path, line });
    }
  }
  const isMutual = (edge: string) => first.has(edge.split(' and ').reverse().join(' and '));
  return [...first].flatMap(([edge, place]) => {
    if (!isMutual(edge)) return [];
    const message = `${edge} import each other. Move what both need into one of them, or pass it in`;
    return [{ ...place, message }];
  });
}

function checkCycles(files: SourceFile[]): Violation[] {
  return findCycles(files).map((cycle) => {
    const [path = '', next] = cycle;
    const line =
      files.find((file) => file.path === path)?.imports.find(({ target }) => target === next)?.line ?? 1;
    const message = `import cycle: ${cycle.join(' → ')}. Move what both need into a third file`;
    return { path, line, message };
  });
}
