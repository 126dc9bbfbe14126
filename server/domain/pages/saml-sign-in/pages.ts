import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { buildIdpMetadata } from '../../../protocols/saml/build-idp-metadata.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import {
  emailFormat,
  persistentFormat,
  transientFormat,
  unspecifiedFormat,
} from '../../../protocols/saml/names.ts';
import { newXmlId } from '../../applications/saml-provider/message-id.ts';
import type { Received } from '../../applications/saml-provider/read-request.ts';
import { findSamlApp, loadServiceProvider } from '../../applications/saml-provider/service-provider.ts';
import { loadSamlKeys, samlSigningKey } from '../../directory/applications/sso/saml-keys.ts';
import { type SsoApp, samlIdpUrls } from '../../directory/applications/sso/sso-app.ts';
import { recordRefusedSignIn } from '../../directory/sign-in-refusals/record-refusal.ts';
import type { CountRequest } from '../../group.ts';
import { type Query, sendDead, textOf, withProject } from '../hosted-pages/open-flow.ts';
import { receiveLogout } from './logout.ts';
import type { Opened } from './opened.ts';
import { beginHere, goOn, takeRequest } from './sign-in.ts';

type Route = { Querystring: Query; Body: Query };

type Page = (opened: Opened, received: Received | undefined) => Promise<FastifyReply>;

/** The values that need no service provider: it may not run yet. */
type OpenedApp = Omit<Opened, 'sp'> & { app: SsoApp };

/** Mounts the pages of the SAML identity provider. `app` is a scope that parses forms and cookies. */
export function mountSamlSignIn(app: FastifyInstance, service: ServiceContext, count: CountRequest): void {
  const mount = (path: string, page: Page) => {
    const answer = (request: FastifyRequest<Route>, reply: FastifyReply) =>
      open(service, count, { request, reply }, async ({ app, ...opened }) => {
        const sp = await loadServiceProvider(opened.visitor.ctx, app);
        return page({ ...opened, sp }, receivedIn(request));
      });
    app.get<Route>(path, answer);
    app.post<Route>(path, answer);
  };
  app.get<Route>('/v1/auth/saml/idp/metadata', (request, reply) =>
    open(service, count, { request, reply }, sendMetadata),
  );
  mount('/v1/auth/saml/idp/sso', (opened, received) =>
    received ? takeRequest(opened, received) : goOn(opened),
  );
  mount('/v1/auth/saml/idp/initiate', beginHere);
  mount('/v1/auth/idp/sso/logout', receiveLogout);
}

/** Finds the application, and shows its error page or ours for everything that is wrong with the request. */
function open(
  service: ServiceContext,
  count: CountRequest,
  { request, reply }: { request: FastifyRequest<Route>; reply: FastifyReply },
  page: (opened: OpenedApp) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const [, projectId = '', appId = ''] = /^(P[0-9A-Za-z]{27})-(.+)$/.exec(textOf(request.query['app'])) ?? [];
  return withProject(service, request, reply, projectId, async (visitor) => {
    const { ctx, language } = visitor;
    await count(ctx, 'authorize');
    const refuse = (words: string) =>
      sendDead(reply.code(400), ctx.project, language, words, { title: language.texts.samlSignIn.title });
    let app: SsoApp | undefined;
    try {
      app = await findSamlApp(ctx, appId);
      if (app) return await page({ visitor, app, request, reply });
      await recordRefusedSignIn(ctx, {
        method: 'saml',
        cause: 'unknownApplication',
        data: { kind: 'client', reason: 'No SAML application has this ID', application: appId.slice(0, 128) },
      });
      return refuse(language.texts.samlSignIn.unknownApplication);
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      await recordRefusedSignIn(ctx, {
        method: 'saml',
        cause: error.kind === 'metadata' ? 'connection' : 'badRequest',
        data: { kind: error.kind, reason: error.reason, application: appId },
      });
      const { errorRedirectUrl = '' } = app?.settings.saml ?? {};
      if (errorRedirectUrl) return reply.redirect(withQuery(errorRedirectUrl, { err: error.reason }), 303);
      return refuse(language.texts.samlSignIn.badRequest({ reason: error.reason }));
    }
  });
}

/** Returns the message, of whichever binding it came with. */
function receivedIn({ method, url, body, query }: FastifyRequest<Route>): Received | undefined {
  const fields = method === 'GET' ? query : body;
  const parameter = messageNames.find((name) => fields?.[name] !== undefined);
  if (method === 'GET') return parameter && { parameter, query: url.slice(url.indexOf('?') + 1) };
  const message = parameter && textOf(fields?.[parameter]);
  if (!message) throw new SamlError('request', 'The field SAMLRequest is missing.');
  return { parameter, message, relayState: textOf(fields?.['RelayState']) };
}

const messageNames = ['SAMLRequest', 'SAMLResponse'] as const;

/** Sends our signed metadata, which service providers read before they publish their own. */
async function sendMetadata({ visitor: { ctx }, app, reply }: OpenedApp): Promise<FastifyReply> {
  const urls = samlIdpUrls(ctx, ctx.project.id, app.id);
  const keys = await loadSamlKeys(ctx, app.id);
  const xml = await buildIdpMetadata({
    ...urls,
    id: newXmlId(ctx),
    signer: await samlSigningKey(ctx, app.id),
    signingCertificates: keys.map(({ certificate }) => certificate),
    nameIdFormats: [emailFormat, persistentFormat, transientFormat, unspecifiedFormat],
    wantAuthnRequestsSigned: app.settings.saml.signedRequestsRequired,
  });
  return reply
    .header('cache-control', 'no-cache')
    .type('application/samlmetadata+xml; charset=utf-8')
    .send(xml);
}
