import type { ProjectContext } from '../../../core/context.ts';
import { equalSecrets, hashSecret, newSecret } from '../../../core/crypto.ts';
import { type ClientMetadata, clientMetadataToWire } from '../../../protocols/oauth/client-metadata.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { returnPlaceOf } from '../../../protocols/oauth/return-place.ts';
import { deleteApplication } from '../../directory/applications/change.ts';
import { changeInboundApp } from '../../directory/applications/third-party/change-app.ts';
import { createInboundApp } from '../../directory/applications/third-party/create-app.ts';
import {
  emptyInboundSettings,
  type InboundApp,
  type InboundAppSettings,
} from '../../directory/applications/third-party/inbound-app.ts';
import { findInboundAppOfClient } from '../../directory/applications/third-party/load-app.ts';
import { algorithmsOf, readDescription } from './read-description.ts';

type Wire = Record<string, unknown>;

/** Registers a client (RFC 7591 §3). Returns the answer with its credentials, which is the only time that they are shown. */
export async function registerClient(
  ctx: ProjectContext,
  given: Wire,
  { endpoint, mcpServerId }: { endpoint: string; mcpServerId: string },
): Promise<Wire> {
  const metadata = await readDescription(ctx, given);
  const token = newSecret();
  const registration = { mcpServerId, accessTokenHash: hashSecret(token) };
  const { id, clientId, secret } = await createInboundApp(ctx, {
    name: nameOf(metadata),
    settings: settingsOf(metadata, registration),
    dynamic: {},
  });
  return {
    ...clientMetadataToWire(metadata, algorithmsOf(ctx)),
    client_id: clientId,
    client_id_issued_at: Math.floor(ctx.now() / 1000),
    ...(secret && { client_secret: secret, client_secret_expires_at: 0 }),
    registration_access_token: token,
    registration_client_uri: `${endpoint}/${id}`,
  };
}

/** Returns a registration to the client that made it (RFC 7592 §2.1). */
export async function readRegistration(ctx: ProjectContext, clientId: string, token: string): Promise<Wire> {
  const app = await findRegistered(ctx, clientId, token);
  return toWire(ctx, app);
}

/** Replaces a registration (RFC 7592 §2.2). A client cannot change whether it has a secret, a key or neither. */
export async function changeRegistration(
  ctx: ProjectContext,
  clientId: string,
  token: string,
  given: Wire,
): Promise<Wire> {
  const app = await findRegistered(ctx, clientId, token);
  if (given['client_id'] !== undefined && given['client_id'] !== clientId)
    throw new OAuthError('invalid_client_metadata', 'client_id must match the registration');
  const metadata = await readDescription(ctx, given);
  if (proofOf(metadata.authMethod) !== proofOf(app.settings.registration.authMethod))
    throw new OAuthError(
      'invalid_client_metadata',
      'token_endpoint_auth_method: a client cannot switch between a secret, a key and none. Register it again',
    );
  const { accessTokenHash, mcpServerId } = app.settings.registration;
  const settings = settingsOf(metadata, { accessTokenHash, mcpServerId });
  await changeInboundApp(ctx, app.id, { name: nameOf(metadata), settings }, { overwrite: false });
  return toWire(ctx, { ...app, name: nameOf(metadata), settings: { ...app.settings, ...settings } });
}

/** Removes a registration with everything that users have allowed it (RFC 7592 §2.3). */
export async function removeRegistration(
  ctx: ProjectContext,
  clientId: string,
  token: string,
): Promise<void> {
  const { id } = await findRegistered(ctx, clientId, token);
  await deleteApplication(ctx, 'thirdParty', id);
}

/** One refusal for an unknown client and for a wrong token, so that nobody learns which clients exist (RFC 7592 §2.1). */
async function findRegistered(ctx: ProjectContext, clientId: string, token: string): Promise<InboundApp> {
  const app = await findInboundAppOfClient(ctx, clientId);
  const expected = app?.settings.registration.accessTokenHash ?? '';
  if (app && expected && equalSecrets(expected, hashSecret(token))) return app;
  throw new OAuthError('invalid_token', 'The registration access token is not valid for this client');
}

/** Returns the settings of an application that describes itself. */
export function settingsOf(
  metadata: ClientMetadata,
  more: Partial<InboundAppSettings['registration']>,
): Partial<InboundAppSettings> {
  const { name: _, redirectUris, logoUri, initiateLoginUri, jwks, jwksUri, ...registration } = metadata;
  return {
    approvedCallbackUrls: redirectUris,
    logo: logoUri,
    loginPageUrl: initiateLoginUri,
    nonConfidentialClient: metadata.authMethod === 'none',
    // A secret counts in the header and in the form: many clients register one way and use the other.
    tokenEndpointAuthMethod: metadata.authMethod === 'private_key_jwt' ? 'private_key_jwt' : '',
    jwks,
    jwksUri,
    registration: { ...emptyInboundSettings.registration, ...registration, ...more },
  };
}

/** The kind of proof that a client has of its identity. */
function proofOf(method: ClientMetadata['authMethod']): 'none' | 'key' | 'secret' {
  if (method === 'none') return 'none';
  return method === 'private_key_jwt' ? 'key' : 'secret';
}

/** Users must read some name on the page that asks them. */
export function nameOf({ name, redirectUris }: ClientMetadata): string {
  return name.trim() || returnPlaceOf(redirectUris[0] ?? 'https://unknown');
}

function toWire(ctx: ProjectContext, { name, clientId, settings, createdAt }: InboundApp): Wire {
  const { registration, approvedCallbackUrls, logo, loginPageUrl, jwks, jwksUri } = settings;
  const metadata = {
    ...registration,
    name,
    jwks,
    jwksUri,
    redirectUris: approvedCallbackUrls,
    logoUri: logo,
    initiateLoginUri: loginPageUrl,
  };
  return {
    ...clientMetadataToWire(metadata, algorithmsOf(ctx)),
    client_id: clientId,
    client_id_issued_at: Math.floor(createdAt / 1000),
  };
}
