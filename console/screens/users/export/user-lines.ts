import type { CustomAttribute, User } from '../../../../client/client.ts';
import { profileFields } from '../../../../client/profile-fields.ts';
import { csvLine } from '../../../components/csv.ts';
import { linkFields, nameFields, type TextField } from '../../../components/users/profile-fields.ts';
import { secondFactorsOf } from '../../../components/users/user-facts.ts';

/** The columns of the file. The import recognizes their names. */
const columns: Record<string, (user: User) => string> = {
  userId: ({ userId }) => userId,
  loginId: ({ loginIds }) => loginIds[0] ?? '',
  additionalLoginIds: ({ loginIds }) => listCell(loginIds.slice(1)),
  email: ({ email }) => email,
  verifiedEmail: ({ verifiedEmail }) => String(verifiedEmail),
  phone: ({ phone }) => phone,
  verifiedPhone: ({ verifiedPhone }) => String(verifiedPhone),
  ...textColumns(nameFields),
  status: ({ status }) => status,
  roles: ({ roleNames }) => listCell(roleNames),
  tenants: ({ userTenants }) =>
    listCell(
      userTenants.map(({ tenantId, roleNames }) =>
        roleNames.length > 0 ? `${tenantId}:${roleNames.join('|')}` : tenantId,
      ),
    ),
  ...textColumns(linkFields),
  secondFactors: (user) => listCell(secondFactorsOf(user, { totp: 'totp', passkey: 'passkey' })),
  test: ({ test }) => String(test),
  createdTime: ({ createdTime }) => isoTime(createdTime),
  modifiedTime: ({ modifiedTime }) => isoTime(modifiedTime),
  invitedTime: ({ invitedTime }) => (invitedTime ? isoTime(invitedTime) : ''),
  lastSignInDay: ({ lastSignInTime }) => (lastSignInTime ? isoTime(lastSignInTime).slice(0, 10) : ''),
};

function textColumns(fields: TextField[]): Record<string, (user: User) => string> {
  const columns = fields.map((field) => [profileFields[field].parameter, (user: User) => user[field]]);
  return Object.fromEntries(columns);
}

export function headerLine(attributes: CustomAttribute[]): string {
  return csvLine([...Object.keys(columns), ...attributes.map(({ name }) => `customAttributes.${name}`)]);
}

export function userLine(user: User, attributes: CustomAttribute[]): string {
  const own = attributes.map(({ name }) => attributeCell(user.customAttributes[name]));
  return csvLine([...Object.values(columns).map((cellOf) => cellOf(user)), ...own]);
}

function listCell(values: string[]): string {
  return values.join('; ');
}

function attributeCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? listCell(value.map(String)) : String(value);
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
