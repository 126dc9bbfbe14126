import type { ProjectData, TimedProjectData } from '../../../core/context.ts';
import type { CertificateFacts } from '../../../protocols/saml/certificates.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import type { Connection } from './connection.ts';
import { findConnectionOrDefault } from './load-connection.ts';
import { readStored } from './reading/stored-certificate.ts';
import { listSamlConnections } from './store.ts';

/** A signing certificate of an identity provider. */
export interface ConnectionCertificate extends Omit<CertificateFacts, 'pem'> {
  tenantId: string;
  tenantName: string;
  ssoId: string;
}

/** The largest number of certificates in an answer. */
export const maxListed = 100;
/** Connections are read in parts, because a project can have tens of thousands. */
const partSize = 500;
const dayMs = 86_400_000;

/** Returns the certificates of one connection, or no certificates for a connection without SAML. Soonest to expire first. */
export async function loadCertificates(
  ctx: ProjectData,
  tenantId: string,
  connectionId: string | undefined,
): Promise<ConnectionCertificate[]> {
  const connection = await findConnectionOrDefault(ctx, tenantId, connectionId);
  return named(ctx, connection.protocol === 'saml' ? certificatesOf(connection) : []);
}

/**
 * Returns the certificates that expire within so many days, of all tenants, if the connection has no later one: an
 * identity provider that changes its key has two for a while.
 */
export async function findExpiringCertificates(
  ctx: TimedProjectData,
  days: number,
): Promise<ConnectionCertificate[]> {
  const until = ctx.now() + days * dayMs;
  const found: Certificate[] = [];
  let after = { tenantId: '', id: '' };
  for (;;) {
    const part = await listSamlConnections(ctx.db, ctx.project.id, after, partSize);
    for (const connection of part) {
      const last = certificatesOf(connection).at(-1);
      if (last && last.expiresAt <= until) found.push(last);
    }
    const end = part.at(-1);
    if (!end || part.length < partSize) return named(ctx, found);
    after = end;
  }
}

type Certificate = Omit<ConnectionCertificate, 'tenantName'>;

function certificatesOf({ tenantId, id, settings }: Connection): Certificate[] {
  return settings.idpCertificates
    .flatMap(readStored)
    .map(({ pem: _, ...facts }) => ({ ...facts, tenantId, ssoId: id }))
    .sort(byExpiry);
}

async function named(ctx: ProjectData, certificates: Certificate[]): Promise<ConnectionCertificate[]> {
  const first = certificates.sort(byExpiry).slice(0, maxListed);
  const tenants = await findTenants(ctx, [...new Set(first.map(({ tenantId }) => tenantId))]);
  const names = new Map(tenants.map(({ id, name }) => [id, name]));
  return first.map((certificate) => ({
    ...certificate,
    tenantName: names.get(certificate.tenantId) ?? certificate.tenantId,
  }));
}

function byExpiry(one: Certificate, other: Certificate): number {
  const placeOf = ({ tenantId, ssoId, fingerprint }: Certificate) => `${tenantId} ${ssoId} ${fingerprint}`;
  return one.expiresAt - other.expiresAt || (placeOf(one) < placeOf(other) ? -1 : 1);
}
