import type { PasskeyTransaction } from '../../client/client.ts';

/**
 * Lets the browser make or use a passkey (WebAuthn Level 3 §5.1.8–§5.1.10: options and answers as JSON). Undefined when
 * its owner thought better of it.
 */
export async function answerPasskey({ options, create }: PasskeyTransaction): Promise<string | undefined> {
  const { publicKey } = JSON.parse(options) as { publicKey: never };
  try {
    const credential = create
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey),
        });
    return credential ? JSON.stringify((credential as PublicKeyCredential).toJSON()) : undefined;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name))
      return undefined;
    throw error;
  }
}

/** A passkey belongs to a domain: at a bare address such as 127.0.0.1 there are none (WebAuthn Level 3 §5.1.3). */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    !isAddress &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}
