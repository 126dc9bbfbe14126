import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { type Static, t } from '../../../http/schema.ts';
import type { CredentialWishes } from '../../../protocols/webauthn/options.ts';
import { maxLoginIdLength } from '../../directory/users/user.ts';
import { signUpFields } from '../../directory/users/wire-sign-up.ts';
import type { StartedCeremony } from './start-sign-up.ts';

export const originField = t.optional(
  t.text({
    emptyIsAbsent: true,
    description:
      'The origin of the page that calls the authenticator, such as https://app.example.com. An iPhone app leaves it out. An ' +
      'Android app sends android:apk-key-hash: followed by the hash of its certificate. Passkeys of apps belong to `passkeyDomain`, or otherwise to ' +
      'this server’s domain.',
  }),
);

const verification = t.optional(t.choice(['preferred', 'required', 'discouraged']));

export const passkeyOptions = t.optional(
  t.object(
    {
      authenticatorSelection: t.optional(
        t.object({
          authenticatorAttachment: t.optional(
            t.choice(['any', 'platform', 'crossplatform', 'cross-platform']),
          ),
          residentKey: t.optional(t.choice(['discouraged', 'preferred', 'required'])),
          requireResidentKey: t.optional(t.flag()),
          userVerification: verification,
        }),
      ),
      attestation: t.optional(
        t.choice(['none', 'indirect', 'direct'], { description: 'Ignored: attestation is never requested' }),
      ),
      userVerification: verification,
      extensionsJSON: t.optional(
        t.text({ maxLength: 8_192, description: 'Extensions for the browser, as a JSON object' }),
      ),
    },
    { $id: 'PasskeyOptions' },
  ),
);

export function wishesFromWire(options: Static<typeof passkeyOptions> = {}): CredentialWishes {
  const { authenticatorSelection: selection = {}, extensionsJSON } = options;
  const { authenticatorAttachment: attachment } = selection;
  const residentKey = selection.residentKey ?? (selection.requireResidentKey ? 'required' : undefined);
  const userVerification = options.userVerification ?? selection.userVerification;
  return {
    ...(attachment === 'platform' && { attachment }),
    ...(attachment?.startsWith('cross') && { attachment: 'cross-platform' }),
    ...(residentKey && { residentKey }),
    ...(userVerification && { userVerification }),
    ...(extensionsJSON && { extensions: readExtensions(extensionsJSON) }),
  };
}

function readExtensions(text: string): Record<string, unknown> {
  try {
    const extensions = parseJsonBody(Buffer.from(text));
    if (!Array.isArray(extensions)) return extensions as Record<string, unknown>;
  } catch {
    // Any other text that is no object is refused in the same words.
  }
  throw new ServiceError('E011004', 'extensionsJSON must be a JSON object');
}

export const passkeySignUpUser = t.optional(
  t.object(
    {
      loginId: t.reference({
        maxLength: maxLoginIdLength,
        description: 'The login ID, if it is not set next to `user`',
      }),
      ...signUpFields,
    },
    { $id: 'PasskeySignUpUser' },
  ),
);

export const startedOutput = t.object(
  {
    transactionId: t.text({
      description: 'Return it with the authenticator’s response, within five minutes',
    }),
    options: t.text({
      maxLength: 65_536,
      description: 'The options for `navigator.credentials`, as JSON with binary values in base64url',
    }),
    create: t.flag({ description: 'True to create a passkey (`create`), false to use one (`get`)' }),
  },
  { $id: 'PasskeyTransaction' },
);

export function startedToWire({
  transactionId,
  options,
  create,
}: StartedCeremony): Static<typeof startedOutput> {
  return { transactionId, options: JSON.stringify(options), create };
}

export const finishInput = t.object({
  transactionId: t.text({ maxLength: 255 }),
  response: t.text({
    maxLength: 49_152,
    description:
      'The result of `navigator.credentials`, as JSON with binary values in base64url without padding',
  }),
});
