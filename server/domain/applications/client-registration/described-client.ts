import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { ServiceError } from '../../../core/errors.ts';
import { isLoopbackUrl } from '../../../core/url.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { changeInboundApp } from '../../directory/applications/third-party/change-app.ts';
import { createInboundApp } from '../../directory/applications/third-party/create-app.ts';
import {
  emptyInboundSettings,
  type InboundApp,
} from '../../directory/applications/third-party/inbound-app.ts';
import { findInboundAppOfClient } from '../../directory/applications/third-party/load-app.ts';
import { type CountDocument, type Described, defaultFreshMs, readDocument } from './read-document.ts';

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
 * Returns the client whose ID is the address of a document. It is stored only once a user has allowed it something (`keepDescribedClient`).
 * The document is read again when it is no longer fresh; if it cannot be read then, what was read last counts. Without `count`, it
 * is not read now. Throws `invalid_client`, with one text for every reason: anyone can name an address, and must not learn what is there.
 */
export async function findDescribedClient(
  ctx: ProjectContext,
  clientId: string,
  count?: CountDocument,
): Promise<InboundApp> {
  const stored = await findInboundAppOfClient(ctx, clientId);
  if (stored && freshUntil(stored) > ctx.now()) return stored;
  const read = await readDocument(ctx, clientId, {
    count,
    since: stored?.settings.registration.readAt,
  }).catch((error: unknown) => {
    // A limit keeps nobody out who was let in before.
    if (stored && error instanceof ServiceError && error.code === 'E130429') return undefined;
    throw error;
  });
  if (!read || 'failure' in read) {
    if (stored && (!read || read.failure.isTemporary)) return stored;
    const cause = read?.failure.reason;
    throw new OAuthError(
      'invalid_client',
      'client_id: this URL has no usable client metadata. The server’s log contains the reason',
      { cause },
    );
  }
  if (!stored) return toInboundApp(clientId, read);
  const { name, settings } = read;
  if (!read.isKept) await changeInboundApp(ctx, stored.id, { name, settings }, { overwrite: false });
  read.isKept = true;
  return { ...stored, name, settings: { ...stored.settings, ...settings } };
}

function freshUntil({ settings: { registration } }: InboundApp): number {
  return registration.freshUntil || registration.readAt + defaultFreshMs;
}

function toInboundApp(clientId: string, { name, settings, readAt }: Described): InboundApp {
  return {
    // Derived from the address, so that of many first consents at the same time one creates the application.
    id: `doc-${hashSecret(clientId).slice(0, 43)}`,
    name,
    clientId,
    isDynamic: true,
    customAttributes: {},
    createdAt: readAt,
    modifiedAt: readAt,
    settings: { ...emptyInboundSettings, ...settings },
  };
}

/** Stores a client that describes itself, because a user allows it something. Others are stored already. */
export async function keepDescribedClient(ctx: ProjectContext, app: InboundApp): Promise<void> {
  const { id, name, clientId, settings } = app;
  if (settings.registration.readAt === 0 || (await findInboundAppOfClient(ctx, clientId))) return;
  try {
    await createInboundApp(ctx, { id, name, settings, dynamic: { clientId } });
  } catch (error) {
    // Another request was first.
    if (!(error instanceof ServiceError && error.code === 'E111801')) throw error;
  }
}
