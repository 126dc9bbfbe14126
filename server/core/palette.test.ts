import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, parseColor } from './color.ts';
import { paletteOf } from './palette.ts';

const tokens = readFileSync(new URL('../http/tokens.css', import.meta.url), 'utf8');
const surfaces = ['paper', 'card', 'tint'].map((name) => valuesOf(name));
const extremes = ['#000000', '#ffffff', '#ffff00', '#767676', '#ff0000', '#0000ff', '#00ff88', '#777777'];

test.each(extremes)('text in %s and on it is readable in the light and dark schemes', (color) => {
  for (const [scheme, backgrounds] of [
    ['light', surfaces.map(([light]) => light)],
    ['dark', surfaces.map(([, dark]) => dark)],
  ] as const) {
    const { primary, onPrimary, accent } = paletteOf(color, scheme, backgrounds[0]!);
    expect(contrastOf(primary, onPrimary)).toBeGreaterThanOrEqual(4.5);
    for (const surface of backgrounds) expect(contrastOf(accent, surface)).toBeGreaterThanOrEqual(4.5);
  }
});

test('a readable colour stays unchanged', () => {
  expect(paletteOf('#1f5f8b', 'light', '#f7f8fa').accent).toBe('#1f5f8b');
});

test('every text colour of the tokens is readable on every surface, in both schemes', () => {
  for (const text of ['ink', 'soft', 'accent', 'good', 'caution', 'bad']) {
    for (const surface of ['paper', 'card', 'raised', 'code']) {
      for (const scheme of [0, 1] as const) {
        const contrast = contrastOf(valuesOf(text)[scheme], valuesOf(surface)[scheme]);
        expect(contrast, `${text} on ${surface}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
  for (const outcome of ['good', 'caution', 'bad']) {
    for (const scheme of [0, 1] as const) {
      const contrast = contrastOf(valuesOf(outcome)[scheme], valuesOf(`${outcome}-tint`)[scheme]);
      expect(contrast, `${outcome} on its tint, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

function contrastOf(a: string, b: string): number {
  return contrast(parseColor(a), parseColor(b));
}

function valuesOf(name: string): [light: string, dark: string] {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!;
  return [light!, dark!];
}
