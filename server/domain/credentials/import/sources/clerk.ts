import { t } from '../../../../http/schema.ts';
import { clerkHash } from './clerk-hash.ts';
import { leftOut, loginIds, readFields, type Source, usableHash } from './source.ts';

const text = () => t.optional(t.text({ maxLength: 10_000 }));

/** A line of the CSV file that Clerk's dashboard exports. */
const record = t.object({
  id: t.text(),
  first_name: text(),
  last_name: text(),
  username: text(),
  primary_email_address: text(),
  verified_email_addresses: text(),
  primary_phone_number: text(),
  verified_phone_numbers: text(),
  password_digest: text(),
  password_hasher: text(),
  totp_secret: text(),
  backup_codes_enabled: text(),
  mfa_enabled: text(),
  banned: text(),
});

export const clerk: Source = {
  csv: { columns: ['id', 'primary_email_address', 'username', 'password_digest'] },
  read(one) {
    const warnings: string[] = [];
    const row = readFields(record, one, warnings, ['banned']);
    const [email, phone] = [row.primary_email_address || undefined, row.primary_phone_number || undefined];
    const [loginId, ...additionalLoginIds] = loginIds(row.username, email, phone);
    if (!loginId) return { skipped: 'a user without a username, an email address and a phone number' };
    const { password_digest: hash, password_hasher: hasher } = row;
    const given = hash ? clerkHash(hasher ?? '', hash) : {};
    if ('unsupported' in given) warnings.push(`the password is left out: ${given.unsupported}`);
    const hashedPassword = hash && !('unsupported' in given) ? usableHash(given, warnings) : undefined;
    const emails = cellsOf(row.verified_email_addresses);
    const phones = cellsOf(row.verified_phone_numbers);
    warnings.push(
      ...leftOut(
        'further addresses',
        [...emails, ...phones].filter((one) => one !== email && one !== phone),
      ),
    );
    const names = [row.first_name, row.last_name].filter(Boolean);
    const isOn = (cell: string | undefined) => cell?.toLowerCase() === 'true';
    return {
      id: row.id,
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name: names.join(' '),
        givenName: row.first_name,
        familyName: row.last_name,
        verifiedEmail: email !== undefined && emails.includes(email),
        verifiedPhone: phone !== undefined && phones.includes(phone),
        status: isOn(row.banned) ? 'disabled' : 'enabled',
        seed: row.totp_secret || undefined,
        ...(hashedPassword && { hashedPassword }),
      },
      warnings,
      hadSecondFactor: Boolean(row.totp_secret) || isOn(row.mfa_enabled) || isOn(row.backup_codes_enabled),
    };
  },
};

/** Several addresses are in one cell. */
const cellsOf = (cell = '') => cell.split(/[\s,;|]+/).filter(Boolean);
