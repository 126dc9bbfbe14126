import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { transaction } from '../../../storage/transaction.ts';
import { keepDescribedClient } from '../../applications/client-registration/described-client.ts';
import {
  type Parameters,
  parametersIn,
  readAuthorizationRequest,
} from '../../applications/openid-provider/authorization-request.ts';
import { findProjectId } from '../../applications/openid-provider/client.ts';
import { answerTo, shownBefore } from '../../applications/openid-provider/consent.ts';
import { idIn } from '../../applications/openid-provider/place.ts';
import { giveConsent } from '../../directory/application-consents/give-consent.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { findBrowserSession } from '../browser-sessions/browser-session.ts';
import { sendDead, sendWrongPlace, textOf, type Visitor, withProject } from '../hosted-pages/open-flow.ts';
import { consentFormBytes, unsealAsked } from './asked.ts';
import { type Asked, authorize, sendBack } from './authorize.ts';
import { finishPath, mayAnswerForEveryone } from './consent-page.ts';
import { findRequest } from './find-request.ts';

type Route = { Body: Parameters };

/** Mounts the address that takes the answer of the consent page. `app` is a scope that parses forms and cookies. */
export function mountConsentAnswer(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  app.post<Route>(finishPath, { bodyLimit: consentFormBytes }, async (request, reply) => {
    const clientId = textOf(request.body?.['client_id']);
    // The ID of a client that describes itself names no project. What is sealed in the form is of one project.
    const place = { kind: 'thirdParty', projectId: idIn(textOf(request.body?.['project'])) } as const;
    const projectId = await findProjectId(service, clientId, place);
    return withProject(service, request, reply, projectId, async (visitor) => {
      await count(visitor.ctx, 'authorize');
      return (
        sendWrongPlace(visitor, request, reply) ??
        (await takeAnswer(visitor, clientId, request.body ?? {}, { request, reply, count }))
      );
    });
  });
}

async function takeAnswer(
  visitor: Visitor,
  clientId: string,
  form: Parameters,
  { request, reply, count }: { request: FastifyRequest; reply: FastifyReply; count: CountRequest },
): Promise<FastifyReply> {
  const { ctx, language } = visitor;
  const words = language.texts.applicationSignIn;
  const expired = () =>
    sendDead(reply.code(400), ctx.project, language, words.consent.expired, { title: words.cannotSignIn });
  const shown = unsealAsked(ctx, clientId, textOf(form['request']));
  const browser = await findBrowserSession(ctx);
  // Whoever has signed in since may be another person.
  if (!shown || browser?.session.id !== shown.sessionId) return expired();
  const { path, place } = shown;
  const given = parametersIn(new URL(path, ctx.baseUrl).searchParams);
  const found = await findRequest(visitor, clientId, place, given, count);
  if ('refusal' in found || !found.client.thirdParty) return expired();
  const { client, parameters } = found;
  const { thirdParty } = found.client;
  const asked: Asked = { ...found, place, path, request, reply };
  if (form['answer'] !== 'allow') {
    await recordRefusedSignIn(ctx, {
      method: 'oidc',
      cause: 'consentRefused',
      userId: browser.user.id,
      data: { kind: 'consent', reason: 'The user did not allow the application', application: client.app.id },
    });
    return sendBack(visitor, asked, { error: 'access_denied', error_description: 'The user declined' });
  }
  const wanted = readAuthorizationRequest(client, parameters);
  const answered = answerTo(shown.shown, [form['scope'] ?? []].flat());
  const tenant = browser.user.tenants.find(({ tenantId }) => tenantId === wanted.tenantId);
  if (wanted.tenantId && !tenant) return expired();
  const { inboundApp } = thirdParty;
  await transaction(ctx, async (ctx) => {
    await keepDescribedClient(ctx, inboundApp);
    await giveConsent(ctx, {
      appId: inboundApp.id,
      userId: browser.user.id,
      tenantId: wanted.tenantId,
      answered,
      forEveryone: form['everyone'] === 'yes' && mayAnswerForEveryone(tenant),
      shownBefore: (consent) => shownBefore(thirdParty, consent),
    });
  });
  return authorize(visitor, asked, true);
}
