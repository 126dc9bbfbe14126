import type { ProjectContext } from '../../../core/context.ts';
import { OutboundError } from '../../../core/outbound.ts';
import {
  type ClientMetadata,
  readClientMetadata,
  type ServedAlgorithms,
} from '../../../protocols/oauth/client-metadata.ts';
import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';
import { assertionAlgorithms } from '../../../protocols/oauth/public-keys.ts';

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
 * organization (OpenID Connect Dynamic Client Registration §5).
 */
async function checkSector(
  ctx: ProjectContext,
  { sectorIdentifierUri, redirectUris }: ClientMetadata,
): Promise<void> {
  const listed = await addressesAt(ctx, sectorIdentifierUri);
  const missing = redirectUris.find((uri) => !listed.includes(uri));
  if (missing) throw wrong(`does not list ${missing.slice(0, 200)}`);
}

async function addressesAt(ctx: ProjectContext, url: string): Promise<unknown[]> {
  try {
    const { status, body } = await ctx.fetch(url, {
      headers: { accept: 'application/json' },
      maxBytes: maxSectorBytes,
    });
    const listed: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : undefined;
    if (Array.isArray(listed)) return listed;
  } catch (cause) {
    if (cause instanceof OutboundError) throw wrong('cannot be loaded', { cause });
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw wrong('is not a JSON list of addresses');
}

function wrong(problem: string, options?: ErrorOptions): OAuthError {
  return new OAuthError('invalid_client_metadata', `sector_identifier_uri ${problem}`, options);
}
