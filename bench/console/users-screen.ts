import type { Browser, Locator, Page } from 'playwright-core';
import { roleName } from '../large/import-people.ts';
import { personAt, randomFrom } from '../large/people.ts';
import { median } from '../measure.ts';
import { highlightIf, table } from '../report.ts';
import { projectId } from '../settings.ts';
import { browserOptions, type OwnerState } from './owner.ts';
import { type ActionEvent, untilShown, watchAction, watchCpu } from './timing.ts';
import { type Traffic, watchTraffic } from './traffic.ts';

/** The measurements of one way to another page of the table of users. */
export interface ViewResult {
  name: string;
  counts: 'sinceAction' | 'sinceSearch';
  samples: Sample[];
}

interface Sample {
  /** From the action until the rows are shown. */
  sinceAction: number;
  /** From the search request until the rows are shown. */
  sinceSearch: number;
  /** The search alone, as the page sees it. */
  search: number;
  /** The CPU time of the page's main thread, from the action to the rows. */
  cpu: number;
  /** The number of users found. */
  total: number;
  /** The API requests for one view, including one search. */
  requests: number;
}

interface View {
  name: string;
  /** The starting address, below the project. */
  from: string;
  /** Starts there each time; otherwise each repetition starts where the previous one ended. */
  isFresh?: true;
  action: ActionEvent;
  /** A search that waits for a pause in typing is measured from its request. */
  counts?: ViewResult['counts'];
  /** Prepares repetition `index`, the same in every run. */
  prepare(page: Page, index: number): Promise<Action>;
}

const aimMilliseconds = 100;
const searchPath = '/v2/mgmt/user/search';
const rows = 'main table tbody tr';
const rowsThere = ['main table:not([aria-busy="true"]) tbody tr'];

export interface Setting {
  baseUrl: string;
  /** In the database. */
  users: number;
  repetitions: number;
  /** Only views with this in their name. */
  search: string;
}

/** Measures the table of users in the browser of a signed-in owner. */
export async function measureUsersScreen(
  browser: Browser,
  owner: OwnerState,
  setting: Setting,
): Promise<ViewResult[]> {
  const context = await browser.newContext({ ...browserOptions, storageState: owner });
  const page = await context.newPage();
  const watched = { traffic: await watchTraffic(page), cpuMilliseconds: await watchCpu(page) };
  const results: ViewResult[] = [];
  for (const view of viewsOf(setting)) {
    const title = `users screen, ${view.name}`;
    if (!title.includes(setting.search)) continue;
    const { name, counts = 'sinceAction' } = view;
    const samples = await measureView(page, watched, view, setting);
    results.push({ name, counts, samples });
    const times = samples.map((sample) => sample[counts]);
    console.log(`${title}: p50 ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`);
  }
  await context.close();
  return results;
}

function viewsOf({ users, repetitions }: Setting): View[] {
  const familyNames = namesOf('familyName', users, repetitions + 1);
  const givenNames = namesOf('givenName', users, repetitions + 1);
  const nextPage = (page: Page) => aim(page, page.getByRole('button', { name: 'Next page' }));
  return [
    {
      name: 'opened from the overview, no filter',
      from: 'overview',
      isFresh: true,
      action: 'click',
      prepare: (page) =>
        aim(page, page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true })),
    },
    { name: 'next page', from: 'users', action: 'click', prepare: nextPage },
    {
      name: 'sorted by name',
      from: 'users',
      isFresh: true,
      action: 'click',
      prepare: (page) =>
        aim(page, page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button')),
    },
    {
      name: 'next page, sorted by name',
      from: 'users?sort=name&desc=false',
      action: 'click',
      prepare: nextPage,
    },
    {
      name: 'text, a family name',
      from: 'users',
      action: 'input',
      counts: 'sinceSearch',
      prepare: (page, index) => write(page, familyNames[index]!),
    },
    {
      name: 'text, a given name',
      from: 'users',
      action: 'input',
      counts: 'sinceSearch',
      prepare: (page, index) => write(page, givenNames[index]!),
    },
    {
      name: 'role (1 %)',
      from: 'users',
      action: 'go',
      prepare: (page, index) => goToRole(page, 1 + (index % 49)),
    },
    {
      name: 'role (50 %)',
      from: 'users',
      isFresh: true,
      action: 'go',
      prepare: (page) => goToRole(page, 0),
    },
  ];
}

/** The measured remainder when everything is prepared: finding a button takes the page's time, too. */
type Action = () => Promise<unknown>;

/** Moves the pointer there first, as users do before they click. */
async function aim(page: Page, button: Locator): Promise<Action> {
  await button.hover();
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/** Replaces the content of the box. */
async function write(page: Page, text: string): Promise<Action> {
  await page.getByRole('searchbox').first().click();
  await page.keyboard.press('Control+a');
  return () => page.keyboard.type(text);
}

/** Navigates inside the page, as with the back button. */
async function goToRole(page: Page, role: number): Promise<Action> {
  const address = `${new URL(page.url()).pathname}?${new URLSearchParams({ roles: roleName(role) })}`;
  return () =>
    page.evaluate((address) => {
      dispatchEvent(new Event('go'));
      history.pushState(null, '', address);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
}

/** Returns different names of users, because the browser would not repeat a recent search. */
function namesOf(field: 'givenName' | 'familyName', users: number, count: number): string[] {
  const names = new Set<string>();
  for (let index = 0; names.size < count; index += 1) {
    const person = personAt(Math.floor(randomFrom(index + 1)() * users), users);
    if (!person.test) names.add(person[field]);
  }
  return [...names];
}

interface Watched {
  traffic: Traffic;
  /** The CPU time of the page's main thread so far. */
  cpuMilliseconds(): Promise<number>;
}

async function measureView(
  page: Page,
  watched: Watched,
  view: View,
  { baseUrl, repetitions }: Setting,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let index = 0; index <= repetitions; index += 1) {
    if (index === 0 || view.isFresh) {
      watched.traffic.begin();
      await page.goto(`${baseUrl}/console/${projectId}/${view.from}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.traffic.settled(view.from);
    }
    samples.push(await measureOnce(page, watched, view, index));
  }
  // The first repetition finds the server and the browser cold.
  return samples.slice(1);
}

async function measureOnce(
  page: Page,
  { traffic, cpuMilliseconds }: Watched,
  view: View,
  index: number,
): Promise<Sample> {
  // Requests caused by the pointer alone belong to the view, too.
  traffic.begin();
  const action = await view.prepare(page, index);
  await watchAction(page, view.action, { has: rowsThere, changes: rows });
  await page.evaluate(() => performance.clearResourceTimings());
  const answered = page.waitForResponse((response) => response.url().endsWith(searchPath));
  const cpuBefore = await cpuMilliseconds();
  await action();
  const [answer, shown] = await Promise.all([answered, untilShown(page)]);
  const cpu = (await cpuMilliseconds()) - cpuBefore;
  const { total } = (await answer.json()) as { total: number };
  const apiRequests = (await traffic.settled(view.name)).filter(({ isApi }) => isApi);
  const searches = apiRequests.filter(({ path }) => path === searchPath);
  if (searches.length !== 1) {
    throw new Error(`${view.name}: ${searches.length} searches: ${searches.map(({ label }) => label)}`);
  }
  const { sentAt, search } = await page.evaluate((path) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const { startTime, responseEnd } = all.find(({ name }) => name.endsWith(path))!;
    return { sentAt: startTime, search: responseEnd - startTime };
  }, searchPath);
  return {
    sinceAction: shown.shownAt - shown.startedAt,
    sinceSearch: shown.shownAt - sentAt,
    search,
    cpu,
    total,
    requests: apiRequests.length,
  };
}

export function viewTable(views: ViewResult[]): string {
  return table(
    [
      ...['users screen', 'found', 'API requests'],
      ...[`shown after the action, p50 ms (aim < ${aimMilliseconds})`, 'worst ms'],
      ...['after the search was sent, p50 ms', 'worst ms', 'the search by itself, p50 ms'],
      'CPU of the page, p50 ms',
    ],
    views.map(({ name, counts, samples }) => {
      const all = (field: keyof Sample) => samples.map((sample) => sample[field]);
      const since = (from: ViewResult['counts']) => {
        const p50 = median(all(from));
        const isMissed = from === counts && p50 >= aimMilliseconds;
        return [highlightIf(isMissed, p50.toFixed(0)), Math.max(...all(from)).toFixed(0)];
      };
      return [
        ...[name, Math.max(...all('total')), Math.max(...all('requests'))],
        ...[...since('sinceAction'), ...since('sinceSearch')],
        ...[median(all('search')).toFixed(0), median(all('cpu')).toFixed(0)],
      ];
    }),
  );
}
