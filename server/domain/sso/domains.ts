import { ServiceError } from '../../core/errors.ts';
import { readDomains } from '../tenants/tenant.ts';
import { publicMailDomains } from './public-mail-domains.ts';

/** Of one connection. */
export const maxDomains = 100;

/** Host names with at least two labels, as mail addresses have them, lower case, each once, in order. */
export function readSsoDomains(domains: string[]): string[] {
  const read = readDomains(domains);
  if (read.length > maxDomains) {
    throw new ServiceError('E011004', `An SSO connection has at most ${maxDomains} domains`);
  }
  for (const domain of read) checkDomain(domain);
  // In one order for everybody, or two transactions could wait for each other.
  return read.sort();
}

function checkDomain(domain: string): void {
  const labels = domain.split('.');
  const isHostName = labels.every((label) => !/^-|-$|_/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (labels.length < 2 || !isHostName) {
    throw new ServiceError('E011004', `${JSON.stringify(domain)} is not the domain of an organization`);
  }
  if (publicMailDomains.has(domain)) {
    throw new ServiceError(
      'E011004',
      `Everybody can have an address at ${domain}: it cannot be an SSO domain`,
    );
  }
}
