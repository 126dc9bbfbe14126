import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { staleHeader } from '../../../core/cache.ts';
import type { ServiceContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { recallApplicationKeys } from './keys/application-keys.ts';
import { recallVerificationKeys } from './keys/signing-keys.ts';
import { projectCacheSeconds, recallNamedProject } from './load-project.ts';

/**
 * Publishes the public keys at the three URLs that clients use. A query distinguishes the key set of the OpenID provider, so that an
 * instance of the release before, which does not know it, answers with the keys that it signs with.
 */
export function mountKeyPages(app: FastifyInstance, service: ServiceContext): void {
  const keysOf = async (projectId: string, reply: FastifyReply, recall: typeof recallApplicationKeys) => {
    const project = await recallNamedProject(service, projectId);
    if (!project.value)
      throw new ServiceError('E011005', 'No project has this ID. Check the project ID in the URL');
    const keys = await recall(service, projectId);
    if (project.isStale || keys.isStale) reply.headers(staleHeader);
    return keys.value.map(({ publicJwk }) => publicJwk);
  };
  type Route = { Params: { projectId: string }; Querystring: { of?: unknown } };
  const config = { cors: true };

  for (const path of ['/v2/keys/:projectId', '/:projectId/.well-known/jwks.json']) {
    app.get<Route>(path, { config }, async (request, reply) =>
      send(request, reply, { keys: await keysOf(request.params.projectId, reply, recallFor(request.query)) }),
    );
  }
  app.get<Route>('/v1/keys/:projectId', { config }, async (request, reply) =>
    send(request, reply, await keysOf(request.params.projectId, reply, recallVerificationKeys)),
  );
}

function recallFor({ of }: { of?: unknown }): typeof recallApplicationKeys {
  return of === 'applications' ? recallApplicationKeys : recallVerificationKeys;
}

/** Returns the address of the keys with which the OpenID provider signs (`jwks_uri`). */
export function applicationKeysUrl({ baseUrl }: { baseUrl: string }, projectId: string): string {
  return `${baseUrl}/${projectId}/.well-known/jwks.json?of=applications`;
}

/** A frequent caller already has the keys: the tag changes only with them (RFC 9110 §13.1.2). */
function send(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply {
  const tag = `"${hashSecret(JSON.stringify(body))}"`;
  reply.header('cache-control', `public, max-age=${projectCacheSeconds}`).header('etag', tag);
  return request.headers['if-none-match'] === tag ? reply.code(304).send() : reply.send(body);
}
