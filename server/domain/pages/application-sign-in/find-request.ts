import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import type { Parameters } from '../../applications/openid-provider/authorization-request.ts';
import { type Client, findClient, isRegisteredRedirect } from '../../applications/openid-provider/client.ts';
import type { Place } from '../../applications/openid-provider/place.ts';
import { openPushedRequest, pushedRequestIn } from '../../applications/openid-provider/pushed-request.ts';
import type { CountRequest } from '../../group.ts';
import type { Visitor } from '../hosted-pages/open-flow.ts';

/** A request whose client and redirect URI are valid. */
export interface FoundRequest {
  client: Client;
  /** Those of the pushed request, if it was pushed: no other counts (RFC 9126 §4). */
  parameters: Parameters;
  /** Its hash, if it was pushed. */
  pushedRequest: string | undefined;
}

export const refusalCauses = {
  client: 'unknownApplication',
  redirect: 'redirect',
  request: 'badRequest',
} as const;

/** Finds the client and compares the address to return to. Only after this may the browser be sent there. */
export async function findRequest(
  { ctx, language }: Visitor,
  clientId: string,
  place: Place,
  given: Parameters,
  count: CountRequest,
): Promise<FoundRequest | { refusal: keyof typeof refusalCauses; words: string }> {
  const words = language.texts.applicationSignIn;
  let client: Client;
  try {
    client = await findClient(ctx, clientId, place, count);
  } catch (error) {
    if (error instanceof OAuthError) return { refusal: 'client', words: words.unknownClient };
    throw error;
  }
  const pushedRequest = pushedRequestIn(given);
  const parameters = pushedRequest ? await openPushedRequest(ctx, client, pushedRequest) : given;
  if (!parameters) return { refusal: 'request', words: words.requestGone({ application: client.app.name }) };
  const { redirect_uri: redirectUri } = parameters;
  if (typeof redirectUri === 'string' && isRegisteredRedirect(ctx, client, redirectUri))
    return { client, parameters, pushedRequest };
  const complaint = redirectUri ? words.wrongRedirect : words.missingRedirect;
  return { refusal: 'redirect', words: complaint({ application: client.app.name }) };
}
