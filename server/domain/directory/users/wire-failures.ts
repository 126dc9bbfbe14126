import { t } from '../../../http/schema.ts';
import type { NewUser } from './create-user.ts';
import type { UserChange } from './update-user.ts';
import { textsOf } from './user.ts';
import { type UserWire, userSchema, userToWire } from './wire.ts';

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

/** Represents a failed entry of a batch as a user without an ID. */
export function entryToWire(loginIds: string[], entry: Partial<NewUser> & UserChange): UserWire {
  return userToWire({
    id: '',
    loginIds,
    status: entry.status ?? 'invited',
    ...textsOf(entry),
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
