import { posix } from 'node:path';
import { type Concerned, closeness } from './concerned.ts';
import type { SourceTree } from './source-tree.ts';

const list = 'console/screens.ts';
/** The test that opens each screen. */
const loop = 'test/journeys/console-screens.test.ts';

interface Screen {
  /** As in the address: `users/:userId`. */
  path: string;
  module: string;
}

/** Returns the tests in a browser that a file of the console concerns: those that open a screen which contains it. */
export function screenTests(path: string, tests: readonly string[], tree: SourceTree): Concerned[] {
  const all = readScreens(tree);
  const screens = screensWith(path, all, tree);
  if (screens.length === 0) return [];
  const ofPage = (address: string): Screen | undefined => screenAt(address, all);
  const names = inTurn(
    screens.map((screen) => addressesOfLoop(tree).filter((address) => ofPage(address) === screen)),
  );
  const titles = screens.slice(0, 3).map((screen) => screen.path);
  const reason = `opens ${titles.join(', ')}${screens.length > 3 ? ' …' : ''} with ${path}`;
  const journeys = tests.filter((test) => {
    const opened = addressesOpenedBy(tree.textOf(test)).map(ofPage);
    return (
      test !== loop && test.startsWith('test/journeys/') && opened.some((screen) => screen === screens[0])
    );
  });
  return [
    ...(tests.includes(loop) && names.length > 0
      ? [{ file: loop, closeness: closeness.screens, reason, only: { kind: 'screens' as const, names } }]
      : []),
    ...journeys.map((file) => ({ file, closeness: closeness.journeys, reason })),
  ];
}

function readScreens(tree: SourceTree): Screen[] {
  const entries = tree.textOf(list).matchAll(/\bpath: '([^']+)'.*?\bimport\('([^']+)'\)/gs);
  return Array.from(entries, ([, path = '', module = '']) => ({
    path,
    module: posix.join(posix.dirname(list), module),
  }));
}

/** Returns the screens that contain the file, those that import it most directly first; of the frame, the first screen. */
function screensWith(path: string, screens: Screen[], tree: SourceTree): Screen[] {
  const reached = new Set([path]);
  for (const file of reached) {
    for (const user of tree.usersOf(file))
      if (user !== list && user.startsWith('console/')) reached.add(user);
  }
  const places = [...reached];
  const found = screens
    .filter(({ module }) => reached.has(module))
    .sort((a, b) => places.indexOf(a.module) - places.indexOf(b.module));
  const folder = /^console\/screens\/[^/]+\//.exec(path)?.[0];
  const isOwn = ({ module }: Screen): boolean => folder !== undefined && module.startsWith(folder);
  const own = found.filter(isOwn);
  if (found.length > 0) return [...own, ...found.filter((screen) => !isOwn(screen))];
  return folder ? screens.filter(isOwn) : screens.slice(0, 1);
}

/** Returns the screen that an address such as `users/ann@example.com?tab=access` opens: a fixed path before a parameter. */
function screenAt(address: string, screens: Screen[]): Screen | undefined {
  const segments = (address.split('?', 1)[0] as string).split('/');
  const fits = ({ path }: Screen): boolean => {
    const own = path.split('/');
    return (
      own.length === segments.length && own.every((name, i) => name.startsWith(':') || name === segments[i])
    );
  };
  return screens.filter(fits).sort((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))[0];
}

function addressesOfLoop(tree: SourceTree): string[] {
  const [, text = ''] = /const screens = \[(.*?)\];/s.exec(tree.textOf(loop)) ?? [];
  return Array.from(text.matchAll(/'([^']+)'/g), ([, address]) => address as string);
}

function addressesOpenedBy(text: string): string[] {
  return Array.from(text.matchAll(/\bopen\(\s*['"`]([^'"`]+)['"`]/g), ([, address]) =>
    (address as string).replaceAll(/\$\{[^}]*\}/g, 'x'),
  );
}

/** Takes the first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: Item[][]): Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}
