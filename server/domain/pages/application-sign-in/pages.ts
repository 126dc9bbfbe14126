import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { askedLanguage } from '../../../http/language.ts';
import type { Parameters } from '../../applications/openid-provider/authorization-request.ts';
import { findProjectId } from '../../applications/openid-provider/client.ts';
import { type Place, type PlaceParams, placePaths } from '../../applications/openid-provider/place.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { sendDead, withProject } from '../hosted-pages/open-flow.ts';
import { authorize } from './authorize.ts';
import { mountConsentAnswer } from './consent-answer.ts';
import { findRequest, refusalCauses } from './find-request.ts';
import { mountLogout } from './logout.ts';

type Route = { Params: PlaceParams; Querystring: Parameters; Body: Parameters };
type AuthorizeRequest = FastifyRequest<Route>;

/** Mounts the endpoints of the OpenID provider that browsers visit. `app` is a scope that parses forms and cookies. */
export function mountApplicationSignIn(
  app: FastifyInstance,
  service: ServiceContext,
  count: CountRequest,
): void {
  for (const { path, placeOf } of placePaths) {
    const url = `${path}/authorize`;
    app.get<Route>(url, (request, reply) =>
      open(service, count, request, reply, { place: placeOf(request.params), parameters: request.query }),
    );
    // A form of another site comes without our cookies, so the browser comes again, by its own address.
    app.post<Route>(url, (request, reply) => reply.redirect(addressOf(request, request.body ?? {}), 303));
    mountLogout(app, service, count, { path, placeOf });
  }
  mountConsentAnswer(app, service, count);
}

function addressOf(request: AuthorizeRequest, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of [value ?? ''].flat()) query.append(name, one);
  }
  return `${request.url.split('?', 1)[0]}?${query}`;
}

async function open(
  service: ServiceContext,
  count: CountRequest,
  request: AuthorizeRequest,
  reply: FastifyReply,
  { place, parameters }: { place: Place; parameters: Parameters },
): Promise<FastifyReply> {
  const clientId = typeof parameters['client_id'] === 'string' ? parameters['client_id'] : '';
  const projectId = await findProjectId(service, clientId, place);
  return withProject(service, request, reply, projectId, async ({ ctx, language }) => {
    await count(ctx, 'authorize');
    const visitor = { ctx, language };
    const found = await findRequest(visitor, clientId, place, parameters, count);
    if ('refusal' in found) {
      const { refusal: kind, words } = found;
      await recordRefusedSignIn(ctx, {
        method: 'oidc',
        cause: refusalCauses[kind],
        data: {
          kind,
          reason: words,
          clientId: clientId.slice(0, 128),
          ...(kind === 'redirect' && {
            redirectUri: String(parameters['redirect_uri'] ?? '').slice(0, 1_024),
          }),
        },
      });
      const { cannotSignIn: title } = language.texts.applicationSignIn;
      return sendDead(reply.code(400), ctx.project, language, words, { title });
    }
    // The parameters of a pushed request are not in the address.
    const asked = askedLanguage(ctx.languages, found.parameters) ?? language;
    return authorize({ ctx, language: asked }, { ...found, place, path: request.url, request, reply });
  });
}
