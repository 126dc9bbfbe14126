import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from './core/context.ts';
import { readVersion } from './core/version.ts';
import { authenticateAccessKey } from './domain/access-keys/exchange-key.ts';
import { authenticateManagementKey } from './domain/management-keys/management-keys.ts';
import { notServed } from './domain/not-served/not-served.ts';
import { enterProject } from './domain/projects/load-project.ts';
import { mountKeyPages } from './domain/projects/pages.ts';
import { authenticateRefresh, authenticateSession } from './domain/sessions/authenticate.ts';
import { mountSpMetadata } from './domain/sso/metadata-page.ts';
import { mountSsoPages } from './domain/sso/pages.ts';
import { endpoints } from './endpoints.ts';
import { mountApiDocs } from './http/api-docs.ts';
import { mountEndpoints } from './http/mount.ts';
import { mountOperations, type Operations } from './http/operations.ts';
import { mountPageAssets } from './http/page.ts';
import { createServer } from './http/server.ts';
import { mountUnsupported } from './http/unsupported.ts';

export interface AppOptions {
  service: ServiceContext;
  /** What development mode adds; absent in production. */
  development?: { dataDir: string; projectId: string };
  operations: Operations;
  /** Refuse answers that an endpoint does not declare. */
  strict: boolean;
}

/** Puts the parts together: who may call, what there is to call, and the routes beside the API. */
export async function createApp({
  service,
  operations,
  strict,
  development,
}: AppOptions): Promise<FastifyInstance> {
  const app = createServer(service.log);
  const authenticators = {
    project: enterProject,
    management: authenticateManagementKey,
    accessKey: authenticateAccessKey,
    refresh: authenticateRefresh,
    session: authenticateSession,
  };
  mountOperations(app, operations);
  await app.register(async (api) => mountEndpoints(api, endpoints, { service, authenticators, strict }));
  await app.register(async (pages) => {
    await pages.register(cookie);
    await pages.register(formbody, { bodyLimit: 64 * 1024 });
    mountPageAssets(pages);
    mountKeyPages(pages, service);
    mountSsoPages(pages, service);
    mountSpMetadata(pages, service);
  });
  await app.register((docs) => mountApiDocs(docs, endpoints, readVersion()));
  // Last, so that whatever is served goes before.
  await app.register(async (rest) => mountUnsupported(rest, notServed, { service, authenticators }));
  if (development) await mountDevelopment(app, service, development);
  return app;
}

/** Loaded only here, so that production has neither the routes nor the code. */
async function mountDevelopment(
  app: FastifyInstance,
  service: ServiceContext,
  { dataDir, projectId }: NonNullable<AppOptions['development']>,
): Promise<void> {
  const [{ mountSimulator }, { demoPath, mountDemo }] = await Promise.all([
    import('./dev/simulator.ts'),
    import('./demo.ts'),
  ]);
  await app.register((scope) => mountSimulator(scope, service, { dataDir, demoPath }));
  await app.register(async (scope) => mountDemo(scope, service, projectId));
}
