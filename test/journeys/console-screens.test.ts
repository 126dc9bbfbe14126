import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessibilityViolations } from '../accessibility.ts';
import { type Console, startConsole } from '../console.ts';
import { buildConsole } from '../console-build.ts';

let latchkey: Console;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startConsole({ locale: 'en-GB' });
  const user = { loginId: 'tess@example.com', email: 'tess@example.com', displayName: 'Tess' };
  await latchkey.manage('POST', '/v1/mgmt/user/create', user);
  const saml = {
    entityId: 'https://hr.example.com',
    acsUrl: 'https://hr.example.com/acs',
    hasNoCertificate: true,
  };
  await latchkey.manage('POST', '/v1/mgmt/sso/idp/app/saml/create', { id: 'hr', name: 'HR', ...saml });
  const scopes = [{ name: 'notes:read', description: 'Read your notes', values: [], optional: true }];
  const notes = { id: 'notes', name: 'Notes', permissionsScopes: scopes, attributesScopes: scopes };
  await latchkey.manage('POST', '/v1/mgmt/thirdparty/app/create', notes);
  const server = { name: 'Notes', url: 'https://notes.example.com/mcp', scopes };
  await latchkey.manage('POST', '/v1/mgmt/mcpserver/create', server);
  const mappings = [{ scope: 'plan', claims: { plan: '{{user.email}}' } }];
  await latchkey.manage('POST', '/v1/mgmt/scopeClaimMapping/set', { mappings });
});
afterAll(() => latchkey?.close());

const screens = [
  'overview',
  'users',
  'users?create=true',
  'users/import',
  'users/tess@example.com',
  'users/tess@example.com?tab=access',
  'users/tess@example.com?tab=credentials',
  'users/tess@example.com?tab=sessions',
  'users/tess@example.com?tab=history',
  'users/tess@example.com?tab=audit',
  'users/tess@example.com?tab=sign-in',
  'tenants',
  'tenants/demo',
  'tenants/demo?tab=members',
  'tenants/demo?tab=settings',
  'tenants/demo?tab=sso',
  'roles',
  'permissions',
  'attributes',
  'methods',
  'branding',
  'methods?tab=passwords',
  'methods?tab=passkeys',
  'sign-in-policy',
  'sessions',
  'rate-limits',
  'providers',
  'apps',
  'third-party-apps',
  'third-party-apps?app=notes',
  'mcp-servers',
  'third-party-apps?tab=settings',
  'apps?app=descope-default-oidc&guide=grafana',
  'apps?app=descope-default-oidc&tab=settings',
  'apps?app=hr&guide=aws',
  'apps?app=hr&tab=settings',
  'apps?app=hr&tab=preview',
  'apps?app=hr&tab=sign-ins',
  'outbox',
  'templates',
  'connectors',
  'security-notices',
  'webhooks',
  'access-keys',
  'management-keys',
  'audit',
  'settings',
  'settings?tab=account',
  'settings?tab=impersonation',
  'snapshot',
  'administrators',
  'account',
];

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** What is asked of the API, as it would be for nothing the second time. */
function callOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url());
  return pathname.startsWith('/v')
    ? `${request.method()} ${pathname}${search} ${request.postData() ?? ''}`
    : undefined;
}

/** In the page: nothing stands in for what is still being fetched. */
function isComplete() {
  return (
    document.querySelector('[role=status][aria-label], .mantine-Skeleton-root, .mantine-Loader-root') === null
  );
}

/** In the page: a colour on its way to another one is neither. */
async function endOfTransitions() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(transitions.map(({ finished }) => finished));
}

/** Examines what surrounds every screen only once. */
function violationsOfScreen(path: string, page: Page): Promise<string[]> {
  const surroundings = ['.mantine-AppShell-navbar', '.mantine-AppShell-header'];
  return accessibilityViolations(page, { except: path === screens[0] ? [] : surroundings });
}

/** All screens, or those that `npm run test:changed` names. */
const examined = process.env['TEST_SCREENS']?.split(',') ?? screens;

test.each(examined)(
  '%s passes axe in light and dark mode at both widths, and makes no call twice',
  async (path) => {
    const { page, errors } = latchkey;
    errors.length = 0;
    const calls: string[] = [];
    const note = (request: Request) => {
      const call = callOf(request);
      if (call) calls.push(call);
    };
    await page.setViewportSize({ width: 1280, height: 900 });
    page.on('request', note);
    await latchkey.open(path);
    await page.waitForFunction(isComplete);
    expect(await page.getByRole('link', { name: 'Docs' }).getAttribute('href')).toMatch(/^\/docs\/\w/);
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(endOfTransitions);
      expect(await violationsOfScreen(path, page), colorScheme).toEqual([]);
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isTooWide).toBe(false);
    }
    page.off('request', note);
    expect(calls.filter((call, i) => calls.indexOf(call) !== i)).toEqual([]);
    expect(errors).toEqual([]);
  },
);
