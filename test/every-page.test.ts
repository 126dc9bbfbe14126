import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../server/core/log.ts';
import { sectionNames } from '../server/domain/pages/account/names.ts';
import { sectionNames as tenantSections } from '../server/domain/pages/tenant/names.ts';
import { groups } from '../server/groups.ts';
import { createServer } from '../server/http/server.ts';
import { type AccountPages, startAccountPages } from './account-page.ts';
import type { FormBrowser } from './browser.ts';

/** Asks each route beside the API, and checks what holds whatever it answers. */

interface Route {
  method: string;
  url: string;
  /** Absent: the limit of the server. */
  bodyLimit?: number | undefined;
  /** Its body is JSON, not a form. */
  isJson: boolean;
}

let pages: AccountPages;
let browser: FormBrowser;

/**
 * The routes of all groups, mounted as the server mounts them. Nothing is asked of this server. Without SCIM, which checks a token before
 * anything else: `server/domain/federation/scim` has its tests.
 */
const routes = await listRoutes();
async function listRoutes(): Promise<Route[]> {
  const app = createServer(createLog({ logFormat: 'json', logLevel: 'silent' }));
  await app.register(cookie);
  await app.register(formbody);
  const found: Route[] = [];
  let isJson = false;
  app.addHook('onRoute', ({ method, url, bodyLimit }) => {
    for (const one of [method].flat()) found.push({ method: one, url, bodyLimit, isJson });
  });
  for (const { pages } of groups) pages?.(app, undefined as never, undefined as never);
  isJson = true;
  for (const { jsonPages } of groups)
    await app.register(async (scope) => jsonPages?.(scope, undefined as never, undefined as never));
  await app.ready();
  return found.filter(({ url }) => !url.startsWith('/scim/'));
}

const tenantPages = tenantSections.map((name) => `/tenant/acme/${name}`);

beforeAll(async () => {
  pages = await startAccountPages();
  await pages.latchkey.manage('POST', '/v1/mgmt/tenant/create', { id: 'acme', name: 'Acme' });
  const userTenants = [{ tenantId: 'acme', roleNames: ['Tenant Admin'] }];
  ({ browser } = await pages.openAccount({ userTenants }));
});
afterAll(() => pages.latchkey.close());

const addressOf = (url: string) => {
  const { projectId } = pages.latchkey;
  return `${url.replace(':projectId', projectId).replace(/:\w+/g, 'x')}?projectId=${projectId}`;
};
const of = (method: string) => routes.filter((route) => route.method === method).map(({ url }) => url);
const ask = (method: string, path: string, init: RequestInit = {}) =>
  fetch(`${pages.latchkey.baseUrl}${path}`, {
    method,
    redirect: 'manual',
    ...init,
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'sec-fetch-site': 'same-origin',
      ...init.headers,
    },
  });

/** Pages that show more than a refusal, because the address or the browser's session leads somewhere. */
const opened = (): string[] => [
  pages.hostedAt(),
  ...sectionNames.map((name) => pages.at(name)),
  ...tenantPages,
];

test('there are many of them', () => {
  expect(routes.length).toBeGreaterThan(150);
});

describe('a page', () => {
  test('is inert: it allows no foreign script, frame, plug-in, style or base, and has no script inside', async () => {
    const shown = await Promise.all([...of('GET').map(addressOf), ...opened()].map(look));
    const htmls = shown.filter(({ type }) => type.startsWith('text/html'));
    expect(htmls.length).toBeGreaterThan(40);
    expect(htmls.filter(({ status, path }) => opened().includes(path) && status !== 200)).toEqual([]);
    for (const { path, html, policy, headers } of htmls) {
      const style = /<style>([^<]*)<\/style>/.exec(html)?.[1];
      const hash = style && `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
      expect.soft([path, policy]).toEqual([
        path,
        {
          ...policy,
          'default-src': "'none'",
          'base-uri': "'none'",
          'frame-ancestors': "'none'",
          'style-src': hash ?? "'self'",
          'font-src': "'self'",
          ...(html.includes('<script') && { 'script-src': "'self'" }),
        },
      ]);
      if (!html.includes('<script')) expect.soft(policy).not.toHaveProperty('script-src');
      expect.soft(JSON.stringify(policy)).not.toMatch(/unsafe|\*/);
      expect.soft(html).not.toMatch(/<script(?![^>]* src="\/assets\/)|style="|\son\w+=|javascript:/);
      expect.soft(['no-referrer', 'same-origin']).toContain(headers.get('referrer-policy'));
    }
  });

  test('is kept by nobody, unless it is the same for everybody and says how long', async () => {
    for (const { path, headers, status } of await Promise.all(
      [...of('GET').map(addressOf), ...opened()].map(look),
    )) {
      expect.soft([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      const kept = headers.get('cache-control');
      const isPublic =
        (kept === 'public, max-age=5' && /jwks|keys|\.well-known/.test(path)) ||
        // Components load the same files for every visitor, and ask for them each time.
        (kept === 'public, no-cache' && path.startsWith('/pages/'));
      if (!(isPublic && status === 200)) expect.soft([path, kept]).toEqual([path, 'no-store']);
      if (isPublic) expect.soft(headers.getSetCookie()).toEqual([]);
    }
  });
});

test('HEAD says what GET says, without a body', async () => {
  expect(of('HEAD').sort()).toEqual(of('GET').sort());
  for (const path of of('GET').map(addressOf)) {
    const [get, head] = [await ask('GET', path), await ask('HEAD', path)];
    const about = ({ status, headers }: Response) => [
      path,
      status,
      headers.get('content-type'),
      headers.get('cache-control'),
    ];
    expect.soft(about(head)).toEqual(about(get));
    expect(await head.text()).toBe('');
  }
});

test('a method that a route does not have is refused, with those that it has', async () => {
  for (const url of new Set(routes.map((route) => route.url))) {
    // One address can belong to several routes: `preview` is a step, too.
    const pattern = (path: string) => path.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*');
    const fits = (route: Route) => new RegExp(`^${pattern(route.url)}$`).test(url);
    const own = routes.filter(fits).map(({ method }) => method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !own.includes(one))) {
      const { status, headers } = await ask(method, addressOf(url));
      const allowed = headers.get('allow')?.split(', ') ?? [];
      expect
        .soft([method, url, status, own.filter((one) => !allowed.includes(one))])
        .toEqual([method, url, 405, []]);
    }
  }
});

test('a form that is too long is refused before it is read', async () => {
  for (const { url, bodyLimit = 64 * 1024, isJson } of routes.filter(({ method }) => method === 'POST')) {
    const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = `x=${'x'.repeat(bodyLimit)}`;
    const { status } = await ask('POST', addressOf(url), { body, headers: { 'content-type': type } });
    expect.soft([url, status]).toEqual([url, 413]);
  }
});

async function look(path: string) {
  const answer = await ask('GET', path);
  const { status, headers } = answer;
  const directives = (headers.get('content-security-policy') ?? '').split('; ').filter(Boolean);
  const policy: Record<string, string> = Object.fromEntries(
    directives.map((directive) => [
      directive.slice(0, directive.indexOf(' ')),
      directive.slice(directive.indexOf(' ') + 1),
    ]),
  );
  return {
    path,
    status,
    headers,
    type: headers.get('content-type') ?? '',
    html: await answer.text(),
    policy,
  };
}
