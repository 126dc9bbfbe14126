import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../test/console-build.ts';
import { launchChromium } from '../../test/counterparts/chromium.ts';
import { totpCode } from '../../test/counterparts/oathtool.ts';
import { importPeople } from '../large/import-people.ts';
import { personAt } from '../large/people.ts';
import { startOn } from '../machine.ts';
import { median } from '../measure.ts';
import { newPlace } from '../place.ts';
import { highlightIf, type Section, table } from '../report.ts';
import { manage, post, sendSuccessfully } from '../requests.ts';
import { type ServerProcess, serve } from '../server-process.ts';
import { projectId, returnUrl, totpSecret } from '../settings.ts';
import type { Setting } from '../stage.ts';
import { browserOptions, type OwnerState, signInOwner } from './owner.ts';
import { type Condition, untilShown, watchLoads } from './timing.ts';
import { watchTraffic } from './traffic.ts';
import { measureUsersScreen, viewTable } from './users-screen.ts';

/** The figures of one load of a page. */
interface LoadResult {
  /** Over the wire, with headers. */
  bytes: number;
  /** The requests for the page and its files, and to the API. */
  files: number;
  apiRequests: number;
  milliseconds: number;
}

interface Load {
  name: string;
  path: string;
  condition: Condition;
  owner?: OwnerState;
  /** For the first load. */
  aimBytes?: number;
}

const users = 1_000;
const tenants = 100;

const signInThere: Condition = { has: ['form [type="submit"]:not([disabled])'] };
const overviewThere: Condition = {
  has: ['main h1'],
  lacks: ['main .mantine-Skeleton-root', 'main [role="status"]'],
};
const chartThere: Condition = { ...overviewThere, has: ['main h1', 'main .bars'] };

/** Measures the console in Chromium for a project with few users, and the hosted sign-in page. */
export async function measureConsole({ engine, options, cores, folder }: Setting): Promise<Section[]> {
  await buildConsole();
  const place = await newPlace(engine, join(folder, `${engine}-console`));
  const server = await serve(place, cores.all);
  const browser = await startOn(cores.all, launchChromium);
  const { baseUrl } = server;
  const repetitions = options.views;
  const rows: (string | number)[][] = [];
  const load = async (one: Load) => {
    rows.push(...(await measureLoads(browser, `${baseUrl}/${one.path}`, one, repetitions)));
  };
  try {
    await importPeople(server, { users, tenants });
    await manage(baseUrl, 'project/settings', {
      redirectUrls: [returnUrl],
      unlimitedAddresses: ['127.0.0.0/8', '::1/128'],
    });
    const query = new URLSearchParams({ redirectUrl: returnUrl, state: 'state' });
    const signInPage = `login/${projectId}?${query}`;
    await load({ name: 'sign-in', path: 'console/', condition: signInThere, aimBytes: 200_000 });
    await load({
      name: 'hosted sign-in page',
      path: signInPage,
      condition: { has: ['form button'] },
      aimBytes: 30_000,
    });
    const owner = await signInOwner(browser, server, place);
    const path = `console/${projectId}/overview`;
    await load({ name: 'overview without sign-ins', path, condition: overviewThere, owner });
    await createSignIn(server);
    await load({ name: 'overview with its charts', path, condition: chartThere, owner });
    const views = await measureUsersScreen(browser, owner, { baseUrl, users, repetitions, search: '' });
    const head = ['', 'bytes over the wire, with headers', 'files', 'API requests', 'shown, ms'];
    const caption = `The table of ${users.toLocaleString('en')} users:`;
    return [
      { title: 'The console', parts: [table(head, rows), caption, viewTable(views)], isComplete: true },
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Loads with an empty cache, and again with the filled one. Returns a row for each. */
async function measureLoads(browser: Browser, url: string, load: Load, repetitions: number) {
  const { name, owner, aimBytes = Number.POSITIVE_INFINITY } = load;
  const results: Record<'first' | 'again', LoadResult[]> = { first: [], again: [] };
  // The first repetition finds the server's caches empty, too.
  for (let index = 0; index <= repetitions; index += 1) {
    const context = await browser.newContext({ ...browserOptions, ...(owner && { storageState: owner }) });
    for (const time of ['first', 'again'] as const) {
      const page = await context.newPage();
      const result = await measurePage(page, url, load);
      if (index > 0) results[time].push(result);
      await page.close();
    }
    await context.close();
  }
  const first = mediansOf(results.first);
  const again = mediansOf(results.again);
  const aim = aimBytes < Number.POSITIVE_INFINITY ? ` (aim < ${grouped(aimBytes)} bytes)` : '';
  return [
    [
      `${name}; empty cache${aim}`,
      highlightIf(first.bytes >= aimBytes, grouped(first.bytes)),
      ...cells(first),
    ],
    [`${name}; once more`, grouped(again.bytes), ...cells(again)],
  ];
}

async function measurePage(page: Page, url: string, { name, condition, owner }: Load): Promise<LoadResult> {
  const traffic = await watchTraffic(page);
  await watchLoads(page, condition);
  await page.goto(url);
  const { shownAt } = await untilShown(page);
  const exchanges = await traffic.settled(name, owner ? undefined : '/v1/console');
  return {
    bytes: exchanges.reduce((sum, { bytes }) => sum + bytes, 0),
    files: exchanges.filter(({ isApi, bytes }) => !isApi && bytes > 0).length,
    apiRequests: exchanges.filter(({ isApi }) => isApi).length,
    milliseconds: shownAt,
  };
}

function mediansOf(results: LoadResult[]): LoadResult {
  const of = (field: keyof LoadResult) => median(results.map((result) => result[field]));
  const [bytes, files] = [of('bytes'), of('files')];
  return { bytes, files, apiRequests: of('apiRequests'), milliseconds: of('milliseconds') };
}

function cells({ files, apiRequests, milliseconds }: LoadResult): (string | number)[] {
  return [files, apiRequests, milliseconds.toFixed(0)];
}

/** Creates data for the charts. */
async function createSignIn({ baseUrl }: ServerProcess): Promise<void> {
  const people = Array.from({ length: users }, (_, index) => personAt(index, users, tenants));
  const { email } = people.find(({ hasTotp, status }) => hasTotp && status === 'enabled')!;
  const code = totpCode(totpSecret, Date.now());
  await sendSuccessfully(baseUrl, post('/v1/auth/totp/verify', { loginId: email, code }));
}

function grouped(number: number): string {
  return number.toLocaleString('en').replaceAll(',', ' ');
}
