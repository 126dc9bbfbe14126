import type { Passkey } from '../passkeys/passkey.ts';

export function passkeyToWire({ id, rpId, device, backupEligible, createdAt }: Passkey) {
  return {
    ...{ id, rpId },
    kind: backupEligible ? 'multiDevice' : 'singleDevice',
    displayName: device,
    createdTime: Math.floor(createdAt / 1000),
  };
}
