import { expect, test } from 'vitest';
import { buildAuthnRequest, parseAuthnRequest } from './authn-request.ts';
import { acsUrl, idp, now, refusal, sp, spEntityId, stranger } from './fixture.ts';
import { emailFormat, postBinding } from './names.ts';
import { signAny } from './sign-any.ts';

const input = {
  id: '_request1',
  issueInstant: now,
  destination: 'https://idp.example/sso?a=1&b="2"',
  acsUrl,
  spEntityId,
  nameIdFormat: emailFormat,
  forceAuthn: true,
};

test('a request contains the values it was built from', () => {
  expect(parseAuthnRequest(buildAuthnRequest(input))).toEqual({
    id: '_request1',
    issuer: spEntityId,
    issueInstant: now,
    destination: input.destination,
    acsUrl,
    protocolBinding: postBinding,
    nameIdFormat: emailFormat,
    forceAuthn: true,
    isPassive: false,
    authnContexts: [],
  });
  const passive = buildAuthnRequest({
    ...input,
    nameIdFormat: undefined,
    forceAuthn: false,
    isPassive: true,
    authnContexts: ['urn:a&b', 'urn:c'],
  });
  expect(parseAuthnRequest(passive)).toMatchObject({
    nameIdFormat: undefined,
    forceAuthn: false,
    isPassive: true,
    authnContexts: ['urn:a&b', 'urn:c'],
  });
});

test('a signature inside is checked when certificates are given', async () => {
  const signed = await signAny(buildAuthnRequest(input), sp.signer);
  expect(parseAuthnRequest(signed, { certificates: [sp.certificate] }).id).toBe('_request1');
  const read = (xml: string, certificate = sp.certificate) =>
    refusal(() => parseAuthnRequest(xml, { certificates: [certificate] }));
  expect(read(signed, stranger.certificate)).toMatch(/^signature: .*certificates/);
  expect(read(signed.replace(acsUrl, 'https://evil.test/acs'))).toMatch(/^signature: .*changed/);
  expect(read(buildAuthnRequest(input))).toMatch(/^signature: .*not signed/);
});

test.each([
  ['another message', buildAuthnRequest(input).replaceAll('AuthnRequest', 'LogoutRequest')],
  ['another version', buildAuthnRequest(input).replace('Version="2.0"', 'Version="1.1"')],
  ['no ID', buildAuthnRequest(input).replace('ID="_request1"', '')],
])('%s is refused', (_, xml) => {
  expect(refusal(() => parseAuthnRequest(xml))).toMatch(/^request: /);
});

test('a document that cannot carry a signature is not signed', async () => {
  await expect(signAny('<a/>', idp.signer)).rejects.toThrow(/needs an ID/);
});
