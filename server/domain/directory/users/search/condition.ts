import type { RawBuilder, SqlBool } from 'kysely';

/** A condition in two forms: a list of the matching users, and a test of a single user. */
interface Forms {
  /** A query that returns each `number` once, and `flags` where possible (`listsFlags`). */
  numbers: RawBuilder<unknown>;
  /** Tests the row `u` of `searchedUsers` (`testsRow`), or only its number. */
  isMatch(number: RawBuilder<unknown>): RawBuilder<SqlBool>;
}

/** A condition that many users may meet. So its matches are counted, up to a bound, and can be kept as a set. */
export interface Countable {
  /** Identifies the set of matches in its project. */
  key: string;
  /** Returns each `number` at least once. */
  matches: RawBuilder<unknown>;
  /** The number of matches, if they have been read. */
  size?: number;
  isMatch: Forms['isMatch'];
}

/** All users of the project, for a search without a narrower condition. */
interface Everybody extends Forms {
  kind: 'everybody';
}

/** The users with the wanted flags, if they are few and there is no other condition. Each query checks the flags anyway. */
interface Flagged extends Forms {
  kind: 'flagged';
}

/** A list of users who are already known to match. */
interface Listed extends Forms {
  kind: 'listed';
}

/** The users in a range of numbers. */
interface Numbered extends Forms {
  kind: 'numbered';
}

/** One of a list of exact values, which an index finds. Few users match. */
interface Exact extends Forms {
  kind: 'exact';
}

/** A role, a tenant, a factor, or another property that the index lists by user. */
export interface Facet extends Forms, Countable {
  kind: 'facet';
}

/** A range of time. */
export interface Period extends Forms, Countable {
  kind: 'period';
}

/** A part of a name or an address. The index of texts is slow, and cannot estimate how many users match. */
export interface Text extends Forms, Countable {
  kind: 'text';
  /** The numbers are in ascending order. */
  isOrdered: boolean;
  /**
   * The matches in ranges of numbers, by a test of every user: a single statement could take longer than it may. `ends`
   * returns the `first` and the `last` number of the project.
   */
  parts?: { ends: RawBuilder<unknown>; between(first: number, last: number): RawBuilder<unknown> };
}

export type CountableCondition = Facet | Period | Text;
export type Condition = Everybody | Flagged | Listed | Numbered | Exact | CountableCondition;

export function isCountable(condition: Condition): condition is CountableCondition {
  switch (condition.kind) {
    case 'facet':
    case 'period':
    case 'text':
      return true;
    case 'everybody':
    case 'flagged':
    case 'listed':
    case 'numbered':
    case 'exact':
      return false;
  }
}

/** Reports whether the condition leaves the flags as the only filter, which every query checks. */
export function isUnfiltered({ kind }: Condition): boolean {
  switch (kind) {
    case 'everybody':
    case 'flagged':
      return true;
    case 'listed':
    case 'numbered':
    case 'exact':
    case 'facet':
    case 'period':
    case 'text':
      return false;
  }
}

/** Reports whether `numbers` returns the flags of each user, too. */
export function listsFlags({ kind }: Condition): boolean {
  switch (kind) {
    case 'everybody':
    case 'flagged':
    case 'numbered':
    case 'exact':
    case 'facet':
    case 'period':
      return true;
    case 'listed':
    case 'text':
      return false;
  }
}

/** Reports whether `isMatch` tests the user's row. A text is slow to test, so it follows the row, too. */
export function testsRow({ kind }: Condition): boolean {
  switch (kind) {
    case 'numbered':
    case 'exact':
    case 'period':
    case 'text':
      return true;
    case 'everybody':
    case 'flagged':
    case 'listed':
    case 'facet':
      return false;
  }
}

/** Reports whether `numbers` returns the numbers in ascending order. */
export function isOrdered(condition: Condition): boolean {
  switch (condition.kind) {
    case 'period':
      return false;
    case 'text':
      return condition.isOrdered;
    case 'everybody':
    case 'flagged':
    case 'listed':
    case 'numbered':
    case 'exact':
    case 'facet':
      return true;
  }
}
