import { readInput, t } from '../../../../http/schema.ts';
import { listOf, loginIds, objectOf, type Source, usableHash } from './source.ts';

const text = () => t.optional(t.text());

/** A row of Supabase's table `auth.users`, as `row_to_json` writes it. */
const record = t.object({
  id: t.text(),
  email: text(),
  email_confirmed_at: text(),
  phone: text(),
  phone_confirmed_at: text(),
  encrypted_password: text(),
  created_at: text(),
  banned_until: text(),
  deleted_at: text(),
  raw_user_meta_data: t.optional(t.any()),
  raw_app_meta_data: t.optional(t.any()),
});

export const supabase: Source = {
  users: 'lines',
  read(one) {
    const row = readInput(record, one);
    if (row.deleted_at) return { skipped: 'deleted' };
    const email = row.email || undefined;
    // Supabase leaves the plus sign out.
    const phone = row.phone ? row.phone.replace(/^(?!\+)/, '+') : undefined;
    const [loginId, ...additionalLoginIds] = loginIds(email, phone);
    if (!loginId) return { skipped: 'an anonymous user, without an email address or a phone number' };
    const warnings: string[] = [];
    const hash = row.encrypted_password;
    const kind = hash?.startsWith('$argon2') ? 'argon2' : 'bcrypt';
    const hashedPassword = hash && usableHash({ [kind]: { hash } }, warnings);
    const metadata = objectOf(row.raw_user_meta_data);
    const providers = listOf(objectOf(row.raw_app_meta_data)['providers']);
    for (const provider of providers.filter((name) => name !== 'email' && name !== 'phone')) {
      warnings.push(`the identity at ${String(provider)} is found again by a verified email address only`);
    }
    const name = metadata['full_name'] ?? metadata['name'];
    const createdAt = Date.parse(row.created_at ?? '');
    return {
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name: typeof name === 'string' ? name : undefined,
        verifiedEmail: Boolean(row.email_confirmed_at),
        verifiedPhone: Boolean(row.phone_confirmed_at),
        status: row.banned_until ? 'disabled' : 'enabled',
        customAttributes: metadata,
        ...(Number.isFinite(createdAt) && { createdAt }),
        ...(hashedPassword && { hashedPassword }),
      },
      warnings: row.banned_until
        ? [...warnings, `disabled, because of the ban until ${row.banned_until}`]
        : warnings,
    };
  },
};
