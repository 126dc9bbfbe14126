import { randomInt } from 'node:crypto';

export type Three<T> = [T, T, T];

/** Draws three different two-digit numbers, and which of them is the right one. */
export function chooseNumbers(): { numbers: Three<string>; right: 0 | 1 | 2 } {
  const numbers = new Set<number>();
  while (numbers.size < 3) numbers.add(randomInt(10, 100));
  return { numbers: [...numbers].map(String) as Three<string>, right: randomInt(3) as 0 | 1 | 2 };
}
