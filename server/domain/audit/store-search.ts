import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson } from '../../storage/json.ts';
import type { Db, Tables } from '../../storage/tables.ts';

export interface EventFilter {
  from: number;
  to: number;
  userIds: string[];
  excludedUserIds: string[];
  tenantIds: string[];
  actions: string[];
  excludedActions: string[];
  actorIds: string[];
  devices: string[];
  methods: string[];
  remoteAddresses: string[];
  text: string;
  oldestFirst: boolean;
  maxEvents: number;
}

export interface AuditRecord {
  id: string;
  occurredAt: number;
  action: string;
  severity: 'info' | 'warn' | 'error';
  actorType: string;
  actorId: string;
  userId: string;
  /** Of the user, as they are now. */
  loginIds: string[];
  tenantId: string;
  method: string;
  device: string;
  remoteAddress: string;
  data: Record<string, unknown>;
}

type Column = keyof Tables['auditEvents'] & string;

/** The page, and how many events there are on all pages. */
export async function searchEventRows(
  db: Db,
  projectId: string,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ events: AuditRecord[]; total: number }> {
  const total = await countRows(db, projectId, filter);
  const direction = filter.oldestFirst ? 'asc' : 'desc';
  const rows = await (hasRest(filter) ? matching(db, projectId, filter) : indexed(db, projectId, filter))
    .selectAll('auditEvents')
    .select((event) =>
      jsonArrayOf(
        db,
        event
          .selectFrom('loginIds')
          .select(['loginIds.written', 'loginIds.position'])
          .where('loginIds.projectId', '=', projectId)
          .whereRef('loginIds.userId', '=', 'auditEvents.userId'),
      ).as('loginIds'),
    )
    .orderBy('auditEvents.occurredAt', direction)
    .orderBy('auditEvents.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return {
    total,
    events: rows.map(({ data, loginIds, ...row }) => ({
      ...row,
      loginIds: parseJson<{ written: string; position: number }[]>(loginIds)
        .sort((a, b) => a.position - b.position)
        .map(({ written }) => written),
      data: JSON.parse(data) as Record<string, unknown>,
    })),
  };
}

/** Up to `maxEvents`. Where the indexes find everything, they alone are read. */
async function countRows(db: Db, projectId: string, filter: EventFilter): Promise<number> {
  const found = hasRest(filter)
    ? matching(db, projectId, filter).select('auditEvents.id')
    : indexed(db, projectId, filter).select('auditEvents.id').limit(filter.maxEvents);
  const counted = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(counted.total);
}

/** What the indexes find. */
function indexed(db: Db, projectId: string, filter: EventFilter) {
  return db
    .selectFrom('auditEvents')
    .where('auditEvents.projectId', '=', projectId)
    .where('auditEvents.occurredAt', '>=', filter.from)
    .where('auditEvents.occurredAt', '<=', filter.to)
    .where((event) =>
      event.and([
        among(db, event, 'userId', filter.userIds),
        among(db, event, 'tenantId', filter.tenantIds),
        among(db, event, 'action', filter.actions),
      ]),
    );
}

/** Of the first of what the indexes find, what fits the other filters too. */
function matching(db: Db, projectId: string, filter: EventFilter) {
  const direction = filter.oldestFirst ? 'asc' : 'desc';
  const first = indexed(db, projectId, filter)
    .selectAll('auditEvents')
    .orderBy('auditEvents.occurredAt', direction)
    .orderBy('auditEvents.id', direction)
    .limit(filter.maxEvents)
    .as('auditEvents');
  return db.selectFrom(first).where((event) => rest(db, event as never, filter));
}

function hasRest(filter: EventFilter): boolean {
  const { excludedUserIds, excludedActions, actorIds, devices, methods, remoteAddresses, text } = filter;
  const lists = [excludedUserIds, excludedActions, actorIds, devices, methods, remoteAddresses];
  return text !== '' || lists.some((list) => list.length > 0);
}

function rest(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  filter: EventFilter,
): Expression<SqlBool> {
  return event.and([
    among(db, event, 'actorId', filter.actorIds),
    among(db, event, 'device', filter.devices),
    among(db, event, 'method', filter.methods),
    among(db, event, 'remoteAddress', filter.remoteAddresses),
    ...(filter.excludedActions.length > 0
      ? [event.not(inList(db, event.ref('auditEvents.action'), filter.excludedActions))]
      : []),
    ...(filter.excludedUserIds.length > 0
      ? [event.not(inList(db, event.ref('auditEvents.userId'), filter.excludedUserIds))]
      : []),
    ...(filter.text ? [holdsText(db, event, filter.text)] : []),
  ]);
}

function among(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  column: Exclude<Column, 'occurredAt' | 'severity'>,
  values: string[],
): Expression<SqlBool> {
  if (values.length === 0) return event.lit(true) as unknown as Expression<SqlBool>;
  const reference = event.ref(`auditEvents.${column}`);
  // Of one value an index gives the events in their order.
  return values.length === 1 ? event(reference, '=', values[0] as string) : inList(db, reference, values);
}

const textColumns = ['action', 'actorId', 'userId', 'tenantId', 'method', 'remoteAddress', 'data'] as const;

/** Without regard to the case of ASCII letters, which is what both engines can do alike. */
function holdsText(
  db: Db,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  text: string,
): Expression<SqlBool> {
  const folded = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`;
  return event.or(
    textColumns.map(
      (column) =>
        sql<SqlBool>`${lowerCase(db, event.ref(`auditEvents.${column}`))} like ${pattern} escape '\\'`,
    ),
  );
}

function lowerCase(db: Db, column: Expression<string>): Expression<string> {
  return dialectOf(db) === 'sqlite'
    ? sql<string>`lower(${column})`
    : sql<string>`lower(${column} collate "C")`;
}
