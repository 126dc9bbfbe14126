import { areaOf } from './folders.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

/** Rules that the files do not keep yet. */
export type OpenRule = 'cutObjects' | 'fragments' | 'homonyms';

/** Reports habits that `open` does not leave for later. */
export function checkHabits(files: readonly SourceFile[], open: ReadonlySet<OpenRule>): Violation[] {
  return [
    ...files.flatMap((file) => [
      ...checkTransactions(file),
      ...checkDoubles(file),
      ...checkHttp(file),
      ...checkReadme(file),
      ...(open.has('cutObjects') ? [] : checkCutObjects(file)),
      ...(open.has('fragments') ? [] : checkFragments(file)),
    ]),
    ...(open.has('homonyms') ? [] : checkHomonyms(files)),
  ];
}

function checkTransactions({ path, habits }: SourceFile): Violation[] {
  if (!path.startsWith('server/') || areaOf(path) === 'tools') return [];
  return habits.slowCalls.map(({ name, line }) => ({
    path,
    line,
    message: `${name} in a transaction keeps its locks while it computes or waits. Call it before or after`,
  }));
}

/** The console and the client run in a browser, which some of their tests imitate. */
function checkDoubles({ path, habits }: SourceFile): Violation[] {
  if (!/^(server|test)\//.test(path)) return [];
  return habits.doubles.map(({ name, line }) => ({
    path,
    line,
    message: `${name} makes a double, which agrees with every mistake. Use the harness: its clock, its inbox, its counterparts`,
  }));
}

const browserLayer = /^domain\/(pages\/|federation\/relying-party$)/;
const httpFiles = /^(endpoints|pages|wire)(-[\w-]+)?\.ts$/;
const aboutHttp =
  /^server\/http\/(cookies|credentials|endpoint|errors|icons|page|page-scripts|provider-logos|request|same-origin)\.ts$/;

/** Builds the endpoints of several groups, whose own endpoints*.ts no other group may import. */
const buildersOfEndpoints = new Set(['server/domain/credentials/challenges/message-method.ts']);

/** Operations know neither HTTP nor pages. */
function checkHttp({ path, imports }: SourceFile): Violation[] {
  const area = areaOf(path);
  if (!area?.startsWith('domain/') || browserLayer.test(area)) return [];
  if (
    buildersOfEndpoints.has(path) ||
    httpFiles.test(path.split('/').at(-1)!) ||
    /\/(endpoints|pages)\//.test(path)
  )
    return [];
  return imports
    .filter(({ target, typeOnly }) => target && !typeOnly && aboutHttp.test(target))
    .map(({ target, line }) => ({
      path,
      line,
      message: `only endpoints*.ts, pages*.ts and wire*.ts may import ${target}. Return facts, and let one of them answer`,
    }));
}

function checkReadme({ path, queries, readme }: SourceFile): Violation[] {
  if (!areaOf(path)?.startsWith('domain/') || !path.endsWith('/group.ts')) return [];
  if (readme === undefined)
    return [
      { path, line: 1, message: 'the group has no README.md. Say what it is, its tables and its invariant' },
    ];
  return queries.owned
    .filter((table) => !readme.includes(`\`${table}\``))
    .map((table) => ({ path, line: 1, message: `README.md does not name the table ${table}. Add it there` }));
}

function checkCutObjects({ path, habits }: SourceFile): Violation[] {
  return habits.cutObjects.map((line) => ({
    path,
    line,
    message: 'a spread of an object literal. Write its properties in the object itself',
  }));
}

function checkFragments({ path, habits, isGenerated }: SourceFile): Violation[] {
  if (isGenerated) return [];
  return habits.fragments.map(({ word, line }) => ({
    path,
    line,
    message: `a comment begins with "${word}". Begin with a verb, or with a noun that names the thing`,
  }));
}

/** Two functions of one name in a layer are mistaken for each other. */
function checkHomonyms(files: readonly SourceFile[]): Violation[] {
  const functions = files.flatMap(({ path, habits }) => {
    const [group] = /^domain\/[^/]+\/[^/]+/.exec(areaOf(path) ?? '') ?? [];
    return group ? habits.exportedFunctions.map((found) => ({ ...found, group, path })) : [];
  });
  return [...Map.groupBy(functions, ({ group, name }) => `${group} ${name}`).values()].flatMap((same) =>
    same.slice(1).map(({ path, line, name, group }) => ({
      path,
      line,
      message: `${same[0]!.path} of the group ${group} exports a function ${name}, too. Name both after what differs`,
    })),
  );
}
