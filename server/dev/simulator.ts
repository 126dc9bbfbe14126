import { join } from 'node:path';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { sendError, toServiceError } from '../http/errors.ts';
import { html, sendPage } from '../http/page.ts';
import { SamlError } from '../protocols/saml/error.ts';
import { createAnswering } from './answer.ts';
import { answerPage } from './answer-page.ts';
import { readFields } from './fields.ts';
import { createSimulatorKeys } from './keys.ts';
import { mountOidcSimulator } from './oidc.ts';
import { refuseOutsiders } from './outsiders.ts';
import { overviewPage } from './overview-page.ts';
import { demoProvider, findProvider, providerMetadata } from './provider.ts';
import { mountScimSimulator } from './scim.ts';
import { chosenFault, chosenUser } from './sign-in-choice.ts';
import { signInPage } from './sign-in-page.ts';
import { describeSignature, readSignInRequest } from './sign-in-request.ts';

export interface SimulatorOptions {
  dataDir: string;
  /** The address that starts a sign-in of the demo, shown on the overview. */
  demoPath?: string;
}

type Route = { Params: { name: string } };

/** Serves identity providers that sign in any user. Development only. */
export async function mountSimulator(
  app: FastifyInstance,
  service: ServiceContext,
  { dataDir, demoPath }: SimulatorOptions,
): Promise<void> {
  if (service.mode !== 'development') throw new Error('the simulator is for development only');
  const keys = createSimulatorKeys(join(dataDir, 'dev-idp.json'), service.now);
  const createAnswer = createAnswering(service, keys);

  app.removeAllContentTypeParsers();
  await app.register(formbody);
  app.addHook('onRequest', refuseOutsiders(service));
  app.setErrorHandler((error, request, reply) => sendRefusal(error, request, reply));

  app.get('/dev/idp', async (request, reply) => {
    const provider = findProvider(service.baseUrl, readFields(request)['name'] ?? demoProvider);
    const { certificate } = await keys(provider.name);
    return sendPage(reply, overviewPage({ baseUrl: service.baseUrl, provider, certificate, demoPath }));
  });

  mountOidcSimulator(app, service, keys);
  mountScimSimulator(app, service);

  app.get<Route>('/dev/idp/saml/:name/metadata', async (request, reply) => {
    const provider = findProvider(service.baseUrl, request.params.name);
    const { certificate } = await keys(provider.name);
    return reply.type('application/samlmetadata+xml').send(providerMetadata(provider, certificate));
  });

  app.route<Route>({
    method: ['GET', 'POST'],
    url: '/dev/idp/saml/:name/sso',
    handler: async (request, reply) => {
      const provider = findProvider(service.baseUrl, request.params.name);
      const signIn = readSignInRequest(queryOf(request), readFields(request));
      const signature = signIn.received ? await describeSignature(signIn.received, service.fetch) : 'none';
      return sendPage(reply, signInPage(provider, signIn, signature));
    },
  });

  app.post<Route>('/dev/idp/saml/:name/answer', async (request, reply) => {
    const provider = findProvider(service.baseUrl, request.params.name);
    const fields = readFields(request);
    const answer = await createAnswer({
      provider,
      request: readSignInRequest(queryOf(request), fields),
      user: chosenUser(provider.name, fields),
      fault: chosenFault(fields),
      spCertificate: fields['spCertificate'],
    });
    if (!wantsJson(request)) return sendPage(reply, answerPage(answer, fields['pause'] !== undefined));
    return reply.header('cache-control', 'no-store').send({ action: answer.action, fields: answer.fields });
  });
}

/** Returns the query as sent: a signature of the Redirect binding covers the encoded text. */
function queryOf(request: FastifyRequest): string {
  return /\?.*$/s.exec(request.raw.url ?? '')?.[0] ?? '';
}

function wantsJson(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('application/json');
}

function sendRefusal(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSaml = thrown instanceof SamlError;
  const refusal = isSaml
    ? new ServiceError('E011004', thrown.reason, { cause: thrown })
    : toServiceError(thrown);
  if (wantsJson(request) || refusal.status >= 500) return sendError(refusal, request, reply);
  return sendPage(reply.code(refusal.status), {
    title: 'Request refused',
    body: html`<p class="place">Latchkey · development · identity-provider simulator</p>
<h1>Request refused</h1>
<p class="error" role="alert">${refusal.message}</p>
<p><a href="/dev/idp">About the simulator</a></p>`,
  });
}
