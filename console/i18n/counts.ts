import type { Language } from './languages.ts';

/** Returns a function that puts a count before its noun, with separators of thousands: "1 user", "2,000 users". */
export function countOf(language: Language, one: string, many: string): (count: number) => string {
  return (count) => `${count.toLocaleString(language)} ${count === 1 ? one : many}`;
}
