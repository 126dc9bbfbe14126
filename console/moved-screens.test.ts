import { expect, test } from 'vitest';
import { movedTo } from './moved-screens.ts';

test('the address of a tab that became a screen leads there, with its filters', () => {
  expect(movedTo('/P1/roles', 'tab=permissions&text=read&page=2')).toBe('/P1/permissions?text=read&page=2');
  expect(movedTo('/P1/messages', 'tab=templates&open=invite')).toBe('/P1/templates?open=invite');
  expect(movedTo('/P1/methods', 'tab=limits')).toBe('/P1/rate-limits');
});

test('a screen that no longer exists leads to its first tab, also for a tab that never existed', () => {
  expect(movedTo('/P1/messages', '')).toBe('/P1/outbox');
  expect(movedTo('/P1/messages', 'status=dead')).toBe('/P1/outbox?status=dead');
  expect(movedTo('/P1/messages', 'tab=nothing')).toBe('/P1/outbox');
});

test('the tabs that stayed are where they were', () => {
  expect(movedTo('/P1/methods', 'tab=passwords')).toBeUndefined();
  expect(movedTo('/P1/roles', '')).toBeUndefined();
  expect(movedTo('/P1/settings', 'tab=addresses')).toBeUndefined();
  expect(movedTo('/P1', '')).toBeUndefined();
});
