/** Verifies one typical SAML response repeatedly, and prints the rate: `verification-process.ts <seconds> <runs>`. */
import { verifyResponse } from '../../server/protocols/saml/response.ts';
import { createCertifiedKey } from '../../server/protocols/saml/self-signed.ts';
import { median } from '../measure.ts';
import { idpEntityId } from '../settings.ts';
import { signedResponse, typicalAttributes } from './responses.ts';

const [seconds, runs] = process.argv.slice(2).map(Number) as [number, number];
const sp = { entityId: 'https://sp.bench.example/saml', acsUrl: 'https://sp.bench.example/saml/acs' };
const now = Date.now();
const idpKey = await createCertifiedKey('idp.bench.example', now);
const xml = await signedResponse(idpKey, sp.acsUrl, {
  inResponseTo: '_request',
  audience: sp.entityId,
  sessionIndex: '_session',
  attributes: typicalAttributes,
});
const idp = { entityId: idpEntityId, certificates: [idpKey.certificatePem] };
const input = { xml, now, idp, sp, expected: { requestId: '_request' } };

verifyFor(1);
const perSecond = median(Array.from({ length: runs }, () => verifyFor(seconds)));
console.log(JSON.stringify({ perSecond, bytes: xml.length }));

function verifyFor(seconds: number): number {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < seconds * 1000) {
    verifyResponse(input);
    count += 1;
  }
  return (count / (performance.now() - start)) * 1000;
}
