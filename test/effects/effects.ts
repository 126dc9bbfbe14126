import { expect } from 'vitest';
import { recordCountedRefusals } from '../../server/domain/directory/sign-in-refusals/record-refusal.ts';
import type { Row } from '../../server/storage/tables.ts';
import type { Latchkey } from '../harness.ts';
import { compareRows, type Difference, readRows } from './rows.ts';

/** The effects of an operation. An effect that is not named did not happen. */
export interface Effects {
  /**
   * The actions of the audit events, with the project's ID in front if it is not the test's own (`P2…: UserCreated`). An object is
   * compared with the same fields of the event.
   */
  audit?: (string | AuditFields)[];
  /** The messages: `invite → ada@example.com`. */
  messages?: string[];
  /** The events that webhooks receive, and the applications that hear of a logout: `user.created`, `backChannelLogout`. */
  deliveries?: string[];
  /** Rows added, changed and removed, of every table that is not bookkeeping: `+1 users`, `~1 sessions`, `-2 passkeys`. */
  rows?: string[];
}

type AuditFields = { action: string; data?: unknown } & Partial<Omit<Row<'auditEvents'>, 'action' | 'data'>>;

/**
 * Runs an operation, and asserts which effects it had and that it had no others:
 *
 *     await effects(latchkey, () => manage('POST', '/v1/mgmt/user/delete', { loginId })).toBe({
 *       audit: ['UserDeleted'],
 *       rows: ['-1 users', '-1 loginIds', '-1 passwords'],
 *     });
 *
 * Refused sign-ins that are only counted so far are written first. Everything else is in the database when a request is answered,
 * so nothing is waited for. `toBe` returns what the operation returned.
 */
export function effects<T>(latchkey: Latchkey, run: () => Promise<T>) {
  return {
    async toBe({ audit = [], messages = [], deliveries = [], rows = [] }: Effects): Promise<T> {
      const { result, difference } = await observe(latchkey, run);
      expect(summaryOf(latchkey, difference, audit)).toEqual({
        audit: audit.toSorted(byAction),
        messages: messages.toSorted(),
        deliveries: deliveries.toSorted(),
        rows: rows.toSorted(byTable),
      });
      return result;
    },
  };
}

/** Runs an operation, and returns its result with the rows that it added, changed and removed. */
export async function observe<T>(
  { service }: Latchkey,
  run: () => Promise<T>,
): Promise<{ result: T; difference: Difference }> {
  await recordCountedRefusals(service, true);
  const since = service.now();
  const before = await readRows(service.db, since);
  const result = await run();
  await recordCountedRefusals(service, true);
  return { result, difference: compareRows(before, await readRows(service.db, since)) };
}

/** Summarizes a difference. `expected` says which fields of an audit event are of interest. */
export function summaryOf(
  { projectId }: Pick<Latchkey, 'projectId'>,
  { changes, added }: Difference,
  expected: Effects['audit'] = [],
): Required<Effects> {
  const of = <T extends keyof Tables>(table: T) => (added[table] ?? []) as Row<T>[];
  const wanted = expected.filter((one) => typeof one === 'object');
  const outbox = of('outbox');
  return {
    audit: of('auditEvents')
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((event) => {
        const index = wanted.findIndex(({ action }) => action === event.action);
        const [fields] = index < 0 ? [] : wanted.splice(index, 1);
        if (fields) return sameFields(event, fields);
        return event.projectId === projectId ? event.action : `${event.projectId}: ${event.action}`;
      })
      .sort(byAction),
    messages: outbox
      .filter(({ channel }) => channel === 'email' || channel === 'sms')
      .map(({ kind, recipient }) => `${kind} → ${recipient}`)
      .sort(),
    deliveries: outbox
      .filter(({ channel }) => channel === 'webhook' || channel === 'logout')
      .map(({ kind }) => kind)
      .sort(),
    rows: changes.sort(byTable),
  };
}

type Tables = { auditEvents: unknown; outbox: unknown };

/** Returns those fields of an event that are to be compared. */
function sameFields(event: Row<'auditEvents'>, fields: AuditFields): AuditFields {
  const facts: Record<string, unknown> = { ...event, data: JSON.parse(event.data) };
  return Object.fromEntries(Object.keys(fields).map((name) => [name, facts[name]])) as AuditFields;
}

const actionOf = (event: string | AuditFields) => (typeof event === 'string' ? event : event.action);
const byAction = (a: string | AuditFields, b: string | AuditFields) => compare(actionOf(a), actionOf(b));
const byTable = (a: string, b: string) => compare(tableOf(a), tableOf(b)) || compare(a, b);
const tableOf = (change: string) => change.slice(change.indexOf(' '));
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
