import type { PasskeyTransaction } from '../../client/client.ts';

/**
 * Asks the browser to create or use a passkey (WebAuthn Level 3 §5.1.8–§5.1.10: options and responses as JSON). Returns
 * undefined if the user cancels.
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

/**
 * Reports whether passkeys can work here. A passkey belongs to a domain, so an IP address such as 127.0.0.1 has none
 * (WebAuthn Level 3 §5.1.3).
 */
export function hasPasskeys(): boolean {
  const isAddress = /^[\d.]+$|:/.test(location.hostname);
  return (
    !isAddress &&
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential
  );
}
