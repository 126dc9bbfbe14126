import { t } from '../../../../http/schema.ts';
import type { HashedPasswordInput } from '../../passwords/wire.ts';
import {
  identityAt,
  leftOut,
  listOf,
  loginIds,
  objectOf,
  readFields,
  type Source,
  usableHash,
} from './source.ts';

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
  /** Rows of `auth.mfa_factors`, which the guide's query adds. */
  mfa_factors: t.optional(t.any()),
});

export const supabase: Source = {
  csv: { columns: ['id', 'email', 'phone', 'encrypted_password'], toRecord: fromCells },
  read(one, { now }) {
    const warnings: string[] = [];
    const row = readFields(record, one, warnings, ['banned_until', 'deleted_at']);
    if (row.deleted_at) return { skipped: 'deleted' };
    const email = row.email || undefined;
    // Supabase leaves the plus sign out.
    const phone = row.phone ? row.phone.replace(/^(?!\+)/, '+') : undefined;
    const [loginId, ...additionalLoginIds] = loginIds(email, phone);
    if (!loginId) return { skipped: 'an anonymous user, without an email address or a phone number' };
    const hash = row.encrypted_password;
    const hashedPassword = hash && usableHash(readHash(hash), warnings);
    const metadata = objectOf(row.raw_user_meta_data);
    const providers = listOf(objectOf(row.raw_app_meta_data)['providers']).map(String);
    warnings.push(...providers.filter((name) => name !== 'email' && name !== 'phone').map(identityAt));
    const factors = listOf(row.mfa_factors)
      .map(objectOf)
      .filter(({ status = 'verified' }) => status === 'verified');
    const [seed, ...others] = factors.sort((a, b) => Number(hasSeed(b)) - Number(hasSeed(a)));
    const useless = seed && !hasSeed(seed) ? [seed, ...others] : others;
    warnings.push(
      ...leftOut(
        'second factors',
        useless.map((factor) => String(factor['factor_type'])),
      ),
    );
    const isBanned = isInFuture(row.banned_until, now);
    if (isBanned) warnings.push(`disabled because of a ban: until ${row.banned_until}`);
    const name = metadata['full_name'] ?? metadata['name'];
    const createdAt = Date.parse(row.created_at ?? '');
    return {
      id: row.id,
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name: typeof name === 'string' ? name : undefined,
        verifiedEmail: Boolean(row.email_confirmed_at),
        verifiedPhone: Boolean(row.phone_confirmed_at),
        status: isBanned ? 'disabled' : 'enabled',
        customAttributes: metadata,
        ...(seed && hasSeed(seed) && { seed: String(seed['secret']) }),
        ...(Number.isFinite(createdAt) && { createdAt }),
        ...(hashedPassword && { hashedPassword }),
      },
      warnings,
      hadSecondFactor: factors.length > 0,
    };
  },
};

/** Supabase stores bcrypt, and keeps Argon2 and Firebase's scrypt of imported users until they sign in. */
function readHash(text: string): HashedPasswordInput {
  if (text.startsWith('$argon2')) return { argon2: { hash: text } };
  const [, list, salt = '', hash = ''] = /^\$fbscrypt\$([^$]+)\$([^$]+)\$([^$]+)$/.exec(text) ?? [];
  if (!list) return { bcrypt: { hash: text } };
  const of = new Map(list.split(',').map((part) => cutAt(part, '=')));
  const [memory, rounds] = [Number(of.get('n')), Number(of.get('r'))];
  return {
    firebase: {
      hash,
      salt,
      memory,
      rounds,
      saltSeparator: of.get('ss') ?? '',
      signerKey: of.get('sk') ?? '',
    },
  };
}

/** Returns what comes before and after the first separator, which base64 can contain again. */
function cutAt(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function hasSeed(factor: Record<string, unknown>): boolean {
  return factor['factor_type'] === 'totp' && typeof factor['secret'] === 'string';
}

/** A ban without a readable end, such as PostgreSQL's `infinity`, lasts. */
function isInFuture(moment: string | undefined, now: number): boolean {
  if (!moment) return false;
  // PostgreSQL writes `2024-01-01 00:00:00+00`, which is not ISO 8601.
  const iso = moment.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  const time = Date.parse(iso);
  return Number.isNaN(time) || time > now;
}

/** Reads the JSON that is in cells of a CSV file. */
function fromCells(row: Record<string, string>): unknown {
  const json = (cell: string | undefined) => {
    try {
      return cell ? JSON.parse(cell) : undefined;
    } catch {
      return undefined;
    }
  };
  const given = Object.fromEntries(
    Object.entries(row).filter(([, cell]) => cell !== '' && cell.toLowerCase() !== 'null'),
  );
  return {
    ...given,
    raw_user_meta_data: json(given['raw_user_meta_data']),
    raw_app_meta_data: json(given['raw_app_meta_data']),
    mfa_factors: json(given['mfa_factors']),
  };
}
