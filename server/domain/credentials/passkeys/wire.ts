import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { type Static, t } from '../../../http/schema.ts';
import type { CredentialWishes } from '../../../protocols/webauthn/options.ts';
import { signUpFields } from '../../directory/users/wire-sign-up.ts';
import type { StartedCeremony } from './start-sign-up.ts';

export const originField = t.text({
  emptyIsAbsent: true,
  description: 'Of the page that asks the authenticator, like https://app.example.com',
});

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
        t.choice(['none', 'indirect', 'direct'], { description: 'None is asked for, whatever is said' }),
      ),
      userVerification: verification,
      extensionsJSON: t.optional(
        t.text({ maxLength: 8_192, description: 'Extensions for the browser: an object as JSON' }),
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
    // The same as any other text that is no object.
  }
  throw new ServiceError('E011004', 'extensionsJSON must be an object as JSON');
}

export const passkeySignUpUser = t.optional(
  t.object(
    {
      loginId: t.reference({ maxLength: 1_024, description: 'When it is not beside the user' }),
      ...signUpFields,
    },
    { $id: 'PasskeySignUpUser' },
  ),
);

export const startedOutput = t.object(
  {
    transactionId: t.text({
      description: 'Goes back with the answer of the authenticator, within five minutes',
    }),
    options: t.text({
      maxLength: 65_536,
      description: 'For `navigator.credentials`, as JSON; binary in base64url',
    }),
    create: t.flag({ description: 'A passkey is to be made (create), and not used (get)' }),
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
    description: 'What `navigator.credentials` gave, as JSON; binary in base64url without padding',
  }),
});
