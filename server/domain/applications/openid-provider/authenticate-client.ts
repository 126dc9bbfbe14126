import type { ProjectContext } from '../../../core/context.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { isSecretOf } from '../../directory/applications/secrets/secrets.ts';
import type { CountDocument } from '../client-registration/read-document.ts';
import { type Client, findClient, unknownClient } from './client.ts';
import { assertionType, clientOfAssertion, requireKeys, verifyClientAssertion } from './client-assertion.ts';
import type { Place } from './place.ts';

/** The way in which a client proves its identity (RFC 6749 §2.3.1, RFC 7523 §2.2). */
export interface ClientCredentials {
  clientId: string;
  method: 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';
  /** The secret or the assertion. Empty: the client gives none. */
  secret: string;
}

/** Reads the credentials from the header or the form. Throws if there are none, or several (RFC 6749 §2.3). */
export function readCredentials(
  authorization: string | undefined,
  form: (name: string) => string,
): ClientCredentials {
  const [clientId, clientSecret, assertion] = [
    form('client_id'),
    form('client_secret'),
    form('client_assertion'),
  ];
  const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if ([basic, clientSecret, assertion].filter(Boolean).length > 1)
    throw new OAuthError('invalid_request', 'The client authenticated in two ways. Use only one');
  if (assertion) {
    if (form('client_assertion_type') !== assertionType)
      throw new OAuthError('invalid_request', `client_assertion_type must be \`${assertionType}\``);
    const credentials = { clientId: clientOfAssertion(assertion), secret: assertion };
    return { ...ofOneClient(credentials, clientId), method: 'private_key_jwt' };
  }
  if (!basic) {
    if (!clientId) throw new OAuthError('invalid_request', 'client_id is missing');
    return { clientId, secret: clientSecret, method: clientSecret ? 'client_secret_post' : 'none' };
  }
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const credentials = { clientId: decode(id), secret: decode(rest.join(':')) };
  return { ...ofOneClient(credentials, clientId), method: 'client_secret_basic' };
}

function ofOneClient<T extends { clientId: string }>(credentials: T, clientId: string): T {
  if (!clientId || clientId === credentials.clientId) return credentials;
  throw new OAuthError(
    'invalid_request',
    'client_id does not match the Authorization header or the assertion',
  );
}

/** Both parts are encoded like forms (RFC 6749 §2.3.1). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Finds the client and verifies its proof. A public client has none, and proves itself by PKCE and its redirect URI. */
export async function authenticateClient(
  ctx: ProjectContext,
  { clientId, method, secret }: ClientCredentials,
  place: Place,
  count: CountDocument,
): Promise<Client> {
  const client = await findClient(ctx, clientId, place, count);
  const { tokenEndpointAuthMethod: required } = client.settings;
  if (method === 'private_key_jwt') {
    requireKeys(client);
    if (required && required !== method) throw anotherMethod(required);
    await verifyClientAssertion(ctx, client, secret);
    return client;
  }
  if (client.isPublic) {
    // An empty secret means that a library sends the field anyway.
    if (secret && !client.isProject) throw unknownClient();
    return client;
  }
  const { app, thirdParty } = client;
  const [kind, appId] = thirdParty
    ? (['thirdParty', thirdParty.inboundApp.id] as const)
    : (['sso', app.id] as const);
  if (!secret || !(await isSecretOf(ctx, kind, appId, secret))) throw unknownClient();
  // Says so to a client that has proven its identity. Others learn nothing about the settings.
  if (required && required !== method) throw anotherMethod(required);
  return client;
}

function anotherMethod(required: string): OAuthError {
  return new OAuthError(
    'invalid_client',
    `The settings of the application require \`${required}\` as the authentication method`,
  );
}
