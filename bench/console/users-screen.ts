import type { Locator, Page } from 'playwright-core';
import { roleName } from '../large/import.ts';
import { personAt, randomFrom } from '../large/people.ts';
import { projectId } from '../settings.ts';
import { median } from '../statistics.ts';
import type { Watched } from './owner.ts';
import { type Act, type Shown, untilShown, watchAct } from './stopwatch.ts';

/** One way to another page of the table of users. */
export interface ViewResult {
  name: string;
  /** The times from the action until the rows are shown. */
  sinceAct: number[];
  /** The times from the search request. */
  sinceSearch: number[];
  /** The times of the search alone, as the page sees it. */
  search: number[];
  /** The CPU time of the page's main thread, from the action to the rows. */
  cpu: number[];
  /** The largest number of users found. */
  total: number;
  /** The API requests for one view, including one search. */
  requests: number;
  /** A search that waits for a pause in typing is measured from its request. */
  counts: 'sinceAct' | 'sinceSearch';
}

interface View {
  name: string;
  /** The starting address, below the project. */
  from: string;
  /** Starts there each time; otherwise each repetition starts where the previous one ended. */
  isFresh?: true;
  act: Act;
  counts?: ViewResult['counts'];
  /** Prepares repetition `index`, the same in every run. */
  prepare(page: Page, index: number): Promise<Deed>;
}

const searchPath = '/v2/mgmt/user/search';
const rows = 'main table tbody tr';
const rowsThere = ['main table:not([aria-busy="true"]) tbody tr'];

export interface Setting {
  baseUrl: string;
  /** In the database. */
  users: number;
  repetitions: number;
  /** Absent: all views are. */
  isWanted?(name: string): boolean;
  report(result: ViewResult): void;
}

export function describeView(view: ViewResult): string {
  const times = view[view.counts];
  return `users screen, ${view.name}: p50 ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`;
}

/** Measures the table of users in the browser of a signed-in owner. */
export async function measureUsersScreen(
  page: Page,
  watched: Watched,
  setting: Setting,
): Promise<ViewResult[]> {
  const results: ViewResult[] = [];
  for (const view of viewsOf(setting).filter(({ name }) => setting.isWanted?.(name) ?? true)) {
    const result = await measureView(page, watched, view, setting);
    results.push(result);
    setting.report(result);
  }
  return results;
}

function viewsOf({ users, repetitions }: Setting): View[] {
  const familyNames = namesOf('familyName', users, repetitions + 1);
  const givenNames = namesOf('givenName', users, repetitions + 1);
  const nextPage = (page: Page) => aim(page, page.getByRole('button', { name: 'Next page' }));
  return [
    {
      ...{ name: 'opened from the overview, no filter', from: 'overview', isFresh: true, act: 'click' },
      prepare: (page) =>
        aim(page, page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true })),
    },
    { name: 'next page', from: 'users', act: 'click', prepare: nextPage },
    {
      ...{ name: 'sorted by name', from: 'users', isFresh: true, act: 'click' },
      prepare: (page) =>
        aim(page, page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button')),
    },
    {
      ...{ name: 'next page, sorted by name', from: 'users?sort=name&desc=false', act: 'click' },
      prepare: nextPage,
    },
    {
      ...{ name: 'text, a family name', from: 'users', act: 'input', counts: 'sinceSearch' },
      prepare: (page, index) => write(page, familyNames[index]!),
    },
    {
      ...{ name: 'text, a given name', from: 'users', act: 'input', counts: 'sinceSearch' },
      prepare: (page, index) => write(page, givenNames[index]!),
    },
    {
      ...{ name: 'role (1 %)', from: 'users', act: 'go' },
      prepare: (page, index) => goToRole(page, 1 + (index % 49)),
    },
    {
      ...{ name: 'role (50 %)', from: 'users', isFresh: true, act: 'go' },
      prepare: (page) => goToRole(page, 0),
    },
  ];
}

/** The measured remainder when everything is prepared: finding a button takes the page's time, too. */
type Deed = () => Promise<unknown>;

/** Moves the pointer there first, as users do before they click. */
async function aim(page: Page, button: Locator): Promise<Deed> {
  await button.hover();
  return async () => {
    await page.mouse.down();
    await page.mouse.up();
  };
}

/** Replaces the content of the box. */
async function write(page: Page, text: string): Promise<Deed> {
  await page.getByRole('searchbox').first().click();
  await page.keyboard.press('Control+a');
  return () => page.keyboard.type(text);
}

/** Navigates inside the page, as with the back button. */
async function goToRole(page: Page, role: number): Promise<Deed> {
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

async function measureView(
  page: Page,
  watched: Watched,
  view: View,
  { baseUrl, repetitions }: Setting,
): Promise<ViewResult> {
  const { name, counts = 'sinceAct' } = view;
  const result: ViewResult = {
    ...{ name, sinceAct: [], sinceSearch: [], search: [], cpu: [], total: 0, requests: 0, counts },
  };
  // The first repetition finds the server and the browser cold.
  for (let index = 0; index <= repetitions; index += 1) {
    if (index === 0 || view.isFresh) {
      watched.traffic.begin();
      await page.goto(`${baseUrl}/console/${projectId}/${view.from}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.traffic.settled(view.from);
    }
    const found = await measureOnce(page, watched, view, index);
    if (index === 0) continue;
    result.sinceAct.push(found.shownAt - found.actedAt);
    result.sinceSearch.push(found.shownAt - found.search.sentAt);
    result.search.push(found.search.milliseconds);
    result.cpu.push(found.cpu);
    result.total = Math.max(result.total, found.total);
    result.requests = Math.max(result.requests, found.requests);
  }
  return result;
}

interface Measured extends Shown {
  search: { sentAt: number; milliseconds: number };
  cpu: number;
  total: number;
  requests: number;
}

async function measureOnce(
  page: Page,
  { traffic, cpuMilliseconds }: Watched,
  view: View,
  index: number,
): Promise<Measured> {
  // Requests caused by the pointer alone belong to the view, too.
  traffic.begin();
  const act = await view.prepare(page, index);
  await watchAct(page, view.act, { has: rowsThere, changes: rows });
  await page.evaluate(() => performance.clearResourceTimings());
  const answered = page.waitForResponse((response) => response.url().endsWith(searchPath));
  const cpuBefore = await cpuMilliseconds();
  await act();
  const [answer, shown] = await Promise.all([answered, untilShown(page)]);
  const cpu = (await cpuMilliseconds()) - cpuBefore;
  const { total } = (await answer.json()) as { total: number };
  const asked = (await traffic.settled(view.name)).filter(({ isApi }) => isApi);
  const searches = asked.filter(({ path }) => path === searchPath);
  if (searches.length !== 1) {
    throw new Error(`${view.name}: ${searches.length} searches: ${searches.map(({ asked }) => asked)}`);
  }
  const search = await page.evaluate((path) => {
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const { startTime, responseEnd } = all.find(({ name }) => name.endsWith(path))!;
    return { sentAt: startTime, milliseconds: responseEnd - startTime };
  }, searchPath);
  return { ...shown, search, cpu, total, requests: asked.length };
}
