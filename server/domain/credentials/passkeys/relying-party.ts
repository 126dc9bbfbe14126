import { isAllowedOrigin, isAppOrigin } from '../../../core/allowed-origin.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { mayUseRpId } from '../../../protocols/webauthn/rp-id.ts';

/** The relying party of WebAuthn, to which passkeys belong. */
export interface RelyingParty {
  rpId: string;
  /** The origin of the page. Empty for any of the project's origins that may use the domain. */
  origin: string;
}

/**
 * Returns the domain of passkeys that are used on a page: the project's, or else the host of the page, which must be one of
 * the project's own. Without a page, and for an app, it is the project's domain, or else that of this server. The answer must then
 * come from a page of that domain, or from an app whose origin the project lists.
 * Throws E011004.
 */
export function relyingPartyOf(
  ctx: Pick<ProjectContext, 'baseUrl' | 'mode' | 'project'>,
  origin = '',
): RelyingParty {
  const { passkeyDomain } = ctx.project.settings;
  if (origin !== '' && !isAllowedOrigin(ctx, ctx.project.settings, origin)) {
    throw new ServiceError(
      'E011004',
      `origin ${quoted(origin)} is not an origin of this project. Add it to allowedOrigins`,
    );
  }
  // An app has no host. The system checks that the domain names the app.
  const hasHost = origin !== '' && !isAppOrigin(origin);
  const { hostname } = new URL(hasHost ? origin : ctx.baseUrl);
  const rpId = passkeyDomain || hostname;
  const isOfProject = !hasHost && passkeyDomain !== '';
  if (isOfProject || mayUseRpId(hostname, rpId)) return { origin, rpId };
  throw new ServiceError(
    'E011004',
    passkeyDomain
      ? `Passkeys of this project belong to ${passkeyDomain}: pages of ${hostname} cannot use them`
      : 'Passkeys belong to a domain, not to an IP address. Open the page by its name, like localhost',
  );
}

/** Returns a check of whether the page that answered may be the intended one. */
export function allowsOrigin(
  ctx: Pick<ProjectContext, 'baseUrl' | 'mode' | 'project'>,
  party: RelyingParty,
): (origin: string) => boolean {
  return (origin) =>
    party.origin
      ? origin === party.origin
      : isAllowedOrigin(ctx, ctx.project.settings, origin) &&
        (isAppOrigin(origin) || mayUseRpId(new URL(origin).hostname, party.rpId));
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
