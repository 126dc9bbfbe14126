import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { sendPage } from '../../../http/page.ts';
import { isFromOwnPage } from '../../../http/same-origin.ts';
import { answerNotice, openNotice } from '../../credentials/security-notices/answer-notice.ts';
import { noticePath } from '../../credentials/security-notices/notice-user.ts';
import type { CountRequest } from '../../group.ts';
import {
  type Query,
  readForm,
  sendDead,
  textOf,
  type Visitor,
  withProject,
} from '../hosted-pages/open-flow.ts';
import { doneView, questionView } from './view.ts';

type Route = { Querystring: Query; Body: Query };

/** Mounts the page. Viewing it uses nothing; the button does. `app` is a scope that parses forms. */
export function mountNotMePage(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  app.get<Route>(noticePath, (request, reply) =>
    withNotice(service, request, reply, async ({ ctx, language }) => {
      const secret = textOf(request.query['t']);
      return sendPage(reply, questionView(ctx, language, { secret, notice: await openNotice(ctx, secret) }));
    }),
  );
  app.post<Route>(noticePath, (request, reply) =>
    withNotice(service, request, reply, async ({ ctx, language }) => {
      if (!isFromOwnPage(request.headers, ctx.baseUrl))
        throw new ServiceError('E062504', 'not from our own page');
      await count(ctx, 'code');
      const answered = await answerNotice(ctx, readForm(request.body)['t'] ?? '', { locale: language.tag });
      return sendPage(reply, doneView(ctx.project, language, answered));
    }),
  );
}

/** Shows a link that was used, has expired or never existed in the same way. */
function withNotice(
  service: ServiceContext,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  show: (visitor: Visitor) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return withProject(service, request, reply, textOf(request.query['projectId']), async (visitor) => {
    try {
      return await show(visitor);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'E062504') throw error;
      const { deadTitle, dead } = visitor.language.texts.notMe;
      return sendDead(reply.code(400), visitor.ctx.project, visitor.language, dead, { title: deadTitle });
    }
  });
}
