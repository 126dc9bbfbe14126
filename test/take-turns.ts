import { onPostgres } from './engine.ts';

/**
 * Deals the cases of one mechanism to many subjects. The first subject of each kind gets all of them, every
 * other one gets `count`, in turn: so each case is tried with many subjects, and each subject with some case.
 */
export class Turns<Subject> {
  readonly #kindOf: (subject: Subject) => string;
  readonly #firsts = new Map<string, Subject>();
  readonly #places: Map<Subject, number>;

  constructor(subjects: readonly Subject[], kindOf: (subject: Subject) => string) {
    this.#kindOf = kindOf;
    this.#places = new Map(subjects.map((subject, place) => [subject, place]));
    for (const subject of subjects) {
      const kind = kindOf(subject);
      if (!this.#firsts.has(kind)) this.#firsts.set(kind, subject);
    }
  }

  isFirst(subject: Subject): boolean {
    return this.#firsts.get(this.#kindOf(subject)) === subject;
  }

  deal<Case>(subject: Subject, cases: readonly Case[], count = 1): Case[] {
    if (this.isFirst(subject) || cases.length <= count) return [...cases];
    const start = (this.#places.get(subject) ?? 0) * count;
    return Array.from({ length: count }, (_, i) => cases[(start + i) % cases.length] as Case);
  }
}

/**
 * Deals a table of cases to one subject after the other. On SQLite each subject gets all of them; on PostgreSQL, which runs
 * the same statements, the first gets all and each further one `count` in turn.
 */
export function createDealer(count: number): <Case>(cases: readonly Case[]) => Case[] {
  let subjects = 0;
  return (cases) => {
    const start = subjects * count;
    subjects += 1;
    if (!onPostgres || start === 0 || cases.length <= count) return [...cases];
    return cases.map((_, i) => cases[(start + i) % cases.length] as (typeof cases)[number]).slice(0, count);
  };
}
