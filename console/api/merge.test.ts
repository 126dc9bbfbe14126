import { expect, test } from 'vitest';
import { Conflict, merge } from './merge.ts';

const before = { name: 'Acme', tags: ['a'], branding: { logo: '', color: 'red' }, limit: 5 };

test('changes of different fields by two administrators are both kept', () => {
  const yours = { ...before, name: 'Acme Ltd.', branding: { logo: '', color: 'blue' } };
  const theirs = { ...before, tags: ['a', 'b'], branding: { logo: 'https://x.example/l', color: 'red' } };
  expect(merge(before, yours, theirs)).toEqual({
    name: 'Acme Ltd.',
    tags: ['a', 'b'],
    limit: 5,
    branding: { logo: 'https://x.example/l', color: 'blue' },
  });
});

test('changes of the same field are refused, with both versions', () => {
  const yours = { tags: ['a', 'mine'], branding: { color: 'blue' } };
  const theirs = { ...before, tags: ['a', 'theirs'], branding: { logo: '', color: 'green' } };
  const refusal = () => merge(before, yours, theirs);
  expect(refusal).toThrow(Conflict);
  expect(refusal).toThrow(
    expect.objectContaining({
      differences: [
        { name: 'tags', theirs: ['a', 'theirs'], yours: ['a', 'mine'] },
        { name: 'branding.color', theirs: 'green', yours: 'blue' },
      ],
    }),
  );
});

test('the same change by two administrators is no conflict', () => {
  expect(merge(before, { name: 'Both' }, { ...before, name: 'Both' })).toEqual({ name: 'Both' });
});
