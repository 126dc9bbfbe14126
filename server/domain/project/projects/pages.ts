import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { publicKeySet } from './keys/signing-keys.ts';
import { loadProject, projectCacheSeconds } from './load-project.ts';

/** Publishes the public keys at the three URLs that clients use. */
export function mountKeyPages(app: FastifyInstance, service: ServiceContext): void {
  const keysOf = async (projectId: string) => {
    if (!(await loadProject(service, projectId)))
      throw new ServiceError('E011005', 'No project has this ID. Check the project ID in the URL');
    return publicKeySet(service, projectId);
  };
  type Route = { Params: { projectId: string } };
  const config = { cors: true };

  for (const path of ['/v2/keys/:projectId', '/:projectId/.well-known/jwks.json']) {
    app.get<Route>(path, { config }, async (request, reply) =>
      send(request, reply, { keys: await keysOf(request.params.projectId) }),
    );
  }
  app.get<Route>('/v1/keys/:projectId', { config }, async (request, reply) =>
    send(request, reply, await keysOf(request.params.projectId)),
  );
}

/** A frequent caller already has the keys: the tag changes only with them (RFC 9110 §13.1.2). */
function send(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const tag = `"${hashSecret(JSON.stringify(body))}"`;
  reply.header('cache-control', `public, max-age=${projectCacheSeconds}`).header('etag', tag);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body);
}
