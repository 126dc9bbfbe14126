import { profileFields, type TextField, textFields } from '../../../core/profile-fields.ts';
import { t } from '../../../http/schema.ts';
import { inEntrysSpelling } from '../../../http/sent-names.ts';
import type { NewUser } from './new-user.ts';
import type { UserChange } from './update-user.ts';
import { maxLoginIdLength, textsOf } from './user.ts';
import { type UserWire, userSchema, userToWire } from './wire.ts';

/** Cuts what was too long, because responses have the limits, too. */
function shown(texts: Record<TextField, string>): Record<TextField, string> {
  for (const field of textFields) texts[field] = texts[field].slice(0, profileFields[field].maxLength);
  return texts;
}

export const batchBodyBytes = 1024 * 1024;

const failedUser = t.object({
  failure: t.text({ maxLength: 4_096, description: 'Reason of the failure' }),
  user: userSchema,
});

/** The part of a batch response that reports failed entries. */
export const failures = {
  failedUsers: t.list(failedUser, { description: 'The failed entries, as users without an ID' }),
  additionalErrors: t.map(t.text(), { description: 'Always empty' }),
};

/** Returns the failures of a batch. `entries` are those that the operation got, and `sent` those of the request. */
export function failuresToWire<Entry extends Partial<NewUser> & UserChange>(
  failed: { failure: string; entry: Entry }[],
  { entries, sent }: { entries: Entry[]; sent: object[] },
  loginIdsOf: (entry: Entry) => string[],
) {
  return failed.map(({ failure, entry }) => ({
    failure: inEntrysSpelling(sent[entries.indexOf(entry)] ?? {}, failure),
    user: entryToWire(loginIdsOf(entry), entry),
  }));
}

/** Represents a failed entry of a batch as a user without an ID. */
function entryToWire(loginIds: string[], entry: Partial<NewUser> & UserChange): UserWire {
  return userToWire({
    id: '',
    loginIds: loginIds.map((loginId) => loginId.slice(0, maxLoginIdLength)),
    status: entry.status ?? 'invited',
    ...shown(textsOf(entry)),
    email: entry.email ?? '',
    verifiedEmail: entry.verifiedEmail ?? false,
    provedEmail: '',
    phone: entry.phone ?? '',
    verifiedPhone: entry.verifiedPhone ?? false,
    recoveryEmail: '',
    verifiedRecoveryEmail: false,
    recoveryPhone: '',
    verifiedRecoveryPhone: false,
    test: entry.test ?? false,
    storedAttributes: {},
    customAttributes: entry.customAttributes ?? {},
    createdAt: 0,
    modifiedAt: 0,
    lastSignInDay: 0,
    invitedAt: 0,
    roleNames: entry.roleNames ?? [],
    permissions: [],
    tenants: (entry.tenants ?? []).map(({ tenantId, roleNames = [] }) => ({
      tenantId,
      tenantName: '',
      roleNames,
      permissions: [],
    })),
    ssoAppIds: entry.ssoAppIds ?? [],
    consentExpiresAt: 0,
    hasTotp: false,
    hasPassword: false,
    hasPasskey: false,
    ssoProtocols: [],
    oauthProviders: [],
  });
}
