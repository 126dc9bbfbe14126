import { describe, expect, test } from 'vitest';
import {
  acsUrl,
  admin,
  alice,
  genuine,
  now,
  outcome,
  outcomeWith,
  refusal,
  requestId,
  seconds,
  verify,
} from './fixture.ts';

describe('bearer confirmation', () => {
  const expected = { idpInitiated: true } as const;
  test.each([
    ['for a login that we started', {}, {}],
    ['for a login that the identity provider started', { inResponseTo: undefined }, { expected }],
  ])('ends to the millisecond, %s', async (_, changes, options) => {
    const until = (confirmationNotOnOrAfter: number) =>
      outcome({ ...changes, confirmationNotOnOrAfter }, options);
    expect(await until(now - 60 * seconds + 1)).toMatch(/^accepted/);
    expect(await until(now - 60 * seconds)).toMatch(/^expired: .*confirmation/);
  });

  test('needs an end', async () => {
    expect(await outcome({ notOnOrAfter: undefined })).toMatch(/^subject: .*no NotOnOrAfter/);
  });

  test('must not have a NotBefore', async () => {
    const from = '<saml:SubjectConfirmationData';
    expect(await outcomeWith(from, `${from} NotBefore="2026-01-01T00:00:00Z"`)).toMatch(
      /^subject: .*NotBefore/,
    );
  });

  test('must be there, with its data', async () => {
    expect(await outcomeWith('cm:bearer', 'cm:holder-of-key')).toMatch(/^subject: .*no bearer/);
    expect(await outcomeWith(/<saml:SubjectConfirmationData.*<\/saml:SubjectConfirmationData>/, '')).toMatch(
      /^subject: .*no SubjectConfirmationData/,
    );
    expect(await outcomeWith(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '')).toMatch(
      /^subject: /,
    );
  });

  test('one good confirmation among several is enough', async () => {
    const bad = '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"/>';
    expect(await outcomeWith('<saml:SubjectConfirmation ', `${bad}<saml:SubjectConfirmation `)).toMatch(
      /^accepted/,
    );
  });

  test.each([
    ['of another host', 'https://evil.test/saml/T1/acs'],
    ['of another tenant', 'https://sp.example/saml/T2/acs'],
    ['with ours as a prefix', `${acsUrl}?x`],
    ['missing', undefined],
  ])('Recipient %s', async (_, recipient) => {
    expect(await outcome({ recipient })).toMatch(/^recipient: /);
  });
});

describe('InResponseTo', () => {
  test('unknown or missing in an answer to us is refused', async () => {
    expect(await outcome({ inResponseTo: '_other' })).toMatch(/^in-response-to: /);
    expect(await outcome({ inResponseTo: undefined })).toMatch(/^in-response-to: /);
  });

  test('is wrong or missing only in the assertion', async () => {
    const from = `InResponseTo="${requestId}"`;
    expect(await outcomeWith(from, 'InResponseTo="_other"')).toMatch(/^in-response-to: /);
    expect(await outcomeWith(` ${from}`, '')).toMatch(/^in-response-to: /);
  });

  test('is wrong or missing only in the response', async () => {
    const xml = await genuine();
    const from = `InResponseTo="${requestId}"`;
    expect(refusal(() => verify(xml.replace(from, 'InResponseTo="_other"')))).toMatch(/^in-response-to: /);
    expect(refusal(() => verify(xml.replace(` ${from}`, '')))).toMatch(/^in-response-to: /);
  });

  test('must not be there when the identity provider started the login', async () => {
    const options = { expected: { idpInitiated: true } } as const;
    const unasked = await genuine({ inResponseTo: undefined });
    expect(verify(unasked, options).inResponseTo).toBeUndefined();
    expect(await outcome({}, options)).toMatch(/^in-response-to: .*no login was started/);
  });

  test('counts as absent if it is empty', async () => {
    const options = { expected: { idpInitiated: true } } as const;
    expect(await outcome({ inResponseTo: '' }, options)).toMatch(/^accepted/);
    expect(await outcome({ inResponseTo: '' })).toMatch(/^in-response-to: The Response has no InResponseTo/);
  });

  test('only in the confirmation is named as such', async () => {
    const xml = (await genuine()).replace(` InResponseTo="${requestId}"`, '');
    expect(refusal(() => verify(xml, { expected: { idpInitiated: true } }))).toMatch(
      /^in-response-to: Only the SubjectConfirmationData.*the Response lacks InResponseTo/,
    );
  });
});

describe('user', () => {
  test.each(['', '<saml:NameID/>', '<saml:NameID></saml:NameID>'])('without a name: %j', async (name) => {
    const without = await outcomeWith(/<saml:NameID.*<\/saml:NameID>/, name);
    expect(without).toMatch(/^accepted.*"nameId":""/);
    expect(without).toContain('"groups":["admins","sales"]');
  });

  test.each([
    ['encrypted', /<saml:NameID.*<\/saml:NameID>/, '<saml:EncryptedID/>', /^subject: .*EncryptedID/],
    ['in blanks', alice, ` ${alice} `, /^subject: .*white space/],
    [
      'named twice',
      '</saml:NameID>',
      `</saml:NameID><saml:NameID>${admin}</saml:NameID>`,
      /^xml: .*more than one NameID/,
    ],
    ['with markup', alice, `${alice}<x/>`, /^xml: .*element inside NameID/],
    ['without subject', /<saml:Subject>.*<\/saml:Subject>/, '', /^subject: .*no Subject/],
  ])('%s', async (_, from, to, reason) => {
    expect(await outcomeWith(from, to)).toMatch(reason);
  });
});
