import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { readIdentifier } from '../../../../core/names.ts';
import { OutboundError } from '../../../../core/outbound.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { readCertificates } from '../../../../protocols/saml/certificates.ts';
import { SamlError } from '../../../../protocols/saml/error.ts';
import {
  type IdpMetadata,
  parseIdpMetadata,
  SeveralProvidersError,
} from '../../../../protocols/saml/idp-metadata.ts';
import type { ConnectionSettings } from '../connection.ts';

/** A connection's facts about its identity provider. */
export type IdentityProvider = Pick<
  ConnectionSettings,
  | 'idpEntityId'
  | 'idpSsoUrl'
  | 'idpSsoPostUrl'
  | 'idpCertificates'
  | 'idpMetadataUrl'
  | 'signRequests'
  | 'requestBinding'
>;

/** The form of requests. Absent to follow the metadata, or else unsigned by the Redirect binding. */
interface RequestOptions {
  signRequests?: boolean;
  requestBinding?: 'redirect' | 'post';
  /** The binding to keep while the metadata has an address for it. */
  preferredBinding?: 'redirect' | 'post';
}

/** The description that was read, and the reasons why certificates of the metadata were left out. */
export interface ReadProvider {
  provider: IdentityProvider;
  leftOut: string[];
}

export interface IdpByHand extends RequestOptions {
  url: string;
  entityId: string;
  /** Texts in PEM, each with one or more certificates. */
  certificates: string[];
}

/** The URL of the metadata, or the document itself. */
export interface IdpByMetadata extends RequestOptions {
  metadataUrl?: string;
  metadataXml?: string;
  /** Chooses the provider in a document with several. Default: the connection's own, if it is one of them. */
  entityId?: string;
}

const fetchOptions = {
  timeoutMs: 5_000,
  maxBytes: 1024 * 1024,
  headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
};

/** The limit of certificates, because each is one more key to try for every signature. */
export const maxCertificates = 20;

/**
 * Reads the identity provider. `before` is the entity ID of the connection's current one. Throws E111301 with what is wrong; its field
 * `entityIds` has the providers of a document with several. It may fetch metadata, so never call it in a transaction.
 */
export async function readIdentityProvider(
  ctx: Pick<ProjectContext, 'fetch' | 'now'>,
  source: IdpByHand | IdpByMetadata,
  before = '',
): Promise<ReadProvider> {
  const read =
    'url' in source ? { provider: byHand(source), leftOut: [] } : await byMetadata(ctx, source, before);
  if (read.provider.idpCertificates.length > maxCertificates) {
    throw refused(`The identity provider has more than ${maxCertificates} certificates`);
  }
  return read;
}

function byHand(source: IdpByHand): IdentityProvider {
  const { signRequests = false, requestBinding = 'redirect' } = source;
  const url = source.url.trim();
  if (!isWebUrl(url)) throw new ServiceError('E011004', 'idpUrl must be an absolute http or https URL');
  const entityId = readIdentifier('entityId', source.entityId.trim());
  if (!entityId) throw new ServiceError('E011002', 'settings.entityId is required');
  const certificates = explained(() => source.certificates.flatMap((text) => readCertificates(text)));
  return {
    idpEntityId: entityId,
    idpSsoUrl: requestBinding === 'redirect' ? url : '',
    idpSsoPostUrl: requestBinding === 'post' ? url : '',
    idpCertificates: [...new Set(certificates.map(({ pem }) => pem))],
    idpMetadataUrl: '',
    signRequests,
    requestBinding,
  };
}

async function byMetadata(
  ctx: Pick<ProjectContext, 'fetch' | 'now'>,
  source: IdpByMetadata,
  before: string,
): Promise<ReadProvider> {
  const { metadataXml = '' } = source;
  const metadataUrl = source.metadataUrl?.trim() ?? '';
  const entityId = source.entityId?.trim() || undefined;
  if (!metadataUrl === !metadataXml) {
    throw new ServiceError('E011002', 'Set either settings.idpMetadataUrl or settings.idpMetadataXml');
  }
  const document = metadataXml || (await fetchMetadata(ctx, metadataUrl));
  const metadata = explained(
    () => parseIdpMetadata(document, { entityId, before: before || undefined }),
    'The metadata cannot be read. ',
  );
  if (metadata.validUntil !== undefined && metadata.validUntil <= ctx.now()) {
    throw refused(
      'The metadata has expired: its validUntil is in the past. Get new metadata from the identity provider',
    );
  }
  const provider = {
    idpEntityId: metadata.entityId,
    idpSsoUrl: metadata.ssoRedirectUrl ?? '',
    idpSsoPostUrl: metadata.ssoPostUrl ?? '',
    idpCertificates: metadata.certificates,
    idpMetadataUrl: metadataUrl,
    signRequests: source.signRequests ?? metadata.wantAuthnRequestsSigned,
    requestBinding: chooseBinding(metadata, source),
  };
  return { provider, leftOut: metadata.leftOut ?? [] };
}

async function fetchMetadata(ctx: Pick<ProjectContext, 'fetch'>, url: string): Promise<Buffer> {
  if (!isWebUrl(url))
    throw refused('The metadata cannot be fetched: idpMetadataUrl is not an http or https URL');
  try {
    const { status, body } = await ctx.fetch(url, fetchOptions);
    if (status >= 300 && status < 400) {
      throw refused(
        `The metadata cannot be fetched: the URL redirects (${status}). Use the URL that it redirects to`,
      );
    }
    if (status !== 200) throw refused(`The metadata cannot be fetched: the server responded with ${status}`);
    return body;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw refused(`The metadata cannot be fetched: ${error.message}`, error);
  }
}

function chooseBinding(
  metadata: IdpMetadata,
  { requestBinding, preferredBinding }: RequestOptions,
): 'redirect' | 'post' {
  const usual = metadata.ssoRedirectUrl ? 'redirect' : 'post';
  const preferred = preferredBinding === 'post' && metadata.ssoPostUrl ? 'post' : usual;
  const binding = requestBinding ?? preferred;
  const address = binding === 'post' ? metadata.ssoPostUrl : metadata.ssoRedirectUrl;
  if (!address) throw refused(`The metadata contains no URL for the binding ${binding}`);
  return binding;
}

/** `lead` names the document, which the reasons of the XML parser do not know. */
function explained<T>(read: () => T, lead = ''): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const entityIds = error instanceof SeveralProvidersError ? error.entityIds : undefined;
    throw refused(
      `${error.kind === 'metadata' ? '' : lead}${error.reason}`,
      error,
      entityIds && { entityIds },
    );
  }
}

function refused(reason: string, cause?: unknown, fields?: { entityIds: string[] }): ServiceError {
  return new ServiceError('E111301', reason, { cause, fields });
}
