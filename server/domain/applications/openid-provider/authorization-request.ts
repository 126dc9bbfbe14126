import { decodeJwt } from 'jose';
import { userClaims } from '../../../core/user-claims.ts';
import { isThumbprint } from '../../../protocols/oauth/dpop.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { isChallenge } from '../../../protocols/oauth/pkce.ts';
import { type AskedAssurance, readAssurance } from './assurance.ts';
import type { Client } from './client.ts';
import { narrowResources } from './resources.ts';
import { knownScopes } from './scopes.ts';

/** The parameters of a request, from the address or a form. A parameter that occurs twice is a list. */
export type Parameters = Record<string, string | string[] | undefined>;

export type Prompt = 'none' | 'login' | 'consent' | 'select_account';

/** A valid request for an authorization code (RFC 6749 §4.1.1, OpenID Connect Core §3.1.2.1). */
export interface AuthorizationRequest {
  redirectUri: string;
  responseMode: 'query' | 'form_post';
  state: string;
  nonce: string;
  scopes: string[];
  codeChallenge: string;
  /** The thumbprint of the key to which the code is bound (RFC 9449 §10); empty: none. */
  dpopJkt: string;
  prompts: Prompt[];
  /** The greatest age of the sign-in. */
  maxAgeSeconds: number | undefined;
  /** The certainty that the application demands about who has signed in. */
  assurance: AskedAssurance;
  loginHint: string;
  idTokenHint: string;
  /** Claims that `claims` asks for by name, for the ID token and for `userinfo`. */
  idTokenClaims: string[];
  userInfoClaims: string[];
  /** The resource servers that the access token is for. Empty: the default audience. */
  resources: string[];
  /** The hash of the pushed request that this one is. Absent: the parameters came with the browser. */
  pushedRequest?: string;
  /** The tenant for which the user signs in to a third-party application; empty: none. */
  tenantId: string;
}

/** Reads the parameters of an address. A parameter that occurs twice is a list, as where the request came in. */
export function parametersIn(query: URLSearchParams): Parameters {
  return Object.fromEntries(
    [...new Set(query.keys())].map((name) => {
      const values = query.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}

const maxLength = 2_048;

/** Returns a parameter, or an empty text if it is absent. Throws for one that occurs twice (RFC 6749 §3.1) or is too long. */
export function parameter(parameters: Parameters, name: string): string {
  const value = parameters[name] ?? '';
  if (typeof value !== 'string') throw invalid(`The parameter ${name} occurs more than once`);
  if (value.length > maxLength) throw invalid(`The parameter ${name} is longer than ${maxLength} characters`);
  return value;
}

/** Returns the resource servers that are asked for (RFC 8707 §2). Some libraries name them `audience`. */
export function resourcesIn(parameters: Parameters): string[] {
  const asked = [parameters['resource'] ?? '', parameters['audience'] ?? ''].flat().filter(Boolean);
  if (asked.length > maxResources) throw invalid(`A request can contain ${maxResources} resources`);
  return asked;
}

const maxResources = 20;

/**
 * Reads how an answer is sent, which must be known before anything can be refused at the client's address. A request object is not
 * accepted, but its refusal is sent as it asks, because the client listens nowhere else.
 */
export function readResponseMode(parameters: Parameters): 'query' | 'form_post' {
  const { response_mode: asked, request } = parameters;
  const mode = asked ?? (typeof request === 'string' ? responseModeIn(request) : undefined);
  return mode === 'form_post' ? 'form_post' : 'query';
}

function responseModeIn(requestObject: string): unknown {
  try {
    return decodeJwt(requestObject)['response_mode'];
  } catch {
    return undefined;
  }
}

/** Reads a request whose client and redirect URI are valid. Throws an OAuthError that goes to the client. */
export function readAuthorizationRequest(client: Client, parameters: Parameters): AuthorizationRequest {
  const value = (name: string) => parameter(parameters, name);
  if (value('request'))
    throw new OAuthError('request_not_supported', 'Send the parameters themselves instead of `request`');
  if (value('request_uri'))
    throw new OAuthError('request_uri_not_supported', 'request_uri must be a value that `par` returned');
  if (!value('response_type')) throw invalid('response_type is missing: it must be `code`');
  if (value('response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be `code`');
  if (!['', 'query', 'form_post'].includes(value('response_mode')))
    throw invalid('response_mode must be `query` or `form_post`');
  if (client.settings.authorizationCodeDisabled)
    throw new OAuthError('unauthorized_client', 'The application does not allow sign-in with a code');
  // What a third-party application may know is what the user allowed by its scopes.
  const { acr, ...claims } = readClaims(client.thirdParty ? '' : value('claims'));
  const { defaultMaxAgeSeconds, defaultAcrValues } =
    client.thirdParty?.inboundApp.settings.registration ?? {};
  const scopes = readScopes(client, value('scope'));
  return {
    redirectUri: value('redirect_uri'),
    responseMode: readResponseMode(parameters),
    state: value('state'),
    nonce: value('nonce'),
    scopes,
    codeChallenge:
      value('code_challenge') || !mayOmitChallenge(client, scopes, value('nonce'))
        ? readChallenge(value('code_challenge'), value('code_challenge_method'))
        : '',
    dpopJkt: readThumbprint(client, value('dpop_jkt')),
    prompts: readPrompts(value('prompt')),
    maxAgeSeconds: readMaxAge(value('max_age')) ?? defaultMaxAgeSeconds,
    assurance: readAssurance(value('acr_values') || (defaultAcrValues ?? []).join(' '), acr),
    loginHint: value('login_hint') || value('loginHint'),
    idTokenHint: value('id_token_hint'),
    resources: narrowResources(client, undefined, resourcesIn(parameters)),
    ...claims,
    tenantId: client.thirdParty ? value('tenant') : '',
  };
}

/** Without a scope, a third-party application gets those of its own that users cannot refuse (RFC 6749 §3.3). */
function readScopes(client: Client, text: string): string[] {
  if (text || !client.thirdParty) return knownScopes(client, text);
  const own = client.thirdParty.scopes.filter(({ isOptional }) => !isOptional);
  return ['openid', ...own.map(({ name }) => name)];
}

/**
 * Clients without a secret must use PKCE (RFC 9700 §2.1.1), and others if the application demands it. One that registered itself must use
 * it too, unless it proves its identity and asks for an ID token with a `nonce`, which protects the code as well (OAuth 2.1 §7.5.1).
 */
function mayOmitChallenge(client: Client, scopes: string[], nonce: string): boolean {
  if (client.isPublic || client.settings.forcePkce) return false;
  const { inboundApp, mcpServer } = client.thirdParty ?? {};
  return !inboundApp?.isDynamic || (!mcpServer && nonce !== '' && scopes.includes('openid'));
}

function readChallenge(challenge: string, method: string): string {
  if (!challenge) throw invalid('code_challenge is missing: this application must use PKCE with S256');
  if (method !== 'S256') throw invalid('code_challenge_method must be `S256`');
  if (!isChallenge(challenge)) throw invalid('code_challenge must be a SHA-256 hash in base64url');
  return challenge;
}

function readThumbprint(client: Client, thumbprint: string): string {
  if (thumbprint && client.isProject)
    throw invalid('dpop_jkt: the tokens of the project’s own client cannot be bound to a key');
  if (thumbprint && !isThumbprint(thumbprint))
    throw invalid('dpop_jkt must be the SHA-256 thumbprint of a key in base64url');
  return thumbprint;
}

function readPrompts(text: string): Prompt[] {
  const prompts = text.split(' ').filter(Boolean);
  const known = ['none', 'login', 'consent', 'select_account'];
  if (!prompts.every((prompt) => known.includes(prompt)))
    throw invalid('prompt must be `none`, `login`, `consent` or `select_account`');
  if (prompts.includes('none') && prompts.length > 1)
    throw invalid('prompt=none cannot be combined with another value');
  return prompts as Prompt[];
}

function readMaxAge(text: string): number | undefined {
  if (!text) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw invalid('max_age must be a number of seconds');
  return Number(text);
}

/**
 * Reads which claims are asked for. Values and `essential` are wishes, which the provider may ignore (OpenID Connect Core §5.5.1),
 * except for `acr` (§5.5.1.1).
 */
function readClaims(
  text: string,
): Pick<AuthorizationRequest, 'idTokenClaims' | 'userInfoClaims'> & { acr?: unknown } {
  if (!text) return { idTokenClaims: [], userInfoClaims: [] };
  let asked: { id_token?: unknown; userinfo?: unknown } | null;
  try {
    asked = JSON.parse(text) as typeof asked;
  } catch {
    throw invalid('claims must be JSON');
  }
  const namesIn = (part: unknown) =>
    typeof part === 'object' && part !== null ? userClaims.filter((name) => Object.hasOwn(part, name)) : [];
  const { acr } = (asked?.id_token ?? {}) as { acr?: unknown };
  return { idTokenClaims: namesIn(asked?.id_token), userInfoClaims: namesIn(asked?.userinfo), acr };
}

function invalid(description: string): OAuthError {
  return new OAuthError('invalid_request', description);
}
