import type { ProjectContext } from '../../../core/context.ts';

/** How long the credential IDs of common authenticators are, in bytes. */
const lengths = [16, 20, 32];

/**
 * The list of credentials for a login ID that has none: one, that is always the same and nobody's. Without it a stranger
 * could ask for any login ID who has passkeys (WebAuthn Level 3 §14.6.2).
 */
export function inventedCredentials(ctx: ProjectContext, foldedLoginId: string, rpId: string): string[] {
  const mac = ctx.sealer.mac(foldedLoginId, `no-passkey/${ctx.project.id}/${rpId}`);
  const bytes = Buffer.from(mac, 'base64url');
  // What chooses the length is not part of the ID, or an ID would say by itself that it is invented.
  const choice = Buffer.from(
    ctx.sealer.mac(foldedLoginId, `no-passkey-length/${ctx.project.id}/${rpId}`),
    'base64url',
  );
  const length = lengths[(choice[0] as number) % lengths.length] as number;
  return [bytes.subarray(0, length).toString('base64url')];
}
