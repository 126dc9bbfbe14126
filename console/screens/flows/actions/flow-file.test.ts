import { expect, test } from 'vitest';
import { readFlowFile } from './flow-file.ts';

const flow = {
  id: 'sign-in',
  name: 'Sign in',
  description: 'Signs in.',
  dsl: { format: 'latchkey-flow/1' },
  disabled: true,
};

test('an exported flow is read without what belongs to the place where it was exported', () => {
  expect(readFlowFile(JSON.stringify({ flow: { ...flow, etag: '7' }, screens: [{}] }))).toEqual({ flow });
});

test.each(['', '{', 'null', '[]', '{"flow":[]}', '{"flow":{"id":"x"}}', '{"flow":{"dsl":"x"}}'])(
  'a file with %s contains no flow',
  (text) => {
    expect(readFlowFile(text)).toBeUndefined();
  },
);
