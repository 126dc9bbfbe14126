// `npm run screenshots [-- --out <folder>] [-- --steady] [<view> …]`: takes pictures of every view in both schemes and
// two widths, from a server with fictitious users. `--docs` renews the few that README and docs show.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Console, startConsole } from '../test/console.ts';
import { buildConsole } from '../test/console-build.ts';
import { makeMigratedDatabase } from '../test/migrated-database.ts';
import { fillProject } from './screenshots/sample-project.ts';
import { looks, type View, views } from './screenshots/views.ts';

const root = join(import.meta.dirname, '..');
const { values: options, positionals: names } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'screenshots') },
    /** Covers what differs from run to run: times, IDs and charts. */
    steady: { type: 'boolean', default: false },
    docs: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** The pictures in docs/screenshots. */
const inDocuments: Record<string, 'light' | 'dark'> = {
  overview: 'light',
  users: 'light',
  user: 'light',
  tenant: 'light',
  audit: 'dark',
};

const unknown = names.filter((name) => !views.some((view) => view.name === name));
if (unknown.length > 0) {
  throw new Error(`no view ${unknown.join(', ')}. There are: ${views.map(({ name }) => name).join(', ')}`);
}

await buildConsole();
const removeDatabase = await makeMigratedDatabase('sqlite');
const latchkey = await startConsole({ locale: 'en-GB', timezoneId: 'UTC', deviceScaleFactor: 1 });
try {
  const ids = { project: latchkey.server.projectId, ...(await fillProject(latchkey)) };
  const count = options.docs ? await renewDocuments(ids) : await photographAll(ids);
  console.log(`${count} pictures`);
} finally {
  await latchkey.close();
  await removeDatabase();
}
// The browser that all pages share would keep the process alive.
process.exit();

type Ids = Record<string, string>;

async function photographAll(ids: Ids): Promise<number> {
  if (names.length === 0) rmSync(options.out, { recursive: true, force: true });
  mkdirSync(options.out, { recursive: true });
  const wanted = views.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const look of looks) {
    await latchkey.page.setViewportSize(look);
    await latchkey.page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' });
    for (const view of wanted) {
      const file = `${view.name}.${look.colorScheme}.${look.width}.png`;
      await photograph(latchkey, view, ids, join(options.out, file));
    }
  }
  return wanted.length * looks.length;
}

async function renewDocuments(ids: Ids): Promise<number> {
  await latchkey.page.setViewportSize({ width: 1280, height: 800 });
  const wanted = views.filter(({ name }) => name in inDocuments);
  for (const view of wanted) {
    await latchkey.page.emulateMedia({ colorScheme: inDocuments[view.name]! });
    await photograph(latchkey, view, ids, join(root, 'docs', 'screenshots', `${view.name}.png`));
  }
  return wanted.length;
}

async function photograph({ page, server }: Console, view: View, ids: Ids, path: string): Promise<void> {
  const address = view.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name]!);
  await page.goto(server.baseUrl + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  for (const [label, text] of Object.entries(view.fill ?? {})) await page.getByLabel(label).fill(text);
  if (view.press) await page.getByRole('button', { name: view.press }).first().click();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const covers = options.steady ? [page.locator('time, code, .sparkline, .bars')] : [];
  await page.screenshot({ path, mask: covers, maskColor: '#808080', animations: 'disabled' });
}
