import { domainToASCII } from 'node:url';
import { ServiceError } from '../../../../core/errors.ts';
import { readDomains } from '../../../directory/tenants/tenant.ts';
import { isEmail } from '../../../directory/users/identifiers/address.ts';
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

/** The domain of an email address as domains are kept; empty when the text is not an address. */
export function domainOf(address: string): string {
  if (!isEmail(address)) return '';
  const domain = address.slice(address.lastIndexOf('@') + 1).normalize('NFC');
  return (/^[ -~]+$/.test(domain) ? domain : domainToASCII(domain)).toLowerCase();
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
