import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authnRequest } from './authn-request.ts';
import { buildIdpMetadata } from './build-idp-metadata.ts';
import { canonicalize } from './canonical.ts';
import { element, textElement } from './canonical-writer.ts';
import { acsUrl, genuine, idp, idpEntityId, now, sp, spEntityId, verify } from './fixture.ts';
import { buildIdpErrorResponse } from './idp-response.ts';
import { metadataLimits } from './limits.ts';
import { logoutRequest, logoutResponse } from './logout.ts';
import { assertionNs, metadataNs, persistentFormat, protocolNs } from './names.ts';
import { signEnveloped } from './sign.ts';
import { parseXml } from './xml.ts';

/** Everything that XML treats in a special way, in text or in an attribute. */
const strange =
  'a<b>&amp; "c" \'d\' \t\n\r\n\r ]]> é ß 漢 \u{1F600} \u2028 \u0085 \u00a0 -- <!-- x --> $& %0a';
const forbidden = '\u0000\u0001\u0008\u000b\u001f\ufffe\uffff\ud800';

const head = { issuer: strange, issueInstant: now, destination: `${acsUrl}?a=1&b='2'` };
const many = Array.from(
  { length: 300 },
  (_, i) => [`attribute ${i} ${strange}`, [strange, `${i}`, '']] as const,
);

/** Each message that we sign, in each variant, with the element that is signed last. */
const messages: Record<string, { root: string; build: () => Promise<string> }> = {
  'a response, all signed': response({ sign: 'both' }),
  'a response, its assertion signed': {
    ...response({ sign: 'assertion' }),
    root: `${assertionNs}:Assertion`,
  },
  'a response, signed alone': response({ sign: 'response' }),
  'a response with strange names': response({
    sign: 'both',
    nameId: strange,
    issuer: strange,
    audience: strange,
    sessionIndex: strange,
    recipient: strange,
    destination: strange,
    inResponseTo: strange,
    authnContext: strange,
  }),
  'a response with forbidden characters': response({
    sign: 'both',
    attributes: { [forbidden]: [forbidden] },
  }),
  'a response with many attributes': response({ sign: 'both', attributes: many }),
  'a response without attributes': response({ sign: 'both', attributes: {} }),
  'a response with a qualified name': response({
    sign: 'both',
    nameIdFormat: persistentFormat,
    nameQualifiers: { nameQualifier: idpEntityId, spNameQualifier: spEntityId },
  }),
  'a response, encrypted': response({ sign: 'both', encryptFor: sp.certificate, attributes: many }),
  'a response without a certificate': response({ sign: 'both', signer: { privateKey: idp.privateKey } }),
  'a refusal': {
    root: `${protocolNs}:Response`,
    build: () =>
      buildIdpErrorResponse({
        ...head,
        responseId: '_r',
        statusCode: 'urn:a',
        innerStatusCode: 'urn:b',
        message: strange,
        signer: idp.signer,
      }),
  },
  'a request to sign in': {
    root: `${protocolNs}:AuthnRequest`,
    build: () =>
      signEnveloped(
        authnRequest({
          id: '_a',
          issueInstant: now,
          destination: strange,
          acsUrl,
          spEntityId: strange,
          nameIdFormat: persistentFormat,
          forceAuthn: true,
          isPassive: true,
          authnContexts: ['urn:one', strange],
        }),
        idp.signer,
      ),
  },
  'a request to sign out': {
    root: `${protocolNs}:LogoutRequest`,
    build: () =>
      signEnveloped(
        logoutRequest({
          ...head,
          id: '_l',
          notOnOrAfter: now + 1,
          sessionIndex: strange,
          name: {
            value: strange,
            format: persistentFormat,
            nameQualifiers: { nameQualifier: strange, spNameQualifier: spEntityId },
          },
        }),
        idp.signer,
      ),
  },
  'an answer to it': {
    root: `${protocolNs}:LogoutResponse`,
    build: () =>
      signEnveloped(
        logoutResponse({ ...head, id: '_m', inResponseTo: strange, statusCodes: ['urn:a', 'urn:b'] }),
        idp.signer,
      ),
  },
  'our metadata': {
    root: `${metadataNs}:EntityDescriptor`,
    build: () =>
      buildIdpMetadata({
        id: '_d',
        entityId: strange,
        ssoUrl: `${acsUrl}?a&b`,
        logoutUrl: strange,
        signingCertificates: [idp.certificate, sp.certificate],
        nameIdFormats: [persistentFormat],
        wantAuthnRequestsSigned: true,
        signer: idp.signer,
      }),
  },
};

function response(changes: Parameters<typeof genuine>[0]) {
  return { root: `${protocolNs}:Response`, build: () => genuine(changes) };
}

describe.each(Object.entries(messages))('%s', (_, { root, build }) => {
  let folder: string;
  let xml: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'saml-'));
    xml = await build();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is written in its own canonical form', () => {
    const written = xml.replace(/^<\?xml[^>]*>\n/, '').trimEnd();
    expect(canonicalize(parseXml(xml, metadataLimits))).toBe(written);
  });

  test('is verified by xmlsec', () => {
    const write = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const certificate = write('idp.crt', idp.certificate);
    const ids = [root, `${assertionNs}:Assertion`].flatMap((name) => ['--id-attr:ID', name]);
    const document = write('message.xml', xml);
    const signatures = xml.split('<ds:Signature ').length - 1;
    expect(signatures).toBeGreaterThan(0);
    for (let number = 1; number <= signatures; number += 1) {
      const node = ['--node-xpath', `(//*[local-name()='Signature'])[${number}]`];
      const options = ['--verify', '--pubkey-cert-pem', certificate, ...ids, ...node, document];
      const { stderr } = spawnSync('xmlsec1', options, { encoding: 'utf8' });
      expect(stderr).toMatch(/^OK$/m);
    }
  });
});

test('the text of a receiver is the text that was written', async () => {
  const xml = await genuine({
    sign: 'both',
    nameId: strange,
    attributes: { [strange]: [strange, forbidden] },
  });
  const read = verify(xml);
  expect(read.attributes[strange]).toEqual([strange, '\ufffd'.repeat(forbidden.length)]);
  expect(read.nameId).toBe(strange);
});

test('attributes are in the order of canonical XML, and nothing is left to the writer', () => {
  const attributes = { b: '1', 'xmlns:x': 'urn:x', B: undefined, Ab: '<"\t', AB: "'>" };
  expect(element('x:y', attributes)).toBe('<x:y xmlns:x="urn:x" AB="\'>" Ab="&lt;&quot;&#x9;" b="1"></x:y>');
  expect(textElement('a', {}, '\r\n<&>"')).toBe('<a>&#xD;\n&lt;&amp;&gt;"</a>');
});
