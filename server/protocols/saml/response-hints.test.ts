import { expect, test } from 'vitest';
import { genuine, refusal, requestId, verify } from './fixture.ts';
import { claimedRequestId } from './response-hints.ts';

test('the named request can be read before the response is verified', async () => {
  const xml = await genuine();
  expect(claimedRequestId(xml)).toBe(requestId);
  expect(claimedRequestId(await genuine({ inResponseTo: undefined }))).toBeUndefined();
});

test.each([
  ['in single quotes', `<a b='"' InResponseTo = '_1'/>`, '_1'],
  ['in a value', `<a b=' InResponseTo="_2"' InResponseTo="_1"/>`, '_1'],
  ['in a comment', '<!-- <a InResponseTo="_2"> --><a InResponseTo="_1"/>', '_1'],
  ['in a child', '<a><b InResponseTo="_2"/></a>', undefined],
  ['behind a greater-than', '<a b=">" InResponseTo="_1"/>', '_1'],
  ['behind a document type', '<!DOCTYPE a><a InResponseTo="_1"/>', undefined],
  ['in no document', 'InResponseTo="_1"', undefined],
  ['in a comment without end', '<!-- <a InResponseTo="_1"/>', undefined],
  ['behind much else', `${' '.repeat(5_000)}<a InResponseTo="_1"/>`, undefined],
  ['as part of a name', '<a x:InResponseTo="_2" xmlns:x="u"/>', undefined],
])('the name %s', (_, xml, expected) => {
  expect(claimedRequestId(xml)).toBe(expected);
});

test('a wrong claim leads to a refusal', async () => {
  const xml = (await genuine()).replace(`InResponseTo="${requestId}"`, 'InResponseTo="_2"');
  expect(refusal(() => verify(xml, { expected: { requestId: claimedRequestId(xml) as string } }))).toMatch(
    /^in-response-to: /,
  );
});
