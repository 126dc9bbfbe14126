import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SamlError } from '../protocols/saml/error.ts';
import { decodeSamlMessage } from '../protocols/saml/message.ts';
import { faults } from './faults.ts';
import { now, type Simulator, startSimulator } from './fixture.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const verified = faults.filter((fault) => fault.id !== 'replayed');

describe.each(verified)('fault $id', ({ id, refusedFor }) => {
  test(refusedFor ? `is refused for its ${refusedFor}` : 'is accepted', async () => {
    const answer = await simulator.answer({ user: 'alice', fault: id });
    if (refusedFor) {
      const error = await simulator.verify(answer).then(
        () => undefined,
        (error) => error,
      );
      expect(error).toBeInstanceOf(SamlError);
      expect(error.kind).toBe(refusedFor);
    } else {
      expect(await simulator.verify(answer)).toMatchObject({
        nameId: 'alice@demo.example',
        attributes: { email: ['alice@demo.example'], name: ['Alice Adams'], groups: ['admins', 'sales'] },
        notOnOrAfter: now + 300_000 + 60_000,
      });
    }
  });
});

test('replayed sends the last good response again, byte for byte, whatever was sent in between', async () => {
  const good = await simulator.answer({ user: 'bob' });
  await simulator.answer({ user: 'alice', fault: 'wrong-audience' });
  expect(await simulator.answer({ user: 'alice', fault: 'replayed' })).toEqual(good);
});

test('replayed is refused before the first response to that address', async () => {
  const asked = { acsUrl: 'http://127.0.0.1:9/acs', audience: 'x', fault: 'replayed' };
  const reply = await simulator.post('/dev/idp/saml/demo/answer', asked, { accept: 'application/json' });
  expect(reply.statusCode).toBe(400);
  expect(reply.json().errorMessage).toMatch(/has not sent a response/);
});

test('encrypted hides the user from everyone who forwards the response', async () => {
  const answer = await simulator.answer({ user: 'alice', fault: 'encrypted' });
  const xml = decodeSamlMessage(answer.fields['SAMLResponse']!);
  expect(xml).toContain('EncryptedAssertion');
  expect(xml).not.toContain('alice');
});

test('encrypted accepts a pasted certificate, and reports a missing one', async () => {
  const asked = { acsUrl: simulator.sp.acsUrl, audience: 'urn:no:address', fault: 'encrypted' };
  const post = (fields: Record<string, string>) =>
    simulator.post('/dev/idp/saml/demo/answer', { ...asked, ...fields }, { accept: 'application/json' });
  expect((await post({})).json().errorMessage).toBe('The metadata of urn:no:address cannot be read');
  const pasted = await post({ spCertificate: simulator.sp.certificatePem });
  expect(decodeSamlMessage(pasted.json().fields.SAMLResponse)).toContain('EncryptedAssertion');
});
