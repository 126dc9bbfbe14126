import { expect, test } from 'vitest';
import { describeCost } from './budget.ts';

const budget = { yardstickSeconds: 0.1 };

test('a cost within ten percent of its budget is a share of it', () => {
  expect(describeCost(109, 100, budget, 0.1)).toBe('109 s of processor time, 109 % of its budget');
});

test('a cost above that says so', () => {
  expect(describeCost(120, 100, budget, 0.1)).toContain('120 % of its budget: OVER BUDGET');
});

test('on a machine of half the speed, twice the time is within the budget', () => {
  expect(describeCost(200, 100, budget, 0.2)).toBe('200 s of processor time, 100 % of its budget');
});

test('a part of a run has no budget', () => {
  expect(describeCost(200)).toBe('200 s of processor time');
});
