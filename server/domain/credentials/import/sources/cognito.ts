import { t } from '../../../../http/schema.ts';
import { leftOut, loginIds, readFields, type Source } from './source.ts';

/** A user in the response of `aws cognito-idp list-users`, or of `admin-get-user`. It has no password hashes. */
const record = t.object({
  Username: t.text(),
  Attributes: t.optional(
    t.list(t.object({ Name: t.text(), Value: t.optional(t.text({ maxLength: 4_096 })) }), {
      maxItems: 1_000,
    }),
  ),
  Enabled: t.optional(t.flag()),
  UserStatus: t.optional(t.text()),
  UserCreateDate: t.optional(t.any()),
  MFAOptions: t.optional(t.list(t.any(), { maxItems: 10 })),
  UserMFASettingList: t.optional(t.list(t.text(), { maxItems: 10 })),
});

export const cognito: Source = {
  member: 'Users',
  csv: { columns: ['cognito:username', 'cognito:mfa_enabled'], toRecord: fromCells },
  read(one) {
    const warnings: string[] = [];
    const found = readFields(record, one, warnings, ['Enabled', 'UserStatus']);
    if (found.UserStatus === 'EXTERNAL_PROVIDER') {
      return {
        skipped: 'a user of an identity provider; the account is created at the first sign-in through it',
      };
    }
    const values = new Map(found.Attributes?.map(({ Name, Value = '' }) => [Name, Value || undefined]));
    const [email, phone] = [values.get('email'), values.get('phone_number')];
    // A generated name is of no use to anybody.
    const username = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(found.Username)
      ? undefined
      : found.Username;
    const [loginId = found.Username, ...additionalLoginIds] = loginIds(username, email, phone);
    const names = [values.get('given_name'), values.get('family_name')];
    const picture = values.get('picture');
    const custom = [...values].filter(([name, value]) => name.startsWith('custom:') && value !== undefined);
    const createdAt = momentOf(found.UserCreateDate);
    // Amazon has shut accounts in these states, whatever `Enabled` says.
    const isShut = ['ARCHIVED', 'COMPROMISED'].includes(found.UserStatus ?? '');
    const factors = found.UserMFASettingList ?? (found.MFAOptions?.length ? ['SMS'] : []);
    return {
      id: values.get('sub') ?? found.Username,
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        givenName: names[0],
        familyName: names[1],
        name: values.get('name') ?? names.filter(Boolean).join(' '),
        verifiedEmail: values.get('email_verified') === 'true',
        verifiedPhone: values.get('phone_number_verified') === 'true',
        picture,
        status: found.Enabled === false || isShut ? 'disabled' : 'enabled',
        customAttributes: Object.fromEntries(custom.map(([name, value]) => [name.slice(7), value])),
        ...(createdAt && { createdAt }),
      },
      warnings: [
        ...warnings,
        'the password is left out: Cognito does not export hashes',
        ...leftOut('second factors', factors),
      ],
      hadSecondFactor: factors.length > 0,
    };
  },
};

/** Reads a row of the CSV file that Cognito imports, and that tools for backups write. */
function fromCells(row: Record<string, string>): unknown {
  const { 'cognito:username': Username, 'cognito:mfa_enabled': mfa = '', ...cells } = row;
  return {
    Username,
    Attributes: Object.entries(cells)
      .filter(([, cell]) => cell !== '')
      .map(([Name, cell]) => ({ Name, Value: /^(true|false)$/i.test(cell) ? cell.toLowerCase() : cell })),
    UserMFASettingList: mfa.toLowerCase() === 'true' ? ['SMS'] : [],
  };
}

/** The command line writes a time as text, or as seconds since 1970. */
function momentOf(value: unknown): number | undefined {
  const moment = typeof value === 'number' ? value * 1000 : Date.parse(String(value));
  return Number.isFinite(moment) ? Math.round(moment) : undefined;
}
