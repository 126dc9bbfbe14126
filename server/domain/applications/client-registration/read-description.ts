import type { ProjectContext } from '../../../core/context.ts';
import { OutboundError } from '../../../core/outbound.ts';
import {
  type ClientMetadata,
  readClientMetadata,
  type ServedAlgorithms,
} from '../../../protocols/oauth/client-metadata.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { assertionAlgorithms } from '../../../protocols/oauth/public-keys.ts';
import { inOneTime, outboundMs } from './one-time.ts';

const maxSectorBytes = 64 * 1024;

/** Reads how a client describes itself. Throws `invalid_redirect_uri` or `invalid_client_metadata`. May load the document of its sector. */
export async function readDescription(
  ctx: ProjectContext,
  given: Record<string, unknown>,
): Promise<ClientMetadata> {
  const metadata = readClientMetadata(given, algorithmsOf(ctx));
  if (metadata.sectorIdentifierUri) await checkSector(ctx, metadata);
  return metadata;
}

/** The algorithms that the metadata of a client can name. */
export function algorithmsOf({ project }: ProjectContext): ServedAlgorithms {
  return { assertions: assertionAlgorithms, signing: project.settings.signingAlgorithm };
}

/**
 * Requires that the document of a sector lists the client's addresses, so that a stranger cannot get the subjects of another
 * organization (OpenID Connect Dynamic Client Registration §5). One text for every problem, because a stranger names the address.
 */
async function checkSector(
  ctx: Pick<ProjectContext, 'fetch' | 'mode'>,
  { sectorIdentifierUri: url, redirectUris }: ClientMetadata,
): Promise<void> {
  await inOneTime(ctx, url, async () => {
    const listed = await addressesAt(ctx, url);
    if (!redirectUris.every((uri) => listed.includes(uri))) throw wrongSector();
  });
}

async function addressesAt(ctx: Pick<ProjectContext, 'fetch'>, url: string): Promise<unknown[]> {
  try {
    const { status, body } = await ctx.fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: maxSectorBytes,
      timeoutMs: outboundMs,
    });
    const listed: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : undefined;
    if (Array.isArray(listed)) return listed;
  } catch (cause) {
    if (!(cause instanceof OutboundError || cause instanceof SyntaxError)) throw cause;
    throw wrongSector({ cause });
  }
  throw wrongSector();
}

function wrongSector(options?: ErrorOptions): OAuthError {
  return new OAuthError(
    'invalid_client_metadata',
    'sector_identifier_uri must be the URL of a JSON list that contains all redirect_uris',
    options,
  );
}
