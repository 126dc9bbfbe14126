import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { sendPage } from '../http/page.ts';
import { readFields, requireField } from './fields.ts';
import { clients, type Exchange, type Method, provision, type Send } from './scim-clients.ts';
import { readForm, type ScimForm } from './scim-form.ts';
import { scimPage } from './scim-page.ts';
import { readyUsers } from './users.ts';

/** The most of a response that the page shows. */
const shownCharacters = 20_000;
/** Debuggers stop servers. */
const responseMs = 60_000;

/** Serves a directory that provisions the prepared users of a provider, as Okta or Entra ID does. */
export function mountScimSimulator(app: FastifyInstance, service: ServiceContext): void {
  app.get('/dev/idp/scim', (request, reply) =>
    sendPage(reply, scimPage({ ...readForm(service, readFields(request)), exchanges: undefined })),
  );

  app.post('/dev/idp/scim', async (request, reply) => {
    const fields = readFields(request);
    const form = readForm(service, fields);
    requireField(fields, 'token', 'The token');
    const exchanges: Exchange[] = [];
    const users = readyUsers(form.provider).filter(({ id }) => form.userIds.includes(id));
    const send = sender(service, form, exchanges);
    await provision(clients[form.client], send, { action: form.action, users, group: form.group });
    if ((request.headers.accept ?? '').includes('application/json'))
      return reply.header('cache-control', 'no-store').send({ exchanges });
    return sendPage(reply, scimPage({ ...form, exchanges }));
  });
}

/** Returns a function that sends requests to the server and keeps them in the list. */
function sender({ fetch }: ServiceContext, { baseUrl, token }: ScimForm, exchanges: Exchange[]): Send {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return async (method, path, body) => {
    const exchange = { method, path, ...(body && { body }), ...(await sent(method, path, body)) };
    exchanges.push(exchange);
    return exchange;
  };
  async function sent(method: Method, path: string, body?: object) {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        timeoutMs: responseMs,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/scim+json',
          ...(body && { 'content-type': 'application/scim+json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, response: response.body.toString().slice(0, shownCharacters) };
    } catch (error) {
      return { status: 0, response: `The server cannot be reached: ${(error as Error).message}` };
    }
  }
}
