import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { loadProject, projectCacheSeconds } from './load-project.ts';
import { publicKeySet } from './signing-keys.ts';

/** The public keys, at the three addresses that clients use. */
export function mountKeyPages(app: FastifyInstance, service: ServiceContext): void {
  const keysOf = async (projectId: string) => {
    if (!(await loadProject(service, projectId)))
      throw new ServiceError('E011005', 'There is no such project');
    return publicKeySet(service, projectId);
  };
  type Route = { Params: { projectId: string } };
  const caching = `public, max-age=${projectCacheSeconds}`;

  for (const path of ['/v2/keys/:projectId', '/:projectId/.well-known/jwks.json']) {
    app.get<Route>(path, async (request, reply) => {
      const keys = await keysOf(request.params.projectId);
      return reply.header('cache-control', caching).send({ keys });
    });
  }
  app.get<Route>('/v1/keys/:projectId', async (request, reply) => {
    const keys = await keysOf(request.params.projectId);
    return reply.header('cache-control', caching).send(keys);
  });
}
