import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Parameters } from '../../applications/openid-provider/authorization-request.ts';
import { type Client, findClient, isRegisteredRedirect } from '../../applications/openid-provider/client.ts';
import type { Place } from '../../applications/openid-provider/place.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';
import { texts } from './texts.ts';

/** Finds the client and compares the address to return to. Only after this may the browser be sent there. */
export async function findRequest(
  { ctx, language }: Visitor,
  clientId: string,
  place: Place,
  parameters: Parameters,
): Promise<{ client: Client } | { refusal: string; words: string }> {
  const words = texts[language];
  let client: Client;
  try {
    client = await findClient(ctx, clientId, place);
  } catch (error) {
    if (error instanceof OAuthError) return { refusal: 'client', words: words.unknownClient };
    throw error;
  }
  const { redirect_uri: redirectUri } = parameters;
  if (typeof redirectUri === 'string' && isRegisteredRedirect(ctx, client, redirectUri)) return { client };
  return { refusal: 'redirect', words: words.wrongRedirect(client.app.name) };
}
