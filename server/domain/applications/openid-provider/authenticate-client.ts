import type { ProjectContext } from '../../../core/context.ts';
import { equalSecrets } from '../../../core/crypto.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { validSecretsOf } from '../../directory/client-secrets/secrets.ts';
import { type Client, findClient, unknownClient } from './client.ts';
import type { Place } from './place.ts';

/** The way in which a client says who it is (RFC 6749 §2.3.1). */
export interface ClientCredentials {
  clientId: string;
  /** Empty: the client gives no secret. */
  secret: string;
}

/** Reads the credentials from the header or the form. Throws if there are none, or both (RFC 6749 §2.3). */
export function readCredentials(
  authorization: string | undefined,
  form: { clientId: string; clientSecret: string },
): ClientCredentials {
  const basic = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  if (!basic) {
    if (!form.clientId) throw new OAuthError('invalid_request', 'client_id is missing');
    return { clientId: form.clientId, secret: form.clientSecret };
  }
  if (form.clientSecret)
    throw new OAuthError('invalid_request', 'The client sent its secret twice. Send the header or the field');
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  const credentials = { clientId: decode(id), secret: decode(rest.join(':')) };
  if (form.clientId && form.clientId !== credentials.clientId)
    throw new OAuthError('invalid_request', 'client_id is not the client of the Authorization header');
  return credentials;
}

/** Both parts are encoded like forms (RFC 6749 §2.3.1). */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Finds the client and verifies its secret. A public client has none, and proves itself by PKCE and its redirect URI. */
export async function authenticateClient(
  ctx: ProjectContext,
  { clientId, secret }: ClientCredentials,
  place: Place,
): Promise<Client> {
  const client = await findClient(ctx, clientId, place);
  if (client.isPublic) {
    // An empty secret means that a library sends the field anyway.
    if (secret && !client.isProject) throw unknownClient();
    return client;
  }
  const { app, thirdParty } = client;
  const [kind, appId] = thirdParty
    ? (['inboundApp', thirdParty.inboundApp.id] as const)
    : (['ssoApp', app.id] as const);
  const secrets = secret ? await validSecretsOf(ctx, kind, appId) : [];
  // Compares with every secret, so that the time does not tell which one it was.
  if (secrets.filter((valid) => equalSecrets(valid, secret)).length === 0) throw unknownClient();
  return client;
}
