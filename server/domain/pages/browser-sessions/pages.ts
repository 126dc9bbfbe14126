import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { ownLandingPath } from '../../project/projects/redirect-urls.ts';
import { type Query, sendDead, textOf, withProject } from '../hosted-pages/open-flow.ts';
import { completeSignIn, nextOf } from './sign-in.ts';

/** Mounts the page on which a sign-in for another page of ours ends. `app` is a scope that parses cookies. */
export function mountBrowserSessions(app: FastifyInstance, service: ServiceContext): void {
  type Route = { Params: { projectId: string }; Querystring: Query };
  app.get<Route>(ownLandingPath(':projectId'), (request, reply) =>
    withProject(service, request, reply, request.params.projectId, async ({ ctx, language }) => {
      const [code, state] = [textOf(request.query['code']), textOf(request.query['state'])];
      const again = nextOf(ctx, request, state);
      const { title, page } = language.texts.hostedPages.dead;
      const refuse = () =>
        sendDead(reply.code(400), ctx.project, language, page, {
          title,
          ...(again && { beginAt: again }),
        });
      if (!code) return refuse();
      try {
        const next = await completeSignIn(ctx, request, reply, { code, state });
        return next ? reply.redirect(next, 303) : refuse();
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) return refuse();
        throw error;
      }
    }),
  );
}
