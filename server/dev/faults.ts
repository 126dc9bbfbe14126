import type { SamlErrorKind } from '../protocols/saml/error.ts';
import type { IdpResponseInput } from '../protocols/saml/idp-response.ts';

export interface Fault {
  /** What a script sends as `fault`. */
  id: string;
  label: string;
  /** What a careful receiver refuses it for; absent: the answer is good. */
  refusedFor?: SamlErrorKind;
  /** What is wrong in the message, when it is only a value. */
  change?(good: IdpResponseInput): Partial<IdpResponseInput>;
  /** The assertion is encrypted for the service provider. */
  encrypted?: true;
}

const minute = 60_000;
const elsewhere = 'https://elsewhere.example/saml';

/** How an answer can be wrong, and the ways of being right. The first is the default. */
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
  { id: 'wrong-key', label: 'Signed with somebody else’s key', refusedFor: 'signature' },
  { id: 'altered', label: 'Changed after it was signed', refusedFor: 'signature' },
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
    label: 'For nobody in particular (no audience)',
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
    label: 'Answers another request (InResponseTo)',
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
  { id: 'replayed', label: 'The last good answer, sent once more', refusedFor: 'replay' },
  { id: 'denied', label: 'The user was not signed in (status)', refusedFor: 'status' },
];
