import type { SamlErrorKind } from '../protocols/saml/error.ts';
import type { IdpResponseInput } from '../protocols/saml/idp-response.ts';

export interface Fault {
  /** The value of `fault` for scripts. */
  id: string;
  label: string;
  /** The error of a careful receiver. Absent: the response is good. */
  refusedFor?: SamlErrorKind;
  /** The wrong values in the message, if only values are wrong. */
  change?(good: IdpResponseInput): Partial<IdpResponseInput>;
  /** The assertion is encrypted for the service provider. */
  encrypted?: true;
}

const minute = 60_000;
const elsewhere = 'https://elsewhere.example/saml';

/** The faults of responses, and the good variants. The first is the default. */
export const faults: readonly Fault[] = [
  { id: 'none', label: 'Nothing (assertion signed)' },
  {
    id: 'signed-response',
    label: 'Nothing (whole response signed)',
    change: () => ({ sign: 'response' }),
  },
  { id: 'encrypted', label: 'Nothing (signed and encrypted)', encrypted: true },
  { id: 'unsigned', label: 'Not signed', refusedFor: 'signature', change: () => ({ sign: 'none' }) },
  {
    id: 'encrypted-unsigned',
    label: 'Encrypted, but not signed',
    refusedFor: 'signature',
    encrypted: true,
    change: () => ({ sign: 'none' }),
  },
  { id: 'wrong-key', label: 'Signed with another key', refusedFor: 'signature' },
  { id: 'altered', label: 'Changed after signing', refusedFor: 'signature' },
  { id: 'two-assertions', label: 'Two signed assertions of different users', refusedFor: 'assertion-count' },
  {
    id: 'wrong-issuer',
    label: 'Issued by another identity provider',
    refusedFor: 'issuer',
    change: () => ({ issuer: `${elsewhere}/idp` }),
  },
  {
    id: 'wrong-audience',
    label: 'For another service provider (audience)',
    refusedFor: 'audience',
    change: () => ({ audience: `${elsewhere}/sp` }),
  },
  {
    id: 'no-audience',
    label: 'Without an audience',
    refusedFor: 'audience',
    change: () => ({ audience: undefined }),
  },
  {
    id: 'wrong-recipient',
    label: 'For another address (recipient)',
    refusedFor: 'recipient',
    change: () => ({ recipient: `${elsewhere}/acs` }),
  },
  {
    id: 'wrong-destination',
    label: 'Sent to another address (destination)',
    refusedFor: 'destination',
    change: () => ({ destination: `${elsewhere}/acs` }),
  },
  {
    id: 'wrong-in-response-to',
    label: 'Response to another request (InResponseTo)',
    refusedFor: 'in-response-to',
    change: () => ({ inResponseTo: '_another-request' }),
  },
  {
    id: 'expired',
    label: 'Expired five minutes ago',
    refusedFor: 'expired',
    change: ({ issueInstant: now }) => ({ notBefore: now - 15 * minute, notOnOrAfter: now - 5 * minute }),
  },
  {
    id: 'not-yet-valid',
    label: 'Valid only in five minutes',
    refusedFor: 'not-yet-valid',
    change: ({ issueInstant: now }) => ({ notBefore: now + 5 * minute, notOnOrAfter: now + 15 * minute }),
  },
  { id: 'replayed', label: 'The last good response, repeated', refusedFor: 'replay' },
  { id: 'denied', label: 'The user could not sign in (status)', refusedFor: 'status' },
];
