import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { isWebUrl, withQuery } from '../core/url.ts';
import { html, sendPage } from '../http/page.ts';
import { submitScript } from '../http/page-scripts.ts';
import { type Fields, readFields, requireField } from './fields.ts';
import type { SimulatorKeys } from './keys.ts';
import { discoveryDocument, issuerOf, keySet, userClaims } from './oidc-answers.ts';
import { oidcFaults } from './oidc-faults.ts';
import { createGrants, type SimulatedGrant } from './oidc-grant.ts';
import { oidcSignInPage } from './oidc-page.ts';
import { answerTokenRequest } from './oidc-token.ts';
import { findProvider } from './provider.ts';
import { chosenUser } from './sign-in-choice.ts';

type Route = { Params: { name: string } };

const codeLifetimeMs = 60_000;

/**
 * Serves the OpenID Connect side of the simulator: every name is a provider, every client ID with any secret a
 * client.
 */
export function mountOidcSimulator(app: FastifyInstance, service: ServiceContext, keys: SimulatorKeys): void {
  const grants = createGrants(service);
  const at = '/dev/idp/oidc/:name';
  const nameOf = (request: FastifyRequest<Route>) => findProvider(service.baseUrl, request.params.name).name;

  app.get<Route>(`${at}/.well-known/openid-configuration`, async (request) =>
    discoveryDocument(issuerOf(service.baseUrl, nameOf(request))),
  );

  app.get<Route>(`${at}/jwks`, async (request) => keySet(await keys(nameOf(request))));

  app.get<Route>(`${at}/authorize`, async (request, reply) => {
    const fields = readFields(request);
    readRequest(nameOf(request), fields);
    return sendPage(reply, oidcSignInPage(nameOf(request), fields));
  });

  app.post<Route>(`${at}/answer`, async (request, reply) => {
    const fields = readFields(request);
    const provider = nameOf(request);
    const { state, ...asked } = readRequest(provider, fields);
    const fault = chosenOidcFault(fields);
    const { nameId: subject, ...rest } = chosenUser(provider, fields);
    const grant: SimulatedGrant = { ...asked, user: { subject, ...rest }, fault };
    const code = grants.issue('code', grant, codeLifetimeMs);
    const answer = {
      ...(fault === 'denied' ? { error: 'access_denied' } : { code }),
      ...(state && { state: fault === 'wrong-state' ? `${state}x` : state }),
      ...(fault !== 'no-iss' && {
        iss: fault === 'wrong-iss' ? 'https://elsewhere.example' : issuerOf(service.baseUrl, provider),
      }),
    };
    if (fields['response_mode'] === 'form_post') return sendForm(reply, asked.redirectUri, answer);
    const url = withQuery(asked.redirectUri, answer);
    const wantsJson = (request.headers.accept ?? '').includes('application/json');
    return wantsJson ? reply.header('cache-control', 'no-store').send({ url }) : reply.redirect(url, 303);
  });

  app.post<Route>(`${at}/token`, async (request, reply) => {
    const provider = nameOf(request);
    const answer = await answerTokenRequest(
      { service, grants, signer: await keys(provider), provider },
      { authorization: request.headers.authorization ?? '', fields: readFields(request) },
    );
    reply.code(answer.status).header('cache-control', 'no-store');
    return typeof answer.body === 'string'
      ? reply.type('text/html; charset=utf-8').send(answer.body)
      : reply.send(answer.body);
  });

  app.route<Route>({
    method: ['GET', 'POST'],
    url: `${at}/userinfo`,
    handler: async (request, reply) => {
      const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
      const grant = grants.open('access', token);
      if (grant?.provider === nameOf(request)) return reply.send(userClaims(grant));
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer error="invalid_token"')
        .send({ error: 'invalid_token' });
    },
  });

  // RFC 7009 §2.2: the response does not reveal whether the token existed.
  app.post<Route>(`${at}/revoke`, async (request, reply) => {
    grants.spend(requireField(readFields(request), 'token', 'The token'));
    return reply.code(200).send();
  });
}

function readRequest(provider: string, fields: Fields) {
  const redirectUri = requireField(fields, 'redirect_uri', 'The redirect_uri');
  if (!isWebUrl(redirectUri)) throw new ServiceError('E011004', 'The redirect_uri is not a web address');
  if (fields['response_type'] !== 'code') throw new ServiceError('E011004', 'The response_type must be code');
  return {
    provider,
    clientId: requireField(fields, 'client_id', 'The client_id'),
    redirectUri,
    scope: fields['scope'] ?? 'openid',
    nonce: fields['nonce'] ?? '',
    codeChallenge: fields['code_challenge'] ?? '',
    state: fields['state'] ?? '',
  };
}

function chosenOidcFault({ fault = 'none' }: Fields): string {
  if (oidcFaults.some(({ id }) => id === fault)) return fault;
  const known = oidcFaults.map(({ id }) => id).join(', ');
  throw new ServiceError('E011004', `The fault ${JSON.stringify(fault)} is not one of ${known}`);
}

/** OAuth 2.0 Form Post Response Mode. */
function sendForm(reply: FastifyReply, action: string, fields: Record<string, string>): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return sendPage(reply, {
    title: 'Back to the client',
    policy: { 'form-action': 'http: https:' },
    body: html`<h1>Signing in…</h1>
<form id="submit" method="post" action="${action}">${inputs}<button>Continue</button></form>
${submitScript}`,
  });
}
