/** Files that do not run on Citus, and tests that fail there (`file > names`, as far as the beginning is unique), each with the reason. */
export const exceptions: Record<string, string> = {
  'test/planned-once.test.ts':
    'Citus keeps plans of statements on one table only, and plans all others at each execution.',
  'test/list-order.test.ts':
    'The test deletes rows under `session_replication_role`, a setting that does not reach the shards: the deletions cascade.',
  'server/storage/postgres/first-statistics.test.ts':
    'The tables of the coordinator are empty. Autovacuum of the workers analyzes the shards.',
  'server/domain/directory/users/search/interrupted-folds.test.ts > a fold that fails in any of its writes':
    'The test makes writes fail by triggers, which Citus does not have.',
  'server/domain/directory/users/search/search-users.test.ts > a text of two characters > is found by indexes':
    'The test reads a plan. Shards of a few rows are read from end to end.',
};

/** The files among them. */
export const leftFiles = Object.keys(exceptions).filter((name) => !name.includes(' > '));

/** Reports whether a failure is one of the listed tests. */
export function isExpected(failure: string): boolean {
  return Object.keys(exceptions).some((name) => name.includes(' > ') && failure.startsWith(name));
}
