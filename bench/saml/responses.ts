import { createPrivateKey } from 'node:crypto';
import { buildIdpResponse } from '../../server/protocols/saml/idp-response.ts';
import type { CertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { idpEntityId } from '../settings.ts';

type IdpResponse = Parameters<typeof buildIdpResponse>[0];

/** Returns a response with a genuine signature of the identity provider. */
export function signedResponse(
  { privateKeyPem, certificatePem: certificate }: CertifiedKey,
  acsUrl: string,
  more: Partial<IdpResponse> = {},
): Promise<string> {
  const now = Date.now();
  return buildIdpResponse({
    responseId: '_response',
    assertionId: '_assertion',
    issuer: idpEntityId,
    issueInstant: now,
    destination: acsUrl,
    recipient: acsUrl,
    nameId: 'somebody@bench.example',
    notBefore: now - 1_000,
    notOnOrAfter: now + 3_600_000,
    sign: 'assertion',
    signer: { privateKey: createPrivateKey(privateKeyPem), certificate },
    ...more,
  });
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const names = ['emailaddress', 'givenname', 'surname', 'name', 'upn', 'department', 'title', 'city'];

/** The attributes that Entra or Okta send: the response has about 6 KB. */
export const typicalAttributes = {
  ...Object.fromEntries(names.map((name) => [`${claims}/${name}`, [`the ${name} of a user`]])),
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': Array.from(
    { length: 12 },
    (_, index) => `c8d1ab5e-1f2a-4d5b-9a1c-0000000000${10 + index}`,
  ),
};

const targetBytes = 80_000;

/** The limits of `server/protocols/saml/limits.ts`: 5,000 nodes, 64 levels, 64 attributes, 16 namespaces, 200 names. */
const contents: Record<string, string> = {
  'elements, just under the limit': repeat('<b>xxxxxxxxxx</b>', 4_500),
  'attributes, just under the limit': repeat(`<b ${list(64, (i) => `a${i}=""`)}/>`),
  'namespaces, just under the limit': repeat(`<b ${list(16, (i) => `xmlns:a${i}="u${i}"`)}/>`),
  'namespaces in use, 60 levels deep': deep(
    60,
    (level) => `<b ${list(16, (i) => `xmlns:n${level}x${i}="u${i}" n${level}x${i}:a=""`)}>`,
  ),
  'element names, just under the limit': repeat(list(150, (i) => `<n${i}>x</n${i}>`)),
  'comments, just under the limit': repeat('<b>xxxxxxxxxx<!-- yyyyyyyy --></b>', 2_300),
  'character references': `<b>${'&#65;'.repeat(targetBytes / 5)}</b>`,
  'elements, over the limit': repeat('<b/>'),
  'levels, over the limit': deep(5_000, () => '<b a="x">'),
  'attributes, over the limit': `<b ${list(8_000, (i) => `a${i}=""`)}/>`,
  'namespaces, over the limit': `<b ${list(4_000, (i) => `xmlns:a${i}="u${i}"`)}/>`,
  'element names, over the limit': list(6_000, (i) => `<name${i}/>`),
  'no XML': repeat('<<<<!!!!&&&&'),
};

export interface HostileKind {
  name: string;
  /** A Response in base64. */
  response: string;
}

/** The signature is genuine, so that nothing refuses the responses early. */
export async function hostileResponses(idp: CertifiedKey, acsUrl: string): Promise<HostileKind[]> {
  const genuine = await signedResponse(idp, acsUrl);
  return Object.entries(contents).map(([name, content]) => {
    const xml = genuine.replace('</saml:Assertion>', () => `${content}</saml:Assertion>`);
    return { name, response: Buffer.from(xml).toString('base64') };
  });
}

function repeat(unit: string, most = Number.POSITIVE_INFINITY): string {
  return unit.repeat(Math.min(most, Math.floor(targetBytes / unit.length)));
}

function list(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(' ');
}

function deep(levels: number, open: (level: number) => string): string {
  const tags = Array.from({ length: levels }, (_, level) => open(level)).join('');
  const padding = 'x'.repeat(Math.max(0, targetBytes - tags.length - levels * '</b>'.length));
  return `${tags}${padding}${'</b>'.repeat(levels)}`;
}
