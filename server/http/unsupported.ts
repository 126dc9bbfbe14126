import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../core/errors.ts';
import { authenticate } from './authenticate.ts';
import type { Auth } from './endpoint.ts';
import type { MountOptions } from './mount.ts';

export interface UnsupportedRoute {
  method: string;
  path: string;
  operation: string;
  /** `none` for pages that are opened without a project ID. */
  auth: Auth | 'none';
}

/** Answers E501001 to every authenticated caller, without reading the body. Skips routes that exist. */
export function mountUnsupported(
  app: FastifyInstance,
  routes: readonly UnsupportedRoute[],
  options: Pick<MountOptions, 'service' | 'authenticators'>,
): void {
  for (const { method, path, operation, auth } of routes) {
    if (app.hasRoute({ method, url: path })) continue;
    const refuse = (): never => {
      throw new ServiceError('E501001', `This server does not offer ${operation}`);
    };
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      config: { cors: true },
      onRequest: async (request, reply) => {
        if (auth !== 'none') await authenticate({ auth, role: 'auditor' }, options, request, reply);
        refuse();
      },
      handler: refuse,
    });
  }
}
