import { generateKeyPairSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildAuthnRequest } from './authn-request.ts';
import { postBindingForm, readRedirectMessage, redirectBindingUrl } from './bindings.ts';
import { acsUrl, now, refusal, sp, spEntityId, stranger } from './fixture.ts';
import { decodeSamlMessage } from './message.ts';
import { selfSign } from './self-signed.ts';

const ssoUrl = 'https://idp.example/sso';
const xml = buildAuthnRequest({ id: '_1', issueInstant: now, destination: ssoUrl, acsUrl, spEntityId });
const relayState = 'a b+c&d=é';
const queryOf = (url: string) => url.slice(url.indexOf('?') + 1);
let signed: string;
beforeAll(async () => {
  signed = queryOf(await redirectBindingUrl({ ssoUrl, xml, relayState, signingKey: sp.privateKey }));
});

const read = (query: string, certificates: string[] | undefined = [sp.certificate]) =>
  refusal(() => readRedirectMessage(query, { certificates }));

describe('redirect binding', () => {
  test('a request comes back as it was sent, signed or not', async () => {
    expect(readRedirectMessage(signed, { certificates: [sp.certificate] })).toEqual({ xml, relayState });
    const unsigned = await redirectBindingUrl({ ssoUrl, xml });
    expect(readRedirectMessage(queryOf(unsigned))).toEqual({ xml });
  });

  test.each([
    ['https://idp.example/sso?tenant=1&x=%2F', 'https://idp.example/sso?tenant=1&x=%2F&SAMLRequest='],
    ['https://idp.example/sso?', 'https://idp.example/sso?SAMLRequest='],
    ['https://idp.example/sso#top', 'https://idp.example/sso?SAMLRequest='],
    ['https://idp.example', 'https://idp.example/?SAMLRequest='],
  ])('the query of %s is kept', async (address, start) => {
    const url = await redirectBindingUrl({ ssoUrl: address, xml, relayState, signingKey: sp.privateKey });
    expect(url.startsWith(start)).toBe(true);
    expect(readRedirectMessage(queryOf(url), { certificates: [sp.certificate] }).xml).toBe(xml);
  });

  test('an EC key signs as well', async () => {
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const certificate = await selfSign('sp.example', keys, now);
    const url = await redirectBindingUrl({ ssoUrl, xml, signingKey: keys.privateKey });
    expect(read(queryOf(url), [certificate])).toMatch(/^accepted/);
    expect(read(queryOf(url), [sp.certificate])).toMatch(/^signature: /);
  });

  test('every signed parameter is protected', () => {
    expect(read(signed, [stranger.certificate])).toMatch(/^signature: .*configured/);
    expect(read(signed.replace('RelayState=a', 'RelayState=b'))).toMatch(/^signature: .*configured/);
    expect(read(signed.replace(/RelayState=[^&]*&/, ''))).toMatch(/^signature: .*configured/);
    const other = encodeURIComponent(deflateRawSync(xml.replace('_1', '_2')).toString('base64'));
    expect(read(signed.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${other}`))).toMatch(
      /^signature: .*configured/,
    );
  });

  test('parameters are accepted in any order', () => {
    expect(read(`x=1&x=2&${signed.split('&').reverse().join('&')}`)).toMatch(/^accepted/);
  });

  test('a missing signature, SHA-1 and repeated parameters are refused', () => {
    expect(read(signed.replace(/&Signature=.*/, ''))).toMatch(/^signature: .*not signed/);
    expect(read(signed.replace(/&SigAlg=[^&]*/, ''))).toMatch(/^weak-algorithm: /);
    const sha1 = encodeURIComponent('http://www.w3.org/2000/09/xmldsig#rsa-sha1');
    expect(read(signed.replace(/SigAlg=[^&]*/, `SigAlg=${sha1}`))).toMatch(/^weak-algorithm: .*SHA-1/);
    expect(read(`${signed}&SAMLRequest=x`)).toMatch(/^request: .*more than once/);
    expect(refusal(() => readRedirectMessage('RelayState=x'))).toMatch(/^request: .*missing/);
    expect(refusal(() => readRedirectMessage('SAMLRequest=%E0%A4%A'))).toMatch(/^encoding: /);
  });
});

test('the post binding gives the fields of a form', () => {
  const form = postBindingForm({ url: acsUrl, parameter: 'SAMLResponse', xml: '<a>é</a>', relayState });
  expect(form.action).toBe(acsUrl);
  expect(form.fields['RelayState']).toBe(relayState);
  expect(decodeSamlMessage(form.fields['SAMLResponse'] as string)).toBe('<a>é</a>');
  expect(postBindingForm({ url: acsUrl, parameter: 'SAMLRequest', xml: '<a/>' }).fields).toEqual({
    SAMLRequest: 'PGEvPg==',
  });
});
