/** A lock that a statement takes on a table of PostgreSQL and that is held until the migration commits. */
export interface Lock {
  table: string;
  mode: string;
  waits: 'reads and writes' | 'writes' | 'nothing' | 'unknown';
}

/** Which statements of other transactions wait: https://www.postgresql.org/docs/current/explicit-locking.html */
const waitsOf: Record<string, Lock['waits']> = {
  'ACCESS SHARE': 'nothing',
  'ROW EXCLUSIVE': 'nothing',
  'SHARE UPDATE EXCLUSIVE': 'nothing',
  SHARE: 'writes',
  'SHARE ROW EXCLUSIVE': 'writes',
  'ACCESS EXCLUSIVE': 'reads and writes',
};

const name = '"?(\\w+)"?';

/** Patterns of statements, with the lock on the table that each names. The first that fits counts. */
const rules: [pattern: RegExp, mode: string | undefined][] = [
  [/^create (?:unlogged )?table\b/, undefined],
  [/^create (or replace )?function\b/, undefined],
  [/^(create (extension|sequence)|drop sequence)\b/, undefined],
  // A trigger that calls the function has to go first, so that its lock is seen.
  [/^drop function (?!.*\bcascade\b)/, undefined],
  [rule('alter table (?:if exists |only )*NAME validate constraint'), 'SHARE UPDATE EXCLUSIVE'],
  [rule('alter table (?:if exists |only )*NAME add constraint \\S+ foreign key'), 'SHARE ROW EXCLUSIVE'],
  [rule('alter table (?:if exists |only )*NAME'), 'ACCESS EXCLUSIVE'],
  [rule('create (?:unique )?index concurrently .*? on NAME'), 'SHARE UPDATE EXCLUSIVE'],
  [rule('create (?:unique )?index .*? on NAME'), 'SHARE'],
  [rule('drop index (?:if exists )?NAME'), 'ACCESS EXCLUSIVE'],
  [rule('alter index (?:if exists )?NAME set \\('), 'SHARE UPDATE EXCLUSIVE'],
  [rule('drop (?:table|view) (?:if exists )?NAME'), 'ACCESS EXCLUSIVE'],
  [rule('truncate (?:table )?NAME'), 'ACCESS EXCLUSIVE'],
  [rule('lock table NAME in access exclusive mode'), 'ACCESS EXCLUSIVE'],
  [rule('create (?:or replace )?trigger .*? on NAME'), 'SHARE ROW EXCLUSIVE'],
  [rule('drop trigger .*? on NAME'), 'ACCESS EXCLUSIVE'],
  [rule('(?:insert into|update|delete from) NAME'), 'ROW EXCLUSIVE'],
  [rule('analyze NAME'), 'SHARE UPDATE EXCLUSIVE'],
  [rule('(?:select|with) .*? from NAME'), 'ACCESS SHARE'],
];

function rule(text: string): RegExp {
  return new RegExp(`^${text.replace('NAME', name)}`);
}

/** Returns the locks of the statements in a text. `tableOf` names the table of an index. */
export function locksOf(text: string, tableOf: (index: string) => string | undefined): Lock[] {
  const locks = split(text).flatMap((statement) => {
    const found = rules.find(([pattern]) => pattern.test(statement));
    if (!found) return [lock('', 'unknown')];
    const [pattern, mode] = found;
    const named = pattern.exec(statement)?.[1] ?? '';
    const table = /^(drop|alter) index\b/.test(statement) ? (tableOf(named) ?? named) : named;
    return [...(mode ? [lock(table, mode)] : []), ...locksOfReferences(statement)];
  });
  return locks.filter(({ table }, index) => locks.findIndex((other) => other.table === table) === index);
}

/** A foreign key creates triggers on the table that it names. */
function locksOfReferences(statement: string): Lock[] {
  if (!/^(create|alter) table\b/.test(statement)) return [];
  const found = statement.matchAll(new RegExp(`\\breferences ${name}`, 'g'));
  return [...found].map(([, table]) => lock(table!, 'SHARE ROW EXCLUSIVE'));
}

function lock(table: string, mode: string): Lock {
  return { table, mode, waits: waitsOf[mode] ?? 'unknown' };
}

/** Splits a text at semicolons, except in the bodies of functions. */
function split(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .map((statement) => statement.replace(/^[a-z ]+/i, (words) => words.toLowerCase()));
}
