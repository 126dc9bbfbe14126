import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { transaction } from '../../../storage/transaction.ts';
import type { AttributeType } from './attribute.ts';
import { defineAttributes } from './define-attributes.ts';
import { deleteAttributes } from './delete-attributes.ts';
import { attributeDefinitions } from './load-attributes.ts';
import { mergeAttributeValues, namedAttributeValues, readAttributeValues } from './read-values.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
  const simple: AttributeType[] = ['text', 'number', 'boolean', 'date', 'monthDay'];
  await defineAttributes(latchkey.context, 'user', [
    ...simple.map((type) => ({ name: type, type })),
    { name: 'singleSelect', type: 'singleSelect', options },
    { name: 'multiSelect', type: 'multiSelect', options },
    { name: 'constructor', type: 'text' },
  ]);
});
afterAll(() => latchkey.close());

/** Returns the values that a response contains after these were set. */
async function given(values: Record<string, unknown>, on: Latchkey = latchkey) {
  const kept = await readAttributeValues(on.context, values);
  return namedAttributeValues(await attributeDefinitions(on.context), JSON.parse(JSON.stringify(kept)));
}

test.each([
  ['text', 'any text'],
  ['text', ''],
  ['text', 'x'.repeat(4096)],
  ['constructor', 'x'],
  ['number', 0],
  ['number', -1.5],
  ['boolean', false],
  ['singleSelect', 'b'],
  ['multiSelect', []],
  ['multiSelect', ['a', 'c']],
  ['date', '2024-02-29'],
  ['date', '0001-01-01'],
  ['monthDay', '02-29'],
])('a value of %s can be %j', async (name, value) => {
  expect(await given({ [name]: value })).toEqual({ [name]: value });
});

test.each([
  ['text', 1, 'a text'],
  ['text', 'x'.repeat(4097), '4096 bytes'],
  ['text', 'é'.repeat(2049), '4096 bytes'],
  ['text', ['x'], 'a text'],
  ['number', '1', 'a number'],
  ['number', Number.NaN, 'a number'],
  ['number', true, 'a number'],
  ['boolean', 1, 'true or false'],
  ['boolean', 'true', 'true or false'],
  ['singleSelect', 'd', 'one of a, b, c'],
  ['singleSelect', 'A', 'one of a, b, c'],
  ['singleSelect', ['a'], 'one of a, b, c'],
  ['multiSelect', 'a', 'a list of some of a, b, c'],
  ['multiSelect', ['a', 'd'], 'a list of some of a, b, c'],
  ['date', '2023-02-29', 'YYYY-MM-DD'],
  ['date', '2023-2-1', 'YYYY-MM-DD'],
  ['date', '2023-02-01T00:00:00Z', 'YYYY-MM-DD'],
  ['date', 1_700_000_000, 'YYYY-MM-DD'],
  ['monthDay', '02-30', 'MM-DD'],
  ['monthDay', '13-01', 'MM-DD'],
  ['nobody', 'x', 'No custom attribute has the name nobody'],
  ['Text', 'x', 'No custom attribute has the name Text'],
  ['toString', 'x', 'No custom attribute has the name toString'],
  ['', 'x', 'No custom attribute'],
])('a value of %s cannot be %j', async (name, value, message) => {
  await expect(given({ [name]: value })).rejects.toMatchObject({
    code: 'E011004',
    message: expect.stringContaining(message),
  });
});

test('the key __proto__ names no attribute and touches nothing', async () => {
  const values = JSON.parse('{"__proto__": {"admin": true}}');
  await expect(given(values)).rejects.toMatchObject({ code: 'E011004' });
  expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
});

test('select values are equal whatever the order or repetition of their choices', async () => {
  expect(await given({ multiSelect: ['c', 'a', 'c'] })).toEqual({ multiSelect: ['a', 'c'] });
});

test('null removes a value, and unnamed attributes stay', async () => {
  const { context } = latchkey;
  const kept = await readAttributeValues(context, { text: 'x', number: 1 });
  const changes = await readAttributeValues(context, { text: null, boolean: true });
  const merged = await transaction(context, (ctx) => mergeAttributeValues(ctx, kept, changes));
  expect(namedAttributeValues(await attributeDefinitions(context), merged)).toEqual({
    number: 1,
    boolean: true,
  });
});

test('values of a deleted attribute are hidden, do not return, and are erased at the next change', async () => {
  const { context } = latchkey;
  const define = () => defineAttributes(context, 'user', [{ name: 'fleeting', type: 'text' }]);
  await define();
  const kept = await readAttributeValues(context, { fleeting: 'old', text: 'x' });
  await deleteAttributes(context, 'user', ['fleeting']);
  await expect(given({ fleeting: 'new' })).rejects.toMatchObject({ code: 'E011004' });
  expect(namedAttributeValues(await attributeDefinitions(context), kept)).toEqual({ text: 'x' });
  await define();
  expect(namedAttributeValues(await attributeDefinitions(context), kept)).toEqual({ text: 'x' });
  const merged = await transaction(context, (ctx) => mergeAttributeValues(ctx, kept, {}));
  expect(Object.values(merged)).toEqual(['x']);
});

test('an attribute just defined on another instance can be used at once', { tags: 'race' }, async () => {
  const other = await latchkey.startAnother();
  await attributeDefinitions(other.context);
  await defineAttributes(latchkey.context, 'user', [{ name: 'new-here', type: 'number' }]);
  expect(await given({ 'new-here': 1 }, other)).toEqual({ 'new-here': 1 });
  await deleteAttributes(latchkey.context, 'user', ['new-here']);
  other.advance(5_001);
  await expect(given({ 'new-here': 1 }, other)).rejects.toMatchObject({ code: 'E011004' });
  await other.close();
});

test('attributes of users and of SSO applications are separate', async () => {
  const { context } = latchkey;
  await expect(readAttributeValues(context, { text: 'x' }, 'ssoApp')).rejects.toMatchObject({
    code: 'E011004',
  });
  await defineAttributes(context, 'ssoApp', [{ name: 'text', type: 'number' }]);
  expect(Object.values(await readAttributeValues(context, { text: 1 }, 'ssoApp'))).toEqual([1]);
});
