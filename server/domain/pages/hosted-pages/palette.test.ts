import { expect, test } from 'vitest';
import { contrastOf, paletteOf } from './palette.ts';

const extremes = ['#000000', '#ffffff', '#ffff00', '#767676', '#ff0000', '#0000ff', '#00ff88', '#777777'];

test.each(extremes)('text in %s and on it is readable in the light and dark schemes', (color) => {
  for (const [scheme, surfaces] of [
    ['light', ['#ffffff', '#f5f6f8']],
    ['dark', ['#12161a', '#1a2026']],
  ] as const) {
    const { primary, onPrimary, accent } = paletteOf(color, scheme);
    expect(contrastOf(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
    for (const surface of surfaces) expect(contrastOf(accent, surface)).toBeGreaterThanOrEqual(4.5);
  }
});

test('a readable colour stays unchanged', () => {
  expect(paletteOf('#1f5f8b', 'light').accent).toBe('#1f5f8b');
});
