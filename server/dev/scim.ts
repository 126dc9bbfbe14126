import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '../core/context.ts';
import { ServiceError } from '../core/errors.ts';
import { isWebUrl } from '../core/url.ts';
import { sendPage } from '../http/page.ts';
import { type Fields, readFields, requireField } from './fields.ts';
import { demoProvider, findProvider } from './provider.ts';
import {
  type Action,
  actions,
  type ClientName,
  clients,
  type Exchange,
  provision,
  type Send,
} from './scim-clients.ts';
import { scimPage } from './scim-page.ts';
import { readyUsers } from './users.ts';

/** The most of a response that the page shows. */
const shownCharacters = 20_000;

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

export interface ScimForm {
  baseUrl: string;
  token: string;
  client: ClientName;
  /** The simulated provider whose users are provisioned. */
  provider: string;
  action: Action;
  userIds: string[];
  group: string;
}

function readForm(service: ServiceContext, fields: Fields): ScimForm {
  const baseUrl = (fields['baseUrl'] ?? `${service.baseUrl}/scim/v2`).trim();
  if (!isWebUrl(baseUrl))
    throw new ServiceError('E011004', 'The base URL must begin with http:// or https://');
  const provider = findProvider(service.baseUrl, fields['provider'] ?? demoProvider).name;
  const chosen = readyUsers(provider).filter(({ id }) => fields[`user-${id}`] !== undefined);
  return {
    baseUrl,
    token: (fields['token'] ?? '').trim(),
    client: oneOf(clients, fields['client'] ?? 'okta', 'client'),
    provider,
    action: oneOf(actions, fields['action'] ?? 'create', 'action'),
    userIds: chosen.length > 0 ? chosen.map(({ id }) => id) : ['alice'],
    group: fields['group'] ?? 'admins',
  };
}

function oneOf<T extends object>(choices: T, value: string, name: string): keyof T & string {
  if (!Object.hasOwn(choices, value))
    throw new ServiceError('E011004', `${name} must be one of ${Object.keys(choices).join(', ')}`);
  return value as keyof T & string;
}

/** Returns a function that sends requests to the server and keeps them in the list. */
function sender({ fetch }: ServiceContext, { baseUrl, token }: ScimForm, exchanges: Exchange[]): Send {
  const base = baseUrl.endsWith('/') ? baseUrl.slice(0, -1) : baseUrl;
  return async (method, path, body) => {
    const exchange = { method, path, ...(body && { body }), ...(await sent(method, path, body)) };
    exchanges.push(exchange);
    return exchange;
  };
  async function sent(method: string, path: string, body?: object) {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/scim+json',
          ...(body && { 'content-type': 'application/scim+json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, response: (await response.text()).slice(0, shownCharacters) };
    } catch (error) {
      return { status: 0, response: `The server cannot be reached: ${(error as Error).message}` };
    }
  }
}
