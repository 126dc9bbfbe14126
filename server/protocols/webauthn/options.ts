import { algorithms } from './algorithms.ts';

export type UserVerification = 'required' | 'preferred' | 'discouraged';

/** The application's criteria for the authenticator. */
export interface CredentialWishes {
  attachment?: 'platform' | 'cross-platform';
  residentKey?: 'discouraged' | 'preferred' | 'required';
  userVerification?: UserVerification;
  extensions?: Record<string, unknown>;
}

interface Ceremony {
  /** In base64url, like every binary member. */
  challenge: string;
  userVerification: UserVerification;
  timeoutMs: number;
  extensions?: Record<string, unknown> | undefined;
}

export interface Creation extends Ceremony {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  /** Authenticators that have one of these create no second one. */
  excluded: string[];
  wishes: CredentialWishes;
}

export interface Request extends Ceremony {
  rpId: string;
  /** The allowed credentials; empty for any that the authenticator finds for this domain. */
  allowed: string[];
}

/** Returns the options for `navigator.credentials.create()` (WebAuthn Level 3 §5.4). */
export function creationOptions(creation: Creation) {
  const { wishes, extensions } = creation;
  const residentKey = wishes.residentKey ?? 'preferred';
  return {
    publicKey: {
      rp: creation.rp,
      user: creation.user,
      challenge: creation.challenge,
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: creation.timeoutMs,
      excludeCredentials: creation.excluded.map(descriptor),
      authenticatorSelection: {
        ...(wishes.attachment && { authenticatorAttachment: wishes.attachment }),
        residentKey,
        // For browsers that support only Level 1.
        requireResidentKey: residentKey === 'required',
        userVerification: creation.userVerification,
      },
      attestation: 'none',
      ...(extensions && { extensions }),
    },
  };
}

/** Returns the options for `navigator.credentials.get()` (§5.5). */
export function requestOptions({
  rpId,
  challenge,
  allowed,
  userVerification,
  timeoutMs,
  extensions,
}: Request) {
  return {
    publicKey: {
      challenge,
      rpId,
      timeout: timeoutMs,
      userVerification,
      allowCredentials: allowed.map(descriptor),
      ...(extensions && { extensions }),
    },
  };
}

function descriptor(id: string) {
  return { type: 'public-key', id };
}
