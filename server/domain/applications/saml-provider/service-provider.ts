import type { ProjectContext } from '../../../core/context.ts';
import { hashSecret } from '../../../core/crypto.ts';
import { OutboundError } from '../../../core/outbound.ts';
import { readCertificates } from '../../../protocols/saml/certificates.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { metadataLimits } from '../../../protocols/saml/limits.ts';
import { parseSpMetadata, type SpMetadata } from '../../../protocols/saml/parse-sp-metadata.ts';
import { findSsoApp } from '../../directory/applications/sso/load-app.ts';
import type { SamlSettings, SsoApp } from '../../directory/applications/sso/sso-app.ts';
import { matchesUrl } from '../../project/projects/redirect-urls.ts';

/** A SAML application with what its service provider said about itself. */
export interface ServiceProvider {
  app: SsoApp;
  settings: SamlSettings;
  metadata: SpMetadata;
}

/** Metadata is read again after this time. Then it is used for as long again, if it cannot be read. */
const metadataSeconds = 10 * 60;

/** Finds an enabled SAML application. */
export async function findSamlApp(ctx: ProjectContext, appId: string): Promise<SsoApp | undefined> {
  const app = await findSsoApp(ctx, appId);
  return app?.type === 'saml' && app.enabled ? app : undefined;
}

/** Loads what the service provider says about itself. Throws a SamlError if its metadata cannot be read. */
export async function loadServiceProvider(
  ctx: Pick<ProjectContext, 'cache' | 'fetch'>,
  app: SsoApp,
): Promise<ServiceProvider> {
  const settings = app.settings.saml;
  const metadata = settings.useMetadataInfo
    ? await loadMetadata(ctx, settings.metadataUrl)
    : await describedBy(ctx, settings);
  return { app, settings, metadata };
}

async function describedBy(
  ctx: Pick<ProjectContext, 'cache'>,
  { entityId, acsUrl, certificate }: SamlSettings,
): Promise<SpMetadata> {
  // Reading a certificate takes longer than the database does for a sign-in.
  const certificates = certificate
    ? await ctx.cache.get(`sp-certificates:${hashSecret(certificate)}`, metadataSeconds, async () =>
        readCertificates(certificate).map(({ pem }) => pem),
      )
    : [];
  return {
    entityId,
    acs: [{ url: acsUrl, index: 0 }],
    signingCertificates: certificates,
    encryptionCertificates: certificates,
    authnRequestsSigned: false,
    nameIdFormats: [],
  };
}

async function loadMetadata(ctx: Pick<ProjectContext, 'cache' | 'fetch'>, url: string): Promise<SpMetadata> {
  const key = `sp-metadata:${url}`;
  try {
    return await ctx.cache.get(key, metadataSeconds, async () => {
      const { status, body } = await ctx.fetch(url, { maxBytes: metadataLimits.bytes });
      if (status !== 200) throw new OutboundError(`the server responded with ${status}`);
      return parseSpMetadata(body);
    });
  } catch (error) {
    if (!(error instanceof OutboundError || error instanceof SamlError)) throw error;
    const known = ctx.cache.lastKnown<SpMetadata>(key);
    if (known) return known;
    throw new SamlError('metadata', `The metadata of the application cannot be read: ${error.message}.`);
  }
}

/** Returns the address for an answer. Throws for one that does not belong to the application. */
export function answerAddress(
  { settings, metadata }: ServiceProvider,
  asked: { acsUrl?: string | undefined; acsIndex?: number | undefined },
): string {
  const { acs } = metadata;
  if (asked.acsIndex !== undefined && asked.acsUrl === undefined) {
    const found = acs.find(({ index }) => index === asked.acsIndex);
    if (found) return found.url;
    throw new SamlError(
      'request',
      `The application has no AssertionConsumerService with the index ${asked.acsIndex}.`,
    );
  }
  const url = asked.acsUrl ?? acs[0]?.url ?? '';
  const isKnown = acs.some((one) => one.url === url);
  if (isKnown || settings.acsAllowedCallbacks.some((allowed) => isMatch(allowed, url))) return url;
  throw new SamlError('request', 'The AssertionConsumerServiceURL of the request is not registered.');
}

function isMatch(allowed: string, url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && matchesUrl(allowed, url);
}
