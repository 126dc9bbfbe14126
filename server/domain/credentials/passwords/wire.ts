import { type Static, t } from '../../../http/schema.ts';
import { maxPasswordLength } from './rules.ts';

/** The longest text in a request. It exceeds the longest password, so that the operation can explain the error. */
const maxLength = 1_024;

export const passwordText = (description?: string) => t.text({ maxLength, description });

/** A password that is to be set. */
export const newPasswordText = {
  ...passwordText(`At least 15 characters unless the settings differ, at most ${maxPasswordLength}`),
  maxLength: maxPasswordLength,
};

const hash = t.text({ maxLength: 1_024 });
const base64 = (description: string) => t.text({ maxLength: 1_024, description });
const count = (description: string) => t.integer({ minimum: 0, maximum: 2_147_483_647, description });

/** A foreign hash, with exactly one member. It is checked on input, verified at the next sign-in, and then replaced by ours. */
export const hashedPasswordInput = t.object(
  t.partial({
    bcrypt: t.object(
      {
        hash,
        pepper: t.optional(
          t.text({
            maxLength: 512,
            description: 'A secret of the application, which it appends to each password',
          }),
        ),
      },
      { description: '$2a$, $2b$, $2x$ or $2y$, at a cost of 4 to 14' },
    ),
    argon2: t.object(
      {
        hash: base64('Base64, or a whole PHC string of any variant and version, which needs no other field'),
        salt: t.optional(base64('Base64')),
        iterations: t.optional(count('1 to 64')),
        memory: t.optional(count('In KiB: at least 8 for each thread, and up to 262144')),
        threads: t.optional(count('1 to 16')),
      },
      { description: 'Argon2id, version 1.3, unless hash is a PHC string' },
    ),
    pbkdf2: t.object({
      hash: base64('Base64; its length is the number of derived bytes'),
      salt: base64('Base64'),
      iterations: count('Up to 2,000,000'),
      type: t.choice(['sha1', 'sha256', 'sha512']),
    }),
    firebase: t.object({
      hash: base64('Base64'),
      salt: base64('Base64'),
      saltSeparator: base64('Base64'),
      signerKey: base64('Base64'),
      memory: count('Up to 17; with 1 round up to 15'),
      rounds: count('Up to 10'),
    }),
    django: t.object({ hash }, { description: 'As in the password column: pbkdf2_sha256$…' }),
    werkzeug: t.object(
      { hash },
      { description: 'As Flask applications store it: scrypt:32768:8:1$… or pbkdf2:sha256:…' },
    ),
    wordpress: t.object(
      { hash },
      { description: 'As in the user_pass column of any release: $wp$2y$…, $argon2id$…, $P$…, or MD5' },
    ),
    phpass: t.object({
      hash,
      salt: t.optional(
        t.text({ maxLength: 64, description: 'Not needed when hash begins with $P$, $H$ or $S$' }),
      ),
      iterations: t.optional(
        count('The number, or, up to 30, the exponent of a power of two. Not needed where salt is not'),
      ),
      type: t.choice(['md5', 'sha512']),
    }),
    symfony: t.object(
      { hash: base64('Base64'), salt: t.text({ maxLength: 255 }), iterations: count('1 to 262144') },
      { description: 'The message digest of Symfony (and FOSUserBundle) with SHA-512' },
    ),
    md5: t.object({ hash }, { description: 'Hexadecimal' }),
    sha: t.object(
      {
        hash,
        salt: t.optional(
          t.text({ maxLength: 256, description: 'Hexadecimal; appended to the password before hashing' }),
        ),
        type: t.choice(['sha1', 'sha256', 'sha512']),
      },
      { description: 'Hexadecimal' },
    ),
    buddyauth: t.object({ hash }, { description: 'Not supported' }),
    bach: t.object({ hash, key: t.optional(t.text()) }, { description: 'Not supported' }),
  }),
  {
    $id: 'HashedPassword',
    description:
      'A password hash of another system: exactly one member. Base64 may be unpadded, use the URL-safe ' +
      'alphabet, or have `.` for `+`',
  },
);

export type HashedPasswordInput = Static<typeof hashedPasswordInput>;
