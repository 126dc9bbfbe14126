import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import type { CountRequest } from '../../group.ts';
import { mountLinkPages } from './link-pages.ts';
import { mountLoginPages } from './login-pages.ts';
import { mountPreview } from './preview.ts';

/** Mounts the pages for projects without pages of their own. `app` is a scope that parses forms and cookies. */
export function mountHostedPages(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  mountPreview(app, service);
  mountLoginPages(app, service, count);
  mountLinkPages(app, service, count);
}
