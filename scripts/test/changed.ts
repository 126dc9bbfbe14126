import { screenTests } from './changed-screens.ts';
import { type Concerned, closeness, type Subjects } from './concerned.ts';
import { groupOf, isComposition, isTestFile, nameOf, testsBeside } from './places.ts';
import type { SourceTree } from './source-tree.ts';

/** Files that no import leads to, and the tests that read them. */
const readers: { changed: RegExp; tests: string[] }[] = [
  { changed: /\.md$/, tests: ['test/documents.test.ts'] },
  { changed: /^docs\//, tests: ['server/http/docs/docs.test.ts'] },
  { changed: /^(Dockerfile$|compose\.yaml$|deploy\/)/, tests: ['test/deployment.test.ts'] },
  { changed: /^package(-lock)?\.json$/, tests: ['scripts/licenses.test.ts', 'scripts/install.test.ts'] },
];

/** The tests that examine all endpoints, one after the other. */
const loops = /^test\/every-[^/]+\.test\.ts$/;

/**
 * Returns the tests that a change concerns, the closest first. The place of a file decides before its imports: most
 * tests import the whole server, and none imports a screen.
 */
export function concernedTests(changed: readonly string[], tree: SourceTree): Concerned[] {
  const tests = [...tree.files].filter(isTestFile).sort();
  const all = changed.flatMap((path) => concernedBy(path, tests, tree));
  const byFile = Map.groupBy(all, ({ file }) => file);
  return [...byFile.values()]
    .map(merge)
    .sort((a, b) => a.closeness - b.closeness || (a.file < b.file ? -1 : 1));
}

/** Keeps the closest relation to the change. A test that goes through all subjects is run for those that changed. */
function merge(relations: Concerned[]): Concerned {
  const [closest] = relations.toSorted((a, b) => a.closeness - b.closeness) as [Concerned];
  const named = relations.flatMap(({ only }) => only ?? []);
  if (!named[0]) return closest;
  return {
    ...closest,
    only: { kind: named[0].kind, names: [...new Set(named.flatMap(({ names }) => names))] },
  };
}

/** Returns how many other tests reach the change, by any number of imports. */
export function countDistantTests(
  changed: readonly string[],
  concerned: readonly Concerned[],
  tree: SourceTree,
): number {
  const reached = reach(changed, tree);
  for (const { file } of concerned) reached.delete(file);
  return [...reached].filter(isTestFile).length;
}

/** Returns the files and all that import them, by any number of imports. */
function reach(paths: readonly string[], tree: SourceTree): Set<string> {
  const reached = new Set(paths);
  for (const path of reached) for (const user of tree.usersOf(path)) reached.add(user);
  return reached;
}

function concernedBy(path: string, tests: readonly string[], tree: SourceTree): Concerned[] {
  const near = (closeness: number, reason: string, files: readonly string[], only?: Subjects): Concerned[] =>
    files.map((file) => ({ file, closeness, reason, ...(only && { only }) }));
  const itself = near(
    closeness.itself,
    'changed',
    tests.filter((test) => test === path),
  );
  const read = readers.filter(({ changed }) => changed.test(path)).flatMap((reader) => reader.tests);
  const reading = near(closeness.importing, `reads ${path}`, read);
  // The tests beside a text are not about it.
  if (isTestFile(path) || path.endsWith('.md')) return [...itself, ...reading];

  // A file that is no module reaches its tests without an import.
  const able = /\.(tsx?|mjs)$/.test(path) ? reach([path], tree) : new Set(tests);
  const beside = testsBeside(path, tests).filter((test) => able.has(test));
  const sameName = beside.filter((test) => nameOf(test) === nameOf(path));
  const group = groupOf(path);
  const ofGroup = tests.filter((test) => group && test.startsWith(`${group}/`) && able.has(test));
  const besideUsers = usersOfGroupWith(path, tree)
    .flatMap((user) =>
      user.startsWith('test/') ? tree.usersOf(user).filter(isTestFile) : testsBeside(user, tests),
    )
    .filter((test) => able.has(test));
  return [
    ...reading,
    ...near(closeness.sameName, `beside ${path}`, sameName),
    ...near(closeness.beside, `beside ${path}`, beside),
    ...near(closeness.importing, `imports ${path}`, tree.usersOf(path).filter(isTestFile)),
    ...near(closeness.group, `of ${group}`, ofGroup),
    ...(group && describesEndpoints(path, group, tree)
      ? near(
          closeness.loops,
          `for the endpoints of ${group}`,
          tests.filter((test) => loops.test(test)),
          { kind: 'groups', names: [group] },
        )
      : []),
    ...near(closeness.besideUsers, `beside what imports ${path}`, besideUsers),
    ...(path.startsWith('console/') ? screenTests(path, tests, tree) : []),
  ];
}

/** Reports whether the file describes endpoints of its group. Some groups have wire formats for others only. */
function describesEndpoints(path: string, group: string, tree: SourceTree): boolean {
  if (!group.startsWith('server/domain/') || !/\/(endpoints|wire)[^/]*\.ts$/.test(path)) return false;
  return [...tree.files].some((file) => file.startsWith(`${group}/`) && /\/endpoints[^/]*\.ts$/.test(file));
}

/** Returns what imports the file, and what imports it through other files of its group: stores are private to theirs. */
function usersOfGroupWith(path: string, tree: SourceTree): string[] {
  const isInside = (user: string): boolean =>
    path.startsWith('server/domain/') && groupOf(user) === groupOf(path) && !isTestFile(user);
  const inside = new Set([path]);
  for (const file of inside) for (const user of tree.usersOf(file)) if (isInside(user)) inside.add(user);
  const users = new Set([...inside].flatMap((file) => tree.usersOf(file)));
  return [...users].filter((user) => leadsFrom(path, user) && !isInside(user));
}

/** Composition and the harness import everything, so they tell the tests of a file of the product apart from no others. */
function leadsFrom(path: string, user: string): boolean {
  if (isTestFile(user)) return false;
  return (
    isComposition(path) || path.startsWith('test/') || !(isComposition(user) || user === 'test/harness.ts')
  );
}
