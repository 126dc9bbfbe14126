/**
 * Verifies one typical SAML response repeatedly, and prints the rate per second.
 *
 *     node bench/saml-process.ts inline|pool <seconds> <runs>
 */
import { createPrivateKey } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createWorkerPool } from '../server/core/worker-pool.ts';
import type { VerificationAnswer } from '../server/domain/federation/sso/saml/verify-worker.ts';
import { buildIdpResponse } from '../server/protocols/saml/idp-response.ts';
import { verifyResponse } from '../server/protocols/saml/response.ts';
import { createCertifiedKey } from '../server/protocols/saml/self-signed.ts';
import type { VerifyResponseInput } from '../server/protocols/saml/verification.ts';
import { idpEntityId } from './settings.ts';
import { median } from './statistics.ts';

const [mode, seconds, runs] = process.argv.slice(2);
const input = await typicalInput();
// As many as the server uses.
const workers = Math.max(1, availableParallelism() - 1);
const verify = mode === 'pool' ? createPool() : inline;
await verify(1);
const perSecond: number[] = [];
for (let run = 0; run < Number(runs); run += 1) perSecond.push(await verify(Number(seconds)));
console.log(JSON.stringify({ perSecond: median(perSecond), bytes: input.xml.length, workers }));
process.exit();

async function inline(forSeconds: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < forSeconds * 1000) {
    verifyResponse(input);
    count += 1;
  }
  return (count / (performance.now() - start)) * 1000;
}

function createPool(): (forSeconds: number) => Promise<number> {
  const entry = new URL('../server/domain/federation/sso/saml/verify-worker.ts', import.meta.url);
  const pool = createWorkerPool(entry, { size: workers, deadlineMs: 5_000, maxQueueLength: 64 });
  return async (forSeconds) => {
    const start = performance.now();
    let count = 0;
    const keepVerifying = async () => {
      while (performance.now() - start < forSeconds * 1000) {
        const answer = await pool.run<VerifyResponseInput, VerificationAnswer>(input);
        if ('refused' in answer) throw new Error(answer.refused.reason);
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: 2 * workers }, keepVerifying));
    return (count / (performance.now() - start)) * 1000;
  };
}

/** About 6 KB, as Entra or Okta send them: a certificate in the signature and a dozen attributes. */
async function typicalInput(): Promise<VerifyResponseInput & { xml: string }> {
  const now = Date.now();
  const { privateKeyPem, certificatePem } = await createCertifiedKey('idp.bench.example', now);
  const sp = { entityId: 'https://sp.bench.example/saml', acsUrl: 'https://sp.bench.example/saml/acs' };
  const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
  const names = ['emailaddress', 'givenname', 'surname', 'name', 'upn', 'department', 'title', 'city'];
  const xml = await buildIdpResponse({
    responseId: '_response',
    assertionId: '_assertion',
    issuer: idpEntityId,
    issueInstant: now,
    destination: sp.acsUrl,
    recipient: sp.acsUrl,
    inResponseTo: '_request',
    audience: sp.entityId,
    nameId: 'somebody@bench.example',
    sessionIndex: '_session',
    attributes: {
      ...Object.fromEntries(names.map((name) => [`${claims}/${name}`, [`the ${name} of a user`]])),
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': Array.from(
        { length: 12 },
        (_, index) => `c8d1ab5e-1f2a-4d5b-9a1c-0000000000${10 + index}`,
      ),
    },
    notBefore: now - 1_000,
    notOnOrAfter: now + 3_600_000,
    sign: 'assertion',
    signer: { privateKey: createPrivateKey(privateKeyPem), certificate: certificatePem },
  });
  const idp = { entityId: idpEntityId, certificates: [certificatePem] };
  return { xml, now, idp, sp, expected: { requestId: '_request' } };
}
