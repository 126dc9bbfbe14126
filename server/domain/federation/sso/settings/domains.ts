import { ServiceError } from '../../../../core/errors.ts';
import { readDomains } from '../../../directory/tenants/tenant.ts';
import { publicMailDomains } from './public-mail-domains.ts';

/** The limit per connection. */
export const maxDomains = 100;

/** Reads domains: host names with at least two labels, as in email addresses. Lower case, without duplicates, sorted. */
export function readSsoDomains(domains: string[]): string[] {
  const read = readDomains(domains);
  if (read.length > maxDomains) {
    throw new ServiceError('E011004', `domains: an SSO connection can have at most ${maxDomains} domains`);
  }
  for (const domain of read) checkDomain(domain, 'domains');
  // A common order prevents two transactions from waiting for each other.
  return read.sort();
}

/** Reads one domain that an organization may have: not a provider of addresses for anyone. */
export function readOwnDomain(text: string): string {
  const [domain = ''] = readDomains([text]);
  checkDomain(domain, 'domain');
  return domain;
}

function checkDomain(domain: string, field: string): void {
  const labels = domain.split('.');
  const isHostName = labels.every((label) => !/^-|-$|_/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (labels.length < 2 || !isHostName) {
    throw new ServiceError('E011004', `${field}: ${JSON.stringify(domain)} is not an organization’s domain`);
  }
  if (publicMailDomains.has(domain)) {
    throw new ServiceError(
      'E011004',
      `${field}: ${domain} cannot be an organization’s domain, because anyone can have an address there`,
    );
  }
}
