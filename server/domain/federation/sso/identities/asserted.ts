import type { ProjectData } from '../../../../core/context.ts';
import { domainOf, isEmail, isPhone, readEmail } from '../../../directory/users/identifiers/address.ts';
import type { Connection } from '../connection.ts';
import type { SsoPerson } from '../details.ts';
import { findDomainHolder } from '../find-domain.ts';

/** An address that an identity provider asserts, and whether the provider can prove it. */
export interface AssertedAddress {
  /** Normalised. Empty if there is none. */
  address: string;
  loginId: string;
  isForeign: boolean;
  /** The address has a domain of this connection. */
  isOwn: boolean;
  isProven: boolean;
}

export async function readAsserted(
  ctx: ProjectData,
  connection: Connection,
  person: SsoPerson,
): Promise<AssertedAddress> {
  const { loginId, details, emailVerified } = person;
  const text = details.email || (isEmail(loginId) ? loginId : '');
  const address = text && readEmail(text);
  const ownerOfAddress = await ownerOf(ctx, connection, address);
  const ownerOfLoginId = loginId === address ? ownerOfAddress : await ownerOf(ctx, connection, loginId);
  // A login ID that is an address or number must be proven like one.
  const isOwnName = ownerOfLoginId === 'this' || !(isEmail(loginId) || isPhone(loginId));
  return {
    address,
    loginId: isOwnName ? loginId : address || loginId,
    isForeign: ownerOfAddress === 'other' || ownerOfLoginId === 'other',
    isOwn: ownerOfAddress === 'this',
    isProven: ownerOfAddress === 'this' && emailVerified !== false,
  };
}

/** The names by which an identity provider knows a person. */
interface Naming {
  method: 'saml' | 'oidc';
  nameIdFormat?: string | undefined;
  person: Pick<SsoPerson, 'subject'>;
}

const emailFormat = /^urn:oasis:names:tc:SAML:(1\.1|2\.0):nameid-format:emailAddress$/;

/**
 * Reports whether the subject is an email address, which identity providers write in another case from one sign-in to the next: by the
 * format of its NameID (saml-core §8.3.2), or by a domain of this connection. Any other subject is compared literally, as a persistent
 * NameID (§8.3.7) and `sub` (OpenID Connect Core §2) demand.
 */
export async function isWrittenInAnyCase(
  ctx: ProjectData,
  connection: Connection,
  { method, nameIdFormat = '', person: { subject } }: Naming,
  { address, isOwn }: AssertedAddress,
): Promise<boolean> {
  if (method !== 'saml' || !isEmail(subject)) return false;
  if (emailFormat.test(nameIdFormat)) return true;
  // Costs no query, because the owner of this domain is known.
  if (domainOf(subject) === domainOf(address)) return isOwn;
  return (await ownerOf(ctx, connection, subject)) === 'this';
}

/** Prefers an address of the connection's own domains, of several that a provider sends. */
export async function withOwnAddress(
  ctx: ProjectData,
  connection: Connection,
  person: SsoPerson,
): Promise<SsoPerson> {
  const { emails, loginId, details } = person;
  if (emails.length < 2) return person;
  for (const email of emails.slice(0, maxAddresses)) {
    if ((await ownerOf(ctx, connection, email)) !== 'this') continue;
    return {
      ...person,
      loginId: loginId === details.email ? email : loginId,
      details: { ...details, email },
    };
  }
  return person;
}

/** Each is looked up. */
const maxAddresses = 10;

async function ownerOf(
  ctx: ProjectData,
  { tenantId, id }: Connection,
  address: string,
): Promise<'this' | 'other' | 'nobody'> {
  const domain = domainOf(address.trim());
  const owner = domain && (await findDomainHolder(ctx, domain));
  if (!owner) return 'nobody';
  return owner.tenantId === tenantId && owner.connectionId === id ? 'this' : 'other';
}
