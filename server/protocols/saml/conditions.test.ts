import { describe, expect, test } from 'vitest';
import { far, genuine, now, outcome, outcomeWith, refusal, seconds, spEntityId, verify } from './fixture.ts';

describe('audience', () => {
  test.each([
    ['of another service provider', 'https://other.example/saml'],
    ['with ours as a prefix', `${spEntityId}/more`],
    ['that is a prefix of ours', spEntityId.slice(0, -1)],
    ['in another case', spEntityId.toUpperCase()],
    ['empty', ''],
  ])('%s', async (_, audience) => {
    expect(await outcome({ audience })).toMatch(/^audience: /);
  });

  test('missing', async () => {
    expect(await outcome({ audience: undefined })).toMatch(/^audience: .*has no audience/);
  });

  test('ours among several is enough, but each restriction must hold it', async () => {
    const other = '<saml:Audience>https://other.example</saml:Audience>';
    expect(await outcomeWith('<saml:Audience>', `${other}<saml:Audience>`)).toMatch(/^accepted/);
    const second = `<saml:AudienceRestriction>${other}</saml:AudienceRestriction></saml:Conditions>`;
    expect(await outcomeWith('</saml:Conditions>', second)).toMatch(/^audience: /);
  });
});

describe('conditions', () => {
  test('absent', async () => {
    expect(await outcomeWith(/<saml:Conditions.*<\/saml:Conditions>/, '')).toMatch(/^condition: /);
  });

  test('twice', async () => {
    expect(await outcomeWith('</saml:Conditions>', '</saml:Conditions><saml:Conditions/>')).toMatch(
      /^xml: .*more than one/,
    );
  });

  test('an unknown condition makes the assertion unusable, the two harmless ones do not', async () => {
    const add = (condition: string) => outcomeWith('</saml:Conditions>', `${condition}</saml:Conditions>`);
    expect(await add('<saml:OneTimeUse/><saml:ProxyRestriction Count="0"/>')).toMatch(/^accepted/);
    expect(await add('<saml:Condition/>')).toMatch(/^condition: .*unknown/);
    expect(await add('<x:OneTimeUse xmlns:x="urn:x"/>')).toMatch(/^condition: .*unknown/);
  });

  test('NotBefore and NotOnOrAfter hold to the millisecond, with a skew of 60 s', async () => {
    expect(await outcome({ notBefore: now + 60 * seconds })).toMatch(/^accepted/);
    expect(await outcome({ notBefore: now + 60 * seconds + 1 })).toMatch(/^not-yet-valid: .*assertion/);
    expect(await outcome({ notBefore: now + 121 * seconds })).toMatch(/^not-yet-valid: /);
    const confirmationNotOnOrAfter = far;
    expect(await outcome({ notOnOrAfter: now - 60 * seconds + 1, confirmationNotOnOrAfter })).toMatch(
      /^accepted/,
    );
    expect(await outcome({ notOnOrAfter: now - 60 * seconds, confirmationNotOnOrAfter })).toMatch(
      /^expired: .*assertion/,
    );
  });

  test('the caller sets the skew', async () => {
    const clockSkewSeconds = 0;
    expect(await outcome({ notBefore: now }, { clockSkewSeconds })).toMatch(/^accepted/);
    expect(await outcome({ notBefore: now + 1 }, { clockSkewSeconds })).toMatch(/^not-yet-valid: /);
  });
});

describe('age', () => {
  test('the time of issue holds to the millisecond, with a limit of 10 minutes', async () => {
    const issued = (issueInstant: number) =>
      outcome({ issueInstant, notBefore: undefined, notOnOrAfter: far });
    expect(await issued(now + 60 * seconds)).toMatch(/^accepted/);
    expect(await issued(now + 60 * seconds + 1)).toMatch(/^not-yet-valid: .*issued/);
    expect(await issued(now - 660 * seconds + 1)).toMatch(/^accepted/);
    expect(await issued(now - 660 * seconds)).toMatch(/^expired: .*issued/);
  });

  test('an old assertion in a fresh response is refused', async () => {
    expect(await outcomeWith(/IssueInstant="[^"]*"/, 'IssueInstant="2026-11-20T11:40:00Z"')).toMatch(
      /^expired: .*assertion was issued/,
    );
  });

  test('the limit on the age bounds how long an assertion has to be stored', async () => {
    const xml = await genuine({ notOnOrAfter: far });
    expect(verify(xml).notOnOrAfter).toBe(now - 2 * seconds + 600 * seconds + 60 * seconds);
    expect(refusal(() => verify(xml, { now: verify(xml).notOnOrAfter - 1 }))).toMatch(/^accepted/);
    expect(refusal(() => verify(xml, { now: verify(xml).notOnOrAfter }))).toMatch(/^expired: /);
  });

  test.each([
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00+01:00',
    '2026-02-30T12:00:00Z',
    '2026-11-20',
    '1795176000',
    '',
  ])('an invalid time, or one not in UTC, is refused: %j', async (text) => {
    expect(await outcomeWith(/IssueInstant="[^"]*"/, `IssueInstant="${text}"`)).toMatch(
      /^xml: .*IssueInstant/,
    );
  });
});
