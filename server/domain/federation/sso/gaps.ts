import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { readPhoneNumber } from '../../../core/phone-number.ts';
import { described, type TextField, textFields } from '../../../core/profile-fields.ts';
import { usableText } from '../../directory/users/details.ts';
import { isEmail } from '../../directory/users/identifiers/address.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { Connection } from './connection.ts';
import { keptFailures, maxReasonLength } from './failure-limits.ts';
import { type Finding, sayFinding } from './findings/finding.ts';
import { insertFailure, listFailures } from './store-failures.ts';

/**
 * Something that an answer lacks, although the connection uses it. The sign-in goes on, and an administrator can read the reason.
 * `attributes`: a value that a user cannot have, which is left out.
 */
export interface Gap {
  kind: 'groups' | 'userinfo' | 'attributes';
  finding: Finding;
}

/** Says that Entra ID does not send the groups of a user who is in more than `limit`. */
export function groupOverage(limit: number): Gap {
  return { kind: 'groups', finding: { code: 'groupsLeftOut', values: { limit: String(limit) } } };
}

/** Names the stated values that a profile cannot have. `emails` are all that were sent, of which one may be usable. */
export function unusableDetails(stated: (field: TextField | 'phone') => string, emails: string[]): Gap[] {
  const ofTexts = textFields.flatMap((field): Finding[] => {
    const text = stated(field);
    if (text === '' || usableText(field, text) !== '') return [];
    const { kind, maxLength } = described(field);
    const isTooLong = [...text].length > maxLength;
    if (kind === 'link' && !isTooLong) return [{ code: 'linkUnusable', values: { field } }];
    return [{ code: 'textTooLong', values: { field, limit: String(maxLength) } }];
  });
  const phone = stated('phone');
  const findings: Finding[] = [
    ...ofTexts,
    ...(phone && readPhoneNumber(phone) === undefined ? [{ code: 'phoneUnusable' } as const] : []),
    ...(emails.length > 0 && !emails.some(isEmail) ? [{ code: 'emailUnusable' } as const] : []),
  ];
  return findings.map(asGap);
}

/** Names the mapped custom attributes whose values do not fit them. */
export function unusableAttributes(names: string[]): Gap[] {
  return names.map((field) => asGap({ code: 'attributeUnusable', values: { field } }));
}

export function asGap(finding: Finding): Gap {
  return { kind: 'attributes', finding };
}

/**
 * Records what the answer to a successful sign-in lacked, for the administrators of the connection: in the audit log each time, and
 * among its failures once, so that it hides no others. Part of a transaction.
 */
export async function recordGap(
  ctx: ProjectContext,
  { tenantId, id: connectionId }: Pick<Connection, 'tenantId' | 'id'>,
  { method, userId, gap }: { method: 'saml' | 'oidc'; userId: string; gap: Gap },
): Promise<void> {
  const key = { projectId: ctx.project.id, tenantId, connectionId };
  const { kind, finding } = gap;
  const reason = sayFinding(ctx.languages.english, finding).slice(0, maxReasonLength);
  await recordAudit(ctx, {
    action: 'SsoAnswerIncomplete',
    userId,
    tenantId,
    method,
    data: { kind, reason, ssoId: connectionId },
  });
  const shown = await listFailures(ctx.db, key);
  if (shown.some((one) => one.kind === kind && one.reason === reason)) return;
  const now = ctx.now();
  const row = { ...key, id: newId('F', now), occurredAt: now, protocol: method, kind, reason };
  await insertFailure(ctx.db, row, keptFailures);
}
