import { expect, test } from 'vitest';
import { compare } from './use-draft.ts';

const stored = { name: 'Acme', tags: ['a'], limit: 5 };

test('a draft without edits shows the stored values and has no changes', () => {
  expect(compare(stored, {})).toEqual({ values: stored, changes: {}, before: {}, isDirty: false });
});

test('a draft contains only the changed fields and their previous values', () => {
  expect(compare(stored, { name: 'Acme Ltd.', limit: 5 })).toEqual({
    values: { ...stored, name: 'Acme Ltd.' },
    changes: { name: 'Acme Ltd.' },
    before: { name: 'Acme' },
    isDirty: true,
  });
});

test('an edit that restores the stored value is not a change', () => {
  expect(compare(stored, { tags: ['a'], name: 'Acme' }).isDirty).toBe(false);
  expect(compare(stored, { tags: ['a', 'b'] }).isDirty).toBe(true);
});

test('saving a draft keeps another administrator’s change of a different field', () => {
  const draft = compare({ ...stored, limit: 9 }, { name: 'Acme Ltd.' });
  expect(draft.values).toEqual({ name: 'Acme Ltd.', tags: ['a'], limit: 9 });
  expect(draft.changes).toEqual({ name: 'Acme Ltd.' });
});
