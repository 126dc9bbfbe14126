import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { foldAddress } from '../../../core/phone-number.ts';
import { foldTyped } from '../../../core/typed-text.ts';
import { dialectOf } from '../../../storage/engine.ts';
import { inList, jsonArrayOf, parseJson } from '../../../storage/json.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { AuditRecord } from './audit-record.ts';

export interface EventFilter {
  from: number;
  to: number;
  userIds: string[];
  excludedUserIds: string[];
  /** Parts of login IDs; the user must have a login ID with one of them. */
  loginIdParts: string[];
  excludedLoginIdParts: string[];
  tenantIds: string[];
  /** The application; empty for all events. */
  applicationId: string;
  severities: string[];
  actions: string[];
  excludedActions: string[];
  actorIds: string[];
  actorTypes: string[];
  devices: string[];
  methods: string[];
  remoteAddresses: string[];
  text: string;
  /** Exact parts of the data: hashes, whose case matters. */
  dataParts: string[];
  oldestFirst: boolean;
  maxEvents: number;
}

/** Returns the page, and the number of events on all pages. */
export async function searchEventRows(
  db: Db,
  projectId: string,
  filter: EventFilter,
  page: { limit: number; offset: number },
): Promise<{ events: AuditRecord[]; total: number }> {
  const counted = await db
    .selectFrom(matchingIds(db, projectId, filter).as('found'))
    .select((found) => found.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  // Reads IDs first: the indexes contain them in order, so the rows of earlier pages are not read.
  const ids = await orderedIds(db, projectId, filter)
    .limit(Math.min(page.limit, filter.maxEvents - page.offset))
    .offset(page.offset)
    .execute();
  const events = await listEvents(
    db,
    projectId,
    ids.map(({ id }) => id),
  );
  return { events, total: Number(counted.total) };
}

/** Returns events in the order of the IDs. */
async function listEvents(db: Db, projectId: string, ids: string[]): Promise<AuditRecord[]> {
  const rows = await db
    .selectFrom('auditEvents')
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
    .where('auditEvents.projectId', '=', projectId)
    .where((event) => inList(db, event.ref('auditEvents.id'), ids))
    .execute();
  const events = new Map(
    rows.map(({ data: json, loginIds: written, ...row }) => {
      // An event of a deletion by a directory names the user, who is gone.
      const data = JSON.parse(json) as Record<string, unknown>;
      const current = parseJson<{ written: string; position: number }[]>(written)
        .sort((a, b) => a.position - b.position)
        .map(({ written }) => written);
      if (current.length > 0 || row.action !== 'UserDeleted' || row.actorType !== 'accessKey')
        return [row.id, { ...row, loginIds: current, data }];
      return [row.id, { ...row, loginIds: (data['loginIds'] ?? []) as string[], data }];
    }),
  );
  return ids.flatMap((id) => events.get(id) ?? []);
}

export function orderedIds(db: Db, projectId: string, filter: EventFilter) {
  const direction = filter.oldestFirst ? 'asc' : 'desc';
  return matchingIds(db, projectId, filter)
    .orderBy((event) => moment(db, event.ref('auditEvents.occurredAt'), filter), direction)
    .orderBy('auditEvents.id', direction);
}

function matchingIds(db: Db, projectId: string, filter: EventFilter) {
  return hasRest(filter)
    ? matching(db, projectId, filter).select('auditEvents.id')
    : indexed(db, projectId, filter).select('auditEvents.id').limit(filter.maxEvents);
}

/** Selects the candidates from the indexes. */
function indexed(db: Db, projectId: string, filter: EventFilter) {
  const { userIds, tenantIds, actions, applicationId } = filter;
  const isNarrowed = userIds.length + tenantIds.length + actions.length > 0 || applicationId !== '';
  return db
    .selectFrom('auditEvents')
    .where('auditEvents.projectId', '=', projectId)
    .where((event) => {
      const { from, to } = filter;
      const occurredAt = event.ref('auditEvents.occurredAt');
      const since = moment(db, occurredAt, filter);
      const until = isNarrowed ? withoutIndex(db, occurredAt) : occurredAt;
      return sql<SqlBool>`${since} >= ${from} and ${until} <= ${to}`;
    })
    .where((event) => among(db, event.ref('auditEvents.userId'), userIds))
    .where((event) => {
      const tenantId = event.ref('auditEvents.tenantId');
      return among(db, userIds.length > 0 ? withoutIndex(db, tenantId) : tenantId, tenantIds);
    })
    .where((event) => {
      const action = event.ref('auditEvents.action');
      const hasIndex = userIds.length + tenantIds.length === 0 && applicationId === '';
      return among(db, hasIndex ? action : withoutIndex(db, action), actions);
    })
    .$if(applicationId !== '', (events) => events.where('auditEvents.applicationId', '=', applicationId));
}

/** Events of several users are sorted; scanning all events in order would find theirs too late. */
function moment(db: Db, occurredAt: Expression<number>, { userIds }: EventFilter): Expression<number> {
  return userIds.length > 1 ? withoutIndex(db, occurredAt) : occurredAt;
}

/**
 * Leaves SQLite only the index that matters. Without statistics, it would read all events of a month, or all
 * sign-ins, instead of those of one user.
 */
function withoutIndex<T>(db: Db, column: Expression<T>): Expression<T> {
  return dialectOf(db) === 'sqlite' ? sql<T>`+${column}` : column;
}

/** Filters the first candidates from the indexes by the remaining conditions. */
function matching(db: Db, projectId: string, filter: EventFilter) {
  const direction = filter.oldestFirst ? 'asc' : 'desc';
  const first = indexed(db, projectId, filter)
    .selectAll('auditEvents')
    .orderBy((event) => moment(db, event.ref('auditEvents.occurredAt'), filter), direction)
    .orderBy('auditEvents.id', direction)
    .limit(filter.maxEvents)
    .as('auditEvents');
  return db.selectFrom(first).where((event) => rest(db, projectId, event as never, filter));
}

function hasRest(filter: EventFilter): boolean {
  const { excludedUserIds, excludedActions, actorIds, devices, methods, remoteAddresses, text } = filter;
  const { severities, actorTypes, loginIdParts, excludedLoginIdParts, dataParts } = filter;
  const loginIds = [...loginIdParts, ...excludedLoginIdParts];
  const lists = [
    severities,
    loginIds,
    dataParts,
    excludedUserIds,
    excludedActions,
    actorIds,
    actorTypes,
    devices,
    methods,
  ];
  return text !== '' || [...lists, remoteAddresses].some((list) => list.length > 0);
}

function rest(
  db: Db,
  projectId: string,
  event: ExpressionBuilder<Tables, 'auditEvents'>,
  filter: EventFilter,
): Expression<SqlBool> {
  const { excludedActions, excludedUserIds, loginIdParts, excludedLoginIdParts, dataParts, text } = filter;
  const hasLoginId = (parts: string[]) => hasLoginIdWith(event, projectId, parts);
  return event.and([
    among(db, event.ref('auditEvents.severity'), filter.severities),
    among(db, event.ref('auditEvents.actorId'), filter.actorIds),
    among(db, event.ref('auditEvents.actorType'), filter.actorTypes),
    among(db, event.ref('auditEvents.device'), filter.devices),
    among(db, event.ref('auditEvents.method'), filter.methods),
    among(db, event.ref('auditEvents.remoteAddress'), filter.remoteAddresses),
    event.not(inList(db, event.ref('auditEvents.action'), excludedActions)),
    event.not(inList(db, event.ref('auditEvents.userId'), excludedUserIds)),
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

/** Matches any of the values; no values match everything. With one value, an index returns the events in order. */
function among(db: Db, column: Expression<string>, values: string[]): Expression<SqlBool> {
  if (values.length === 0) return sql<SqlBool>`1 = 1`;
  return values.length === 1 ? sql<SqlBool>`${column} = ${values[0]}` : inList(db, column, values);
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

function holds(db: Db, event: ExpressionBuilder<Tables, 'auditEvents'>, part: string): Expression<SqlBool> {
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
