import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { isLoopbackUrl } from '../../../core/url.ts';
import type { ClientMetadata } from '../../../protocols/oauth/client-metadata.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { changeInboundApp } from '../../directory/inbound-apps/change-app.ts';
import { createInboundApp, type NewInboundApp } from '../../directory/inbound-apps/create-app.ts';
import type { InboundApp } from '../../directory/inbound-apps/inbound-app.ts';
import { findInboundAppOfClient } from '../../directory/inbound-apps/load-app.ts';
import { readDescription } from './read-description.ts';
import { nameOf, settingsOf } from './register-client.ts';

/** A document is small; a large one is refused rather than read. */
const maxBytes = 10 * 1024;

/** For this long a document is not read again. */
const freshMs = 60 * 60_000;

/**
 * Reports whether a client ID is the address of a document about the client (draft-ietf-oauth-client-id-metadata-document §3). In
 * development, the document may be on this computer.
 */
export function isDocumentAddress({ mode }: Pick<ProjectContext, 'mode'>, clientId: string): boolean {
  const isLocal = mode === 'development' && isLoopbackUrl(clientId);
  if (!(isLocal || clientId.startsWith('https://')) || !URL.canParse(clientId)) return false;
  const { pathname, username, password, hash, href } = new URL(clientId);
  return href === clientId && pathname !== '/' && !username && !password && !hash;
}

/**
 * Returns the client whose ID is the address of a document, and reads the document if it was not read within an hour. If it cannot be read,
 * what was read last counts. Throws `invalid_client` with the reason, which is for the developer of the client.
 */
export async function findDescribedClient(ctx: ProjectContext, clientId: string): Promise<InboundApp> {
  const known = await findInboundAppOfClient(ctx, clientId);
  if (known && known.settings.registration.readAt + freshMs > ctx.now()) return known;
  let metadata: ClientMetadata;
  try {
    metadata = await readDocument(ctx, clientId);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (known) return known;
    throw new OAuthError('invalid_client', `client_id: ${error.message}`, { cause: error });
  }
  const change = { name: nameOf(metadata), settings: settingsOf(metadata, { readAt: ctx.now() }) };
  // The ID is derived from the address, so that of many first requests at the same time one creates the application.
  const id = `doc-${hashSecret(clientId).slice(0, 43)}`;
  if (known) await changeInboundApp(ctx, known.id, change, { overwrite: false });
  else await createOnce(ctx, { id, ...change, dynamic: { clientId } });
  const stored = await findInboundAppOfClient(ctx, clientId);
  if (!stored) throw new OAuthError('invalid_client', 'client_id: the client was removed meanwhile');
  return stored;
}

async function createOnce(ctx: ProjectContext, app: NewInboundApp): Promise<void> {
  try {
    await createInboundApp(ctx, app);
  } catch (error) {
    // Another request was first.
    if (!(error instanceof ServiceError && error.code === 'E111801')) throw error;
  }
}

async function readDocument(ctx: ProjectContext, clientId: string): Promise<ClientMetadata> {
  const { status, body } = await ctx.fetch(clientId, { headers: { accept: 'application/json' }, maxBytes });
  if (status !== 200) throw new OutboundError(`${clientId} answered with ${status}`);
  const given = parse(body, clientId);
  if (given['client_id'] !== clientId)
    throw new OAuthError(
      'invalid_client',
      'client_id: the document names another client_id than its own address',
    );
  const metadata = await readDescription(ctx, { token_endpoint_auth_method: 'none', ...given });
  if (metadata.authMethod !== 'none' && metadata.authMethod !== 'private_key_jwt')
    throw new OAuthError(
      'invalid_client',
      'client_id: a client that describes itself has no secret, so token_endpoint_auth_method must be `none` or `private_key_jwt`',
    );
  return metadata;
}

function parse(body: Buffer, clientId: string): Record<string, unknown> {
  try {
    const given: unknown = JSON.parse(body.toString('utf8'));
    if (typeof given === 'object' && given !== null && !Array.isArray(given))
      return given as Record<string, unknown>;
  } catch {
    // Answered below.
  }
  throw new OutboundError(`${clientId} is not a JSON object`);
}
