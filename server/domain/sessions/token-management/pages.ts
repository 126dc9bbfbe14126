import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { assertionKeySet } from '../../project/projects/keys/assertion-keys.ts';
import { loadProject } from '../../project/projects/load-project.ts';

/** Publishes the keys with which recipients verify client assertions (`jwks_uri` of RFC 7591 §2). */
export function mountAssertionKeyPage(app: FastifyInstance, service: ServiceContext): void {
  type Route = { Params: { projectId: string } };
  app.get<Route>('/:projectId/.well-known/client-assertion-jwks.json', async (request, reply) => {
    const { projectId } = request.params;
    if (!(await loadProject(service, projectId)))
      throw new ServiceError('E011005', 'No project has this ID. Check the project ID in the URL');
    const keys = await assertionKeySet(service, projectId);
    return reply.header('cache-control', 'public, max-age=5').send({ keys });
  });
}
