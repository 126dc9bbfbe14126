import { afterAll, beforeAll, expect, test } from 'vitest';
import { applicationsOf } from './applications.ts';
import { expectedAt, places, signsInAgain, tenants } from './expected.ts';
import {
  atSignIn,
  lookAtImpersonation,
  lookAtKey,
  lookAtSession,
  lookAtStop,
  selectEach,
} from './sessions.ts';
import { createImpersonator, createUser, createWays, type Way } from './ways.ts';
import { createWorld, must, type World } from './world.ts';

/**
 * Users sign in in every way. Then some of their tenants are disabled or begin to enforce SSO, and the users leave and join
 * others. Every place where tenants appear shows those of the tables in `expected.ts`, and no others.
 */

let world: World;
let ways: Way[];
/** Users whom the ways do not sign in: one has an access key, the other impersonates. */
let bound: Way['user'];
let support: Way['user'];
/** The cells that differ from the tables. */
const wrong: string[] = [];
const looked = new Set<string>();

beforeAll(async () => {
  world = await createWorld();
  ways = await createWays(world);
  bound = await createUser(world, 'bound@example.com', ['a', 'b']);
  support = await createImpersonator(world, 'supporter@example.com');
});
afterAll(() => world.close());

function compare(way: Pick<Way, 'name' | 'column'>, seen: Record<string, string[]>): void {
  for (const [place, found] of Object.entries(seen)) {
    looked.add(place);
    const expected = expectedAt(place, way.column);
    for (const tenant of tenants) {
      if (expected.includes(tenant) === found.includes(tenant)) continue;
      const problem = expected.includes(tenant) ? 'is missing' : 'must not be there';
      wrong.push(`${way.name} | ${place} | ${tenant} ${problem}`);
    }
  }
}

const users = () => [...ways.map(({ user }) => user), bound, support];

async function changeBefore(): Promise<void> {
  const { change, enforce, latchkey } = world;
  const exempt = users().map(({ userId }) => userId);
  await enforce('exempt', exempt);
  await enforce('no-longer-exempt', exempt);
  for (const tenant of ['joined-later', 'a', 'b']) await enforce(tenant);
  await change('disabled-enforcing', { enforceSSO: true, disabled: true });
  latchkey.advance(1_000);
}

async function changeAfterwards(): Promise<void> {
  const { change, enforce, manage, latchkey } = world;
  latchkey.advance(1_000);
  for (const tenant of ['no-longer-exempt', 'enforced-later', 'enforced-then-joined']) await enforce(tenant);
  await change('disabled-later', { disabled: true });
  latchkey.advance(1_000);
  for (const { loginId } of users()) {
    await manage('user/update/tenant/remove', { loginId, tenantId: 'left-later' });
    for (const tenantId of ['joined-later', 'enforced-then-joined', 'a', 'b']) {
      await manage('user/update/tenant/add', { loginId, tenantId });
      await manage('user/update/role/add', { loginId, tenantId, roleNames: ['Reader'] });
    }
  }
}

async function openBrowser({ open }: Way) {
  if (!open) return undefined;
  const browser = world.browser();
  const { location } = await browser.get(`/apps/${world.projectId}`);
  const page = await world.open(browser, await open(browser, world.pathOf(location)));
  expect(page.status, page.html).toBe(200);
  return applicationsOf(world, browser);
}

/** The ways that look at the doors of each single tenant: one for each column. The others look where all tenants show at once. */
const thorough = ['password', 'SSO of a', 'SSO of b', 'impersonation'];

/** Signs in by the API and, if the way has a page, in a browser. Returns what looks at these sessions later. */
async function begin(way: Way): Promise<() => Promise<void>> {
  const body = must(await way.signIn());
  compare(way, atSignIn(body));
  const each = thorough.includes(way.name);
  const browser = await openBrowser(way);
  const lookAtApplications = await browser?.begin({ each });
  const lookAtSelected = each ? await selectEach(world, way) : undefined;
  return async () => {
    compare(way, await lookAtSession(world, way, body.refreshJwt));
    if (lookAtSelected) compare(way, { 'dct of a tenant selected before': await lookAtSelected() });
    if (lookAtApplications) compare(way, await lookAtApplications());
  };
}

/** Looks at what begins after the changes: access keys and impersonations. */
async function lookAtNew(): Promise<void> {
  const { manage } = world;
  const keyTenants = tenants
    .filter((tenant) => !tenant.startsWith('below-') && tenant !== 'left-later')
    .map((tenantId) => ({ tenantId, roleNames: ['Reader'] }));
  const key = { name: 'access key', column: 'access key' };
  const own = await manage('accesskey/create', { name: 'own', keyTenants });
  compare(key, await lookAtKey(world, 'access key', own.cleartext));
  const ofUser = await manage('accesskey/create', { name: 'bound', userId: bound.userId });
  compare(key, await lookAtKey(world, 'access key bound to the user', ofUser.cleartext));
  const { user, ...impersonation } = ways.find(({ column }) => column === 'impersonation') as Way;
  compare(impersonation, await lookAtImpersonation(world, support.userId, user.loginId));
  const stopped = { name: 'stopped impersonation', column: 'no SSO' };
  compare(stopped, await lookAtStop(world, support.userId, user.loginId));
}

test('sessions and access keys reach the tenants of the tables, at every place', async () => {
  await changeBefore();
  const look: (() => Promise<void>)[] = [];
  for (const way of ways) look.push(await begin(way));
  await changeAfterwards();
  for (const lookAtWay of look) await lookAtWay();
  await lookAtNew();
  for (const way of ways) {
    const { status } = await way.signIn();
    if ((status === 200) !== signsInAgain[way.column]) wrong.push(`${way.name} | signs in again: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect([...looked].sort()).toEqual(places.map(([name]) => name).sort());
}, 120_000);
