import type { Sort } from './table-column.ts';

interface View<T> {
  text?: string;
  /** Returns the text of a record that is searched. */
  textOf?(record: T): string;
  sort?: Sort | undefined;
  page: number;
  pageSize: number;
}

/** Returns one page of a list that was loaded as a whole, such as roles (about a thousand at most). */
export function paged<T>(all: T[] | undefined, { text = '', textOf, sort, page, pageSize }: View<T>) {
  if (!all) return { records: undefined, total: 0 };
  const wanted = text.trim().toLocaleLowerCase();
  const found =
    wanted && textOf ? all.filter((one) => textOf(one).toLocaleLowerCase().includes(wanted)) : all;
  const sorted = sort ? found.toSorted((one, other) => compare(one, other, sort)) : found;
  return { records: sorted.slice((page - 1) * pageSize, page * pageSize), total: found.length };
}

function compare(one: unknown, other: unknown, { field, desc }: Sort): number {
  const [a, b] = [one, other].map((record) => (record as Record<string, unknown>)[field]);
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
  return desc ? -order : order;
}
