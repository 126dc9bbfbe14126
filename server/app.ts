import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { MovableClock } from './core/clock.ts';
import type { ServiceContext } from './core/context.ts';
import { readVersion } from './core/version.ts';
import { clearInbox, listInbox } from './delivery/inbox.ts';
import type { Inbox } from './dev/inbox.ts';
import { enterAdministration } from './domain/administration/administrators/administration-project.ts';
import { authenticateAdministrator } from './domain/administration/administrators/authenticate-administrator.ts';
import {
  authorizeAdministrator,
  handleForAdministrator,
} from './domain/administration/administrators/authorize-administrator.ts';
import { endReplacedSession } from './domain/administration/administrators/replace-session.ts';
import { notServedRoutes } from './domain/administration/not-served/not-served.ts';
import { authorizeKey, handleForKey } from './domain/directory/limited-keys/authorize-key.ts';
import { recordRefusal } from './domain/directory/sign-in-refusals/record-refusal.ts';
import { authenticateManagementKey } from './domain/project/management-keys/management-keys.ts';
import {
  enterProject,
  enterRecalledProject,
  listAllowedOrigins,
  recallNamedProject,
} from './domain/project/projects/load-project.ts';
import { createSharedCounts } from './domain/project/rate-counts/shared-counts.ts';
import { authenticateAccessKey } from './domain/sessions/access-keys/exchange-key.ts';
import {
  authenticateAnyRefresh,
  authenticateAwaiting,
  authenticateRefresh,
  authenticateSession,
} from './domain/sessions/sessions/authenticate.ts';
import { authenticateTenantAdministrator } from './domain/sessions/tenant-administrators/authenticate-tenant-administrator.ts';
import { handleForTenantAdministrator } from './domain/sessions/tenant-administrators/handle-call.ts';
import { endpoints, groups, sweep } from './groups.ts';
import { mountApiDescription } from './http/api-description.ts';
import { mountConsole } from './http/console.ts';
import { mountCors } from './http/cors.ts';
import { mountDocs } from './http/docs/mount.ts';
import { parseForm } from './http/message-rules.ts';
import { mountEndpoints } from './http/mount.ts';
import { mountOperations, type Operations } from './http/operations.ts';
import { mountPageAssets } from './http/page-assets.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { mountUnsupported } from './http/unsupported.ts';
import { refusalOf } from './storage/failure.ts';

export interface AppOptions {
  service: ServiceContext;
  /** The additions of development mode; absent in production. */
  development?: { dataDir: string; projectId: string; clock: MovableClock };
  operations: Operations;
  /** Networks whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Write a log line for each request. */
  accessLog: boolean;
  /** Serve the page that calls the API. */
  hasApiPage: boolean;
  /** Refuse responses that an endpoint does not declare. */
  strict: boolean;
}

/** Connects the parts: the authenticators, the endpoints, and the routes beside the API. */
export async function createApp({
  service,
  operations,
  trustedProxies,
  accessLog,
  hasApiPage,
  strict,
  development,
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer(service.log, trustedProxies, accessLog, await tracerOf(service));
  const rateLimiter = createRateLimiter(service.log, createSharedCounts(service));
  if (development) app.addHook('onRequest', (await import('./dev/one-host.ts')).openAtBaseUrl(service));
  app.decorate('refusalOf', refusalOf);
  const authenticators = {
    project: enterProject,
    recalledProject: enterRecalledProject,
    management: authenticateManagementKey,
    accessKey: authenticateAccessKey,
    refresh: authenticateRefresh,
    anyRefresh: authenticateAnyRefresh,
    awaitingRefresh: authenticateAwaiting,
    session: authenticateSession,
    administration: enterAdministration,
    administrator: authenticateAdministrator,
    authorizeAdministrator,
    authorizeKey,
    tenantAdministrator: authenticateTenantAdministrator,
  };
  mountCors(app, {
    service,
    findProject: async (service, id) => (await recallNamedProject(service, id)).value,
    listAllowedOrigins,
  });
  mountOperations(app, operations, rateLimiter, development !== undefined);
  const administrators = { handle: handleForAdministrator, endReplacedSession };
  const mounting = {
    service,
    authenticators,
    rateLimiter,
    administrators,
    handleForKey,
    handleForTenantAdministrator,
    recordRefusal,
    strict,
  };
  await app.register(async (api) => {
    // Needed for setting cookies; routes that read one parse it themselves.
    await api.register(cookie, { hook: false });
    mountEndpoints(api, endpoints, mounting);
  });
  for (const { jsonPages } of groups) {
    if (jsonPages) await app.register(async (scope) => jsonPages(scope, service, rateLimiter.count));
  }
  await app.register(async (pages) => {
    await pages.register(cookie);
    await pages.register(formbody, { bodyLimit: 64 * 1024, parser: parseForm });
    mountPageAssets(pages);
    for (const group of groups) group.pages?.(pages, service, rateLimiter.count);
  });
  mountConsole(app, service);
  mountApiDescription(app, endpoints, readVersion());
  mountDocs(app, { endpoints, hasApiPage, baseUrl: () => service.baseUrl });
  // Registered last, so that every other route takes precedence.
  await app.register(async (rest) => {
    await rest.register(cookie, { hook: false });
    mountUnsupported(rest, notServedRoutes, { service, authenticators });
  });
  if (development) await mountDevelopment(app, service, development);
  return app;
}

/** Loads what records requests only where traces are configured. */
async function tracerOf(service: ServiceContext): Promise<((app: FastifyInstance) => void) | undefined> {
  const { tracing } = service;
  if (!tracing) return undefined;
  const { traceRequests } = await import('./http/trace-requests.ts');
  return (app) => traceRequests(app, tracing, () => service.baseUrl);
}

/** Loaded only here, so that production has neither the routes nor the code. */
async function mountDevelopment(
  app: FastifyInstance,
  service: ServiceContext,
  { dataDir, projectId, clock }: NonNullable<AppOptions['development']>,
): Promise<void> {
  const [{ refuseOutsiders }, { mountClock }, { mountSimulator }, { mountInbox }, { demoPath, mountDemo }] =
    await Promise.all([
      import('./dev/outsiders.ts'),
      import('./dev/clock.ts'),
      import('./dev/simulator.ts'),
      import('./dev/inbox.ts'),
      import('./demo.ts'),
    ]);
  const inbox: Inbox = {
    list: (filter) => listInbox(service, filter),
    clear: (to) => clearInbox(service, to),
  };
  await app.register((scope) => mountSimulator(scope, service, { dataDir, demoPath }));
  await app.register((scope) => mountInbox(scope, service, inbox));
  await app.register((scope) => mountClock(scope, service, { ...clock, sweep: () => sweep(service) }));
  await app.register(async (scope) => {
    scope.addHook('onRequest', refuseOutsiders(service));
    mountDemo(scope, service, projectId);
  });
}
