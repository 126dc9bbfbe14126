import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../test/console-build.ts';
import { launchChromium } from '../../test/counterparts/chromium.ts';
import { totpCode } from '../../test/counterparts/oathtool.ts';
import { startOn } from '../cores.ts';
import { importPeople, totpSeed } from '../large/import.ts';
import { type Person, personAt } from '../large/people.ts';
import type { NodeProcess } from '../node-process.ts';
import type { Engine, Options } from '../options.ts';
import { send } from '../recording.ts';
import { post } from '../requests.ts';
import { projectId } from '../settings.ts';
import { newPlace, serve } from '../stage.ts';
import { median } from '../statistics.ts';
import { browserOptions, type OwnerState, signInOwner, withOwner } from './owner.ts';
import { type Sight, untilShown, watchLoads } from './stopwatch.ts';
import { watchTraffic } from './traffic.ts';
import { describeView, measureUsersScreen, type ViewResult } from './users-screen.ts';

/** One address of the console, opened by typing it. */
export interface LoadResult {
  name: string;
  /** The requests for the page and its files, and to the API. */
  files: number;
  apiRequests: number;
  /** Over the wire, with headers. */
  bytes: number;
  milliseconds: number;
}

export interface ConsoleResult {
  /** The first entry is the first load. */
  loads: LoadResult[];
  users: number;
  views: ViewResult[];
}

const users = 1_000;
const tenants = 100;

const signInThere: Sight = { has: ['form [type="submit"]:not([disabled])'] };
const overviewThere: Sight = {
  has: ['main h1'],
  lacks: ['main .mantine-Skeleton-root', 'main [role="status"]'],
};
const chartThere: Sight = { ...overviewThere, has: ['main h1', 'main .recharts-surface'] };

/** Measures the console in Chromium, for a project with few users. */
export async function measureConsole(
  engine: Engine,
  { quick }: Options,
  { cores, folder }: { cores: string; folder: string },
): Promise<ConsoleResult> {
  await buildConsole();
  const place = await newPlace(engine, join(folder, `${engine}-console`));
  const server = await serve(place, cores);
  const browser = await startOn(cores, launchChromium);
  try {
    await importPeople(server, { users, tenants });
    const repetitions = quick ? 3 : 10;
    const load = (name: string, path: string, sight: Sight, owner?: OwnerState) =>
      measureLoads(browser, repetitions, { name, url: `${server.baseUrl}/console/${path}`, sight, owner });
    const signIn = await load('sign-in', '', signInThere);
    const owner = await signInOwner(browser, server, place);
    const overview = `${projectId}/overview`;
    const empty = await load('overview without sign-ins', overview, overviewThere, owner);
    await createSignIn(server);
    const full = await load('overview with its charts', overview, chartThere, owner);
    const views = await withOwner(browser, owner, (page, watched) =>
      measureUsersScreen(page, watched, {
        ...{ baseUrl: server.baseUrl, users, repetitions },
        report: (view) => console.log(describeView(view)),
      }),
    );
    return { loads: [...signIn, ...empty, ...full], users, views };
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Load {
  name: string;
  url: string;
  sight: Sight;
  owner: OwnerState | undefined;
}

/** Loads with an empty cache, and again with the filled one. */
async function measureLoads(browser: Browser, repetitions: number, load: Load): Promise<LoadResult[]> {
  const first: LoadResult[] = [];
  const again: LoadResult[] = [];
  // The first load finds the server's caches empty, too.
  for (let index = 0; index <= repetitions; index += 1) {
    const context = await browser.newContext({
      ...browserOptions,
      ...(load.owner && { storageState: load.owner }),
    });
    const results = [];
    for (const _ of ['first', 'again']) {
      const page = await context.newPage();
      results.push(await measureLoad(page, load));
      await page.close();
    }
    await context.close();
    if (index === 0) continue;
    first.push(results[0]!);
    again.push(results[1]!);
  }
  return [medianOf(`${load.name}; empty cache`, first), medianOf(`${load.name}; once more`, again)];
}

async function measureLoad(page: Page, { name, url, sight, owner }: Load): Promise<LoadResult> {
  const traffic = await watchTraffic(page);
  await watchLoads(page, sight);
  await page.goto(url);
  const { shownAt } = await untilShown(page);
  const exchanges = await traffic.settled(name, owner ? undefined : '/v1/console');
  const files = exchanges.filter(({ isApi, bytes }) => !isApi && bytes > 0);
  return {
    name,
    files: files.length,
    apiRequests: exchanges.filter(({ isApi }) => isApi).length,
    bytes: exchanges.reduce((sum, { bytes }) => sum + bytes, 0),
    milliseconds: shownAt,
  };
}

function medianOf(name: string, results: LoadResult[]): LoadResult {
  const of = (field: 'files' | 'apiRequests' | 'bytes' | 'milliseconds') =>
    median(results.map((result) => result[field]));
  return {
    name,
    ...{ files: of('files'), apiRequests: of('apiRequests') },
    ...{ bytes: of('bytes'), milliseconds: of('milliseconds') },
  };
}

/** Creates data for the charts. */
async function createSignIn({ baseUrl }: NodeProcess): Promise<void> {
  let person: Person;
  let index = 0;
  do {
    person = personAt(index, users, tenants);
    index += 1;
  } while (!person.hasTotp || person.status !== 'enabled');
  await send(
    baseUrl,
    post('/v1/auth/totp/verify', { loginId: person.email, code: totpCode(totpSeed, Date.now()) }),
  );
}
