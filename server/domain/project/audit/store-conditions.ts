import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { foldAddress } from '../../../core/phone-number.ts';
import { foldTyped } from '../../../core/typed-text.ts';
import { dialectOf } from '../../../storage/engine.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { EventFilter } from './event-filter.ts';

/** Matches the criteria for which each event has to be read. */
export function readCondition(
  db: Db,
  projectId: string,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  { loginIdParts, excludedLoginIdParts, dataParts, text }: EventFilter,
): Expression<SqlBool> {
  const hasLoginId = (parts: string[]) => hasLoginIdWith(event, projectId, parts);
  return event.and([
    ...(dataParts.length > 0 ? [event.or(dataParts.map((part) => holds(db, event, part)))] : []),
    ...(loginIdParts.length > 0 ? [hasLoginId(loginIdParts)] : []),
    ...(excludedLoginIdParts.length > 0 ? [event.not(hasLoginId(excludedLoginIdParts))] : []),
    ...wordsOf(text).map((word) =>
      event.or([holdsText(db, event, word), hasLoginId([word]), hasNameWith(db, event, projectId, word)]),
    ),
  ]);
}

/** Returns the first eight words. Each must match, in any field: the person in one, what happened in another. */
function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, 8);
}

const textColumns = [
  'id',
  'severity',
  'actorType',
  'device',
  'action',
  'actorId',
  'actingAs',
  'userId',
  'tenantId',
  'method',
  'remoteAddress',
  'data',
] as const;

/** Matches the user's current login IDs, which are stored folded. */
function hasLoginIdWith(
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  projectId: string,
  parts: string[],
): Expression<SqlBool> {
  return event.exists(
    event
      .selectFrom('loginIds')
      .select('loginIds.loginId')
      .where('loginIds.projectId', '=', projectId)
      .whereRef('loginIds.userId', '=', 'auditEvents.userId')
      .where((login) =>
        login.or(
          parts.map(
            (part) =>
              sql<SqlBool>`${login.ref('loginIds.loginId')} like ${partOf(foldAddress(part) ?? foldTyped(part))} escape '\\'`,
          ),
        ),
      ),
  );
}

/** Matches the current names of the user and of the actor, which are read by their keys. */
function hasNameWith(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  projectId: string,
  word: string,
): Expression<SqlBool> {
  return event.exists(
    event
      .selectFrom('users')
      .select('users.id')
      .where('users.projectId', '=', projectId)
      .where((user) =>
        user.or([
          user('users.id', '=', user.ref('auditEvents.userId')),
          user('users.id', '=', user.ref('auditEvents.actorId')),
        ]),
      )
      .where((user) => likeText(db, user.ref('users.name'), word)),
  );
}

function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

export function holds(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  part: string,
): Expression<SqlBool> {
  const data = event.ref('auditEvents.data');
  return dialectOf(db) === 'sqlite'
    ? sql<SqlBool>`instr(${data}, ${part}) > 0`
    : sql<SqlBool>`strpos(${data}, ${part}) > 0`;
}

/** Ignores the case of ASCII letters, which both engines treat alike. */
function holdsText(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  text: string,
): Expression<SqlBool> {
  // A line break separates the columns, so that no match spans two of them.
  const columns = textColumns.map((column) => event.ref(`auditEvents.${column}`));
  const all = sql<string>`(${sql.join(columns, sql` || ${sql.lit('\n')} || `)})`;
  return likeText(db, all, text);
}

function likeText(db: Db, value: Expression<string>, text: string): Expression<SqlBool> {
  const pattern = partOf(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
  // On SQLite, `like` ignores case by default.
  const lowered = dialectOf(db) === 'sqlite' ? value : sql<string>`lower(${value} collate "C")`;
  return sql<SqlBool>`${lowered} like ${pattern} escape '\\'`;
}
