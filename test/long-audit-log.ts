import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { expect } from 'vitest';
import type { ProjectContext } from '../server/core/context.ts';
import { removeEvents } from '../server/domain/project/audit/remove-events.ts';
import { type EventSearch, searchEvents } from '../server/domain/project/audit/search-events.ts';
import { insertRows } from '../server/storage/insert-rows.ts';
import type { Tables } from '../server/storage/tables.ts';

export type LoggedEvent = Insertable<Tables['auditEvents']> & { sequence: number | null };

export const actions = ['LoginSucceed', 'LoginFailed', 'UserModified', 'Impersonated', 'rare'];

const insertEvents = insertRows('auditEvents');
const minuteMs = 60_000;
const start = 60 * 24 * 60;

/** Makes an event with values that many, few and no other events have. The events are a minute apart. */
function makeEvent({ project, now }: ProjectContext, index: number): LoggedEvent {
  const action = index % 4_999 === 7 ? 'rare' : actions[(index * index) % 4]!;
  return {
    projectId: project.id,
    id: `A${String(index).padStart(9, '0')}`,
    // Not quite in the order of the chain, as with long transactions.
    occurredAt: now() + (index - start) * minuteMs - (index % 5) * 150_000,
    action,
    severity: action === 'LoginFailed' ? 'warn' : 'info',
    actorType: index % 3 ? 'user' : 'managementKey',
    actorId: index % 3 ? `U${index % 997}` : `K${index % 5}`,
    actingAs: '',
    userId: index % 7 ? `U${index % 997}` : '',
    tenantId: ['', 'one', 'two', `t${index % 499}`][index % 4]!,
    method: ['totp', 'password', ''][index % 3]!,
    device: ['Desktop', 'Mobile', 'Bot', 'Tablet'][(index >> 3) % 4]!,
    remoteAddress: `203.0.113.${index % 251}`,
    data: JSON.stringify(
      action === 'LoginFailed' ? { loginIdHash: `hash${index % 3_001}` } : { number: index },
    ),
    applicationId: index % 50 === 3 ? `S${index % 400}` : null,
    sequence: null,
    previousHash: null,
    hash: null,
  };
}

/** A log that is filled without sealing each event, and a copy of its events that a loop searches. */
export class LongAuditLog {
  readonly ctx: ProjectContext;
  events: LoggedEvent[] = [];
  #made = 0;
  #sealed = 0;

  static async start(ctx: ProjectContext): Promise<LongAuditLog> {
    await ctx.db.deleteFrom('auditEvents').where('projectId', '=', ctx.project.id).execute();
    await ctx.db.deleteFrom('auditSeals').where('projectId', '=', ctx.project.id).execute();
    return new LongAuditLog(ctx);
  }

  private constructor(ctx: ProjectContext) {
    this.ctx = ctx;
  }

  /** Adds events, which are sealed all or none. */
  async add(count: number, { isSealed }: { isSealed: boolean }): Promise<void> {
    const added = Array.from({ length: count }, (_, index) => makeEvent(this.ctx, this.#made + index));
    this.#made += count;
    if (isSealed) {
      for (const event of added) {
        this.#sealed += 1;
        Object.assign(event, { sequence: this.#sealed, previousHash: 'x', hash: 'y' });
      }
    }
    for (let at = 0; at < count; at += 2_000) await insertEvents(this.ctx.db, added.slice(at, at + 2_000));
    this.events.push(...added);
    if (isSealed) await this.#moveHead();
  }

  /** Seals the events that are not. */
  async seal(): Promise<void> {
    for (const event of this.events.filter(({ sequence }) => sequence === null).sort(byTime)) {
      this.#sealed += 1;
      Object.assign(event, { sequence: this.#sealed, previousHash: 'x', hash: 'y' });
      await this.ctx.db
        .updateTable('auditEvents')
        .set({ sequence: this.#sealed, previousHash: 'x', hash: 'y' })
        .where('projectId', '=', this.ctx.project.id)
        .where('id', '=', event.id)
        .execute();
    }
    this.events.sort((a, b) => (a.sequence ?? Number.MAX_VALUE) - (b.sequence ?? Number.MAX_VALUE));
    await this.#moveHead();
  }

  /** Removes about so many of the oldest events. All must be sealed. */
  async remove(count: number): Promise<void> {
    const before = this.events[Math.min(count, this.events.length - 1)]!.occurredAt;
    const kept = this.events.findIndex(({ occurredAt }) => occurredAt >= before);
    await removeEvents(this.ctx, before);
    this.events = this.events.slice(kept);
    // The removal records an event of its own, which is not a part of the copy.
    await this.ctx.db
      .deleteFrom('auditEvents')
      .where('projectId', '=', this.ctx.project.id)
      .where('action', '=', 'AuditEventsRemoved')
      .execute();
  }

  async #moveHead(): Promise<void> {
    const projectId = this.ctx.project.id;
    await this.ctx.db.deleteFrom('auditSeals').where('projectId', '=', projectId).execute();
    const signature = { hash: 'y', sealedAt: 1, keyId: 'k', signature: 's' };
    await this.ctx.db
      .insertInto('auditSeals')
      .values({ projectId, firstSequence: 1, lastSequence: this.#sealed, ...signature })
      .execute();
  }

  /** Compares a search with a loop over all events. */
  async agrees(search: EventSearch): Promise<void> {
    const { limit = 1_000, page = 0 } = search;
    const wanted = this.expected(search);
    const { events: found, total } = await searchEvents(this.ctx, search);
    const ids = wanted.slice(page * limit, (page + 1) * limit).map(({ id }) => id);
    expect({ total, ids: found.map(({ id }) => id) }).toEqual({ total: wanted.length, ids });
  }

  /** Finds the events by a loop over all of them. */
  expected(search: EventSearch): LoggedEvent[] {
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = search;
    const found = this.events.filter(
      (event) => event.occurredAt >= from && event.occurredAt <= to && meets(event, search),
    );
    const isSealed = ({ sequence }: LoggedEvent) => sequence !== null;
    const inOrder = [...found.filter(isSealed), ...found.filter((event) => !isSealed(event)).sort(byTime)];
    return search.oldestFirst ? inOrder : inOrder.reverse();
  }
}

function byTime(a: LoggedEvent, b: LoggedEvent): number {
  return a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1);
}

function meets(event: LoggedEvent, search: EventSearch): boolean {
  const among = (values: string[] | undefined, value: string | null | undefined) =>
    !values?.length || values.includes(value ?? '-');
  const tenants = search.tenantIds?.length && search.noTenants ? [...search.tenantIds, ''] : search.tenantIds;
  return (
    among(search.userIds, event.userId) &&
    !(search.excludedUserIds ?? []).includes(event.userId) &&
    among(tenants, event.tenantId) &&
    among(search.applicationId ? [search.applicationId] : [], event.applicationId) &&
    among(search.severities, event.severity) &&
    among(search.actions, event.action) &&
    !(search.excludedActions ?? []).includes(event.action) &&
    among(search.actorIds, event.actorId) &&
    among(search.actorTypes, event.actorType) &&
    among(search.devices, event.device) &&
    among(search.methods, event.method) &&
    among(search.remoteAddresses, event.remoteAddress) &&
    among(search.loginIdHashes, JSON.parse(event.data).loginIdHash) &&
    (search.dataParts ?? []).every((part) => event.data.includes(part))
  );
}

const some = (values: string[]) => fc.subarray(values, { minLength: 1, maxLength: 3 });
const users = ['', 'U1', 'U2', 'U77', 'U996', 'nobody'];
const minutes = fc.integer({ min: -start, max: 0 });

/** Random filters, with periods in minutes from now. */
export const searches = fc.record(
  {
    userIds: some(users),
    excludedUserIds: some(users),
    tenantIds: some(['', 'one', 't3', 't498', 'nowhere']),
    noTenants: fc.boolean(),
    applicationId: fc.constantFrom('S3', 'S53', 'S1'),
    severities: some(['info', 'warn', 'error']),
    actions: some([...actions, 'never']),
    excludedActions: some(actions),
    actorIds: some(['U5', 'K1', 'K4', 'K9']),
    actorTypes: some(['user', 'managementKey', 'system']),
    devices: some(['Desktop', 'Mobile', 'Bot', 'Tablet']),
    methods: some(['totp', 'password', '']),
    remoteAddresses: some(['203.0.113.1', '203.0.113.250', '198.51.100.1']),
    loginIdHashes: some(['hash1', 'hash3000', 'none']),
    dataParts: fc.constant(['"number":1']),
    from: minutes,
    to: minutes,
    oldestFirst: fc.boolean(),
    limit: fc.constantFrom(1, 10, 300),
    page: fc.constantFrom(0, 1, 7),
  },
  { requiredKeys: [] },
);

/** Turns the minutes of a random filter into moments. */
export function searchAt(
  now: number,
  { from, to, ...search }: { from?: number; to?: number; severities?: string[] },
): EventSearch {
  return {
    ...(search as EventSearch),
    from: from === undefined ? 1 : now + from * minuteMs,
    ...(to !== undefined && { to: now + to * minuteMs }),
  };
}
