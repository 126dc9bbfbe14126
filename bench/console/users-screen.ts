import type { Page } from 'playwright-core';
import { roleName } from '../large/import.ts';
import { personAt, randomFrom } from '../large/people.ts';
import { projectId } from '../settings.ts';
import { median } from '../statistics.ts';
import { type Act, type Shown, untilShown, watchAct } from './stopwatch.ts';
import type { Traffic } from './traffic.ts';

/** One way to another page of the table of users. */
export interface ViewResult {
  name: string;
  /** From what somebody did until the rows are shown, each time. */
  sinceAct: number[];
  /** From when the search was sent. */
  sinceSearch: number[];
  /** Of the search by itself, as the page sees it. */
  search: number[];
  /** The most that one of them found. */
  total: number;
  /** Of the API, for one view; one of them is the search. */
  requests: number;
  /** Nobody waits for what is searched only when they have stopped typing. */
  counts: 'sinceAct' | 'sinceSearch';
}

interface View {
  name: string;
  /** Where it begins, below the project; absent: where the one before ended. Who types begins there only once. */
  from?: string;
  act: Act;
  counts?: ViewResult['counts'];
  /** For the given number, the same in every run. */
  go(page: Page, index: number): Promise<unknown>;
}

const searchPath = '/v2/mgmt/user/search';
const rows = 'main table tbody tr';
const rowsThere = ['main table:not([aria-busy="true"]) tbody tr'];

export interface Setting {
  baseUrl: string;
  /** In the database. */
  users: number;
  repetitions: number;
  report(result: ViewResult): void;
}

export function describeView(view: ViewResult): string {
  const times = view[view.counts];
  return `${view.name}: p50 ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`;
}

/** The table of users in the browser of somebody who is signed in. */
export async function measureUsersScreen(
  page: Page,
  traffic: Traffic,
  setting: Setting,
): Promise<ViewResult[]> {
  const results: ViewResult[] = [];
  for (const view of viewsOf(setting)) {
    const result = await measureView(page, traffic, view, setting);
    results.push(result);
    setting.report(result);
  }
  return results;
}

function viewsOf({ users, repetitions }: Setting): View[] {
  const familyNames = namesOf('familyName', users, repetitions + 1);
  const givenNames = namesOf('givenName', users, repetitions + 1);
  const type = async (page: Page, text: string) => {
    await page.getByRole('searchbox').first().click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  const withRole = (page: Page, role: number) =>
    goInside(page, `${new URL(page.url()).pathname}?${new URLSearchParams({ roles: roleName(role) })}`);
  return [
    {
      name: 'opened from the overview, no filter',
      from: 'overview',
      act: 'click',
      go: (page) => page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true }).click(),
    },
    {
      name: 'next page',
      act: 'click',
      go: (page) => page.getByRole('button', { name: 'Next page' }).click(),
    },
    {
      name: 'sorted by name',
      from: 'users',
      act: 'click',
      go: (page) => page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click(),
    },
    {
      name: 'next page, sorted by name',
      act: 'click',
      go: (page) => page.getByRole('button', { name: 'Next page' }).click(),
    },
    {
      name: 'text, a family name',
      from: 'users',
      act: 'input',
      counts: 'sinceSearch',
      go: (page, index) => type(page, familyNames[index]!),
    },
    {
      name: 'text, a given name',
      from: 'users',
      act: 'input',
      counts: 'sinceSearch',
      go: (page, index) => type(page, givenNames[index]!),
    },
    {
      name: 'role (1 %)',
      from: 'users',
      act: 'go',
      go: (page, index) => withRole(page, 1 + (index % 49)),
    },
    { name: 'role (50 %)', from: 'users', act: 'go', go: (page) => withRole(page, 0) },
  ];
}

/** As many different ones of people whom a search shows. What was searched a moment ago would not be asked again. */
function namesOf(field: 'givenName' | 'familyName', users: number, count: number): string[] {
  const names = new Set<string>();
  for (let index = 0; names.size < count; index += 1) {
    const person = personAt(Math.floor(randomFrom(index + 1)() * users), users);
    if (!person.test) names.add(person[field]);
  }
  return [...names];
}

/** To another address of the same page, as by the back button. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((path) => {
    dispatchEvent(new Event('go'));
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function measureView(
  page: Page,
  traffic: Traffic,
  view: View,
  { baseUrl, repetitions }: Setting,
): Promise<ViewResult> {
  const { name, counts = 'sinceAct' } = view;
  const result: ViewResult = {
    ...{ name, sinceAct: [], sinceSearch: [], search: [], total: 0, requests: 0, counts },
  };
  // The first one finds the server and the browser unprepared.
  for (let index = 0; index <= repetitions; index += 1) {
    if (view.from && (index === 0 || view.act !== 'input')) {
      traffic.begin();
      await page.goto(`${baseUrl}/console/${projectId}/${view.from}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await traffic.settled(view.from);
    }
    const found = await measureOnce(page, traffic, view, index);
    if (index === 0) continue;
    result.sinceAct.push(found.shownAt - found.actedAt);
    result.sinceSearch.push(found.shownAt - found.search.sentAt);
    result.search.push(found.search.milliseconds);
    result.total = Math.max(result.total, found.total);
    result.requests = Math.max(result.requests, found.requests);
  }
  return result;
}

interface Measured extends Shown {
  search: { sentAt: number; milliseconds: number };
  total: number;
  requests: number;
}

async function measureOnce(page: Page, traffic: Traffic, view: View, index: number): Promise<Measured> {
  traffic.begin();
  await watchAct(page, view.act, { has: rowsThere, changes: rows });
  await page.evaluate(() => performance.clearResourceTimings());
  const answered = page.waitForResponse((response) => response.url().endsWith(searchPath));
  await view.go(page, index);
  const [answer, shown] = await Promise.all([answered, untilShown(page)]);
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
  return { ...shown, search, total, requests: asked.length };
}
