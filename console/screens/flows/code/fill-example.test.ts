import { expect, test } from 'vitest';
import { fillExample } from './fill-example.ts';
import { flowExamples } from './flow-examples.ts';

test('each framework has an example, which contains the values of the project only', () => {
  expect(flowExamples.map(({ title }) => title)).toEqual(['React', 'Next.js', 'Vue', 'Angular', 'HTML']);
  const values = { baseUrl: 'https://auth.example.com', projectId: 'P1', flowId: 'staff' };
  for (const { code } of flowExamples) {
    const filled = fillExample(code, values);
    for (const value of Object.values(values)) expect(filled).toContain(value);
    expect(filled).not.toMatch(/localhost|…|sign-up-or-in/);
  }
});
