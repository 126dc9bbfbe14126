import type { ProjectData, TimedProjectData } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { transaction } from '../../../storage/transaction.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { defaultConnectionId } from '../../directory/tenants/tenant.ts';
import type { Connection } from './connection.ts';
import { keptFailures, maxReasonLength } from './failure-limits.ts';
import type { Finding } from './findings/finding.ts';
import { mappedRoleIds } from './identities/role-mapping.ts';
import { findConnectionOrDefault } from './load-connection.ts';
import type { RefusalSubject, SsoRefusal } from './refusal.ts';
import type { SsoAnswer } from './sign-in.ts';
import { isKept, type Statement } from './statement.ts';
import { findTest, insertFailure, listFailures, saveTest } from './store-failures.ts';

/** The number of claims or attributes kept of a test. */
const maxShown = 60;
const maxShownLength = 300;

export interface SsoFailure {
  occurredAt: number;
  protocol: Connection['protocol'];
  /** A stable code. */
  kind: string;
  reason: string;
}

/** The outcome of a test. */
export type TestOutcome =
  | { succeeded: false; kind: string; reason: string; findings?: Finding[] }
  | {
      succeeded: true;
      protocol: 'saml' | 'oidc';
      loginId: string;
      email: string;
      name: string;
      groups: string[];
      /** The names of the roles that the settings of that time would grant. */
      roles: string[];
      /** The findings of the test. Absent in tests of earlier releases, of which some have `gaps`. */
      findings?: Finding[];
      /** The gaps in the response, in English. */
      gaps?: string[];
      /** The claims or attributes, as text. */
      said: { name: string; value: string }[];
      /** The statement about the person, to be read again with another mapping. Absent if it is large, and in tests of earlier releases. */
      statement?: Statement;
    };

/** Records why a sign-in failed, for the administrators of the connection. */
export async function recordFailure(
  ctx: TimedProjectData,
  { tenantId, connectionId, protocol, isTest }: RefusalSubject,
  { kind, fullReason, findings }: SsoRefusal,
): Promise<void> {
  const key = { projectId: ctx.project.id, tenantId, connectionId };
  const reason = fullReason.slice(0, maxReasonLength);
  const now = ctx.now();
  await transaction(ctx, async (ctx) => {
    const row = { ...key, id: newId('F', now), occurredAt: now, protocol, kind, reason };
    await insertFailure(ctx.db, row, keptFailures);
    const outcome: TestOutcome = { succeeded: false, kind, reason, findings };
    if (isTest) {
      const saved = { testedAt: now, outcome: JSON.stringify(outcome), succeeded: false };
      await saveTest(ctx.db, key, saved);
    }
  });
}

/** Returns the failures, newest first. Throws E111302 if there is no such connection. */
export async function loadFailures(
  ctx: ProjectData,
  tenantId: string,
  connectionId: string = defaultConnectionId,
): Promise<SsoFailure[]> {
  await findConnectionOrDefault(ctx, tenantId, connectionId);
  const rows = await listFailures(ctx.db, { projectId: ctx.project.id, tenantId, connectionId });
  return rows.map(({ occurredAt, protocol, kind, reason }) => ({ occurredAt, protocol, kind, reason }));
}

/** Records a successful test. Part of a transaction. */
export async function recordTestSuccess(
  ctx: TimedProjectData,
  { tenantId, id, settings }: Connection,
  { method, person, samlAttributes, oidcClaims, statement }: SsoAnswer,
  findings: Finding[],
): Promise<void> {
  const roleIds = mappedRoleIds(settings, person.groups ?? []);
  const roles = roleIds.length > 0 ? await searchRoles(ctx, { ids: roleIds }) : [];
  const outcome: TestOutcome = {
    succeeded: true,
    protocol: method,
    loginId: shorten(person.loginId),
    email: person.details.email ?? '',
    name: shorten(person.details.name ?? ''),
    groups: (person.groups ?? []).slice(0, maxShown).map(shorten),
    roles: roles.map((role) => role.name),
    findings,
    said: Object.entries(method === 'saml' ? samlAttributes : oidcClaims)
      .slice(0, maxShown)
      .map(([name, value]) => ({ name: shorten(name), value: shorten(textOf(value)) })),
    ...(isKept(statement) && { statement }),
  };
  const key = { projectId: ctx.project.id, tenantId, connectionId: id };
  const saved = { testedAt: ctx.now(), outcome: JSON.stringify(outcome), succeeded: true };
  await saveTest(ctx.db, key, saved);
}

/** Returns the last test of the connection's current identity provider, or `undefined` if there is none. */
export async function findLastTest(
  ctx: ProjectData,
  tenantId: string,
  connectionId: string,
): Promise<{ testedAt: number; outcome: TestOutcome } | undefined> {
  const row = await findTest(ctx.db, { projectId: ctx.project.id, tenantId, connectionId });
  return row && { testedAt: row.testedAt, outcome: JSON.parse(row.outcome) as TestOutcome };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > maxShownLength ? `${characters.slice(0, maxShownLength).join('')} …` : text;
}
