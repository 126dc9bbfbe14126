import type { ProjectContext } from '../../../core/context.ts';

/** The lengths of common authenticators' credential IDs, in bytes. */
const lengths = [16, 20, 32];

/**
 * Returns the list of credentials for a login ID that has none: a single ID, always the same, that belongs to no user.
 * Without it, a stranger could find out which login IDs have passkeys (WebAuthn Level 3 §14.6.2).
 */
export function inventedCredentials(
  ctx: Pick<ProjectContext, 'project' | 'sealer'>,
  foldedLoginId: string,
  rpId: string,
): string[] {
  const mac = ctx.sealer.mac(foldedLoginId, `no-passkey/${ctx.project.id}/${rpId}`);
  const bytes = Buffer.from(mac, 'base64url');
  // The bytes that choose the length are not part of the ID, or the ID itself would show that it is invented.
  const choice = Buffer.from(
    ctx.sealer.mac(foldedLoginId, `no-passkey-length/${ctx.project.id}/${rpId}`),
    'base64url',
  );
  const length = lengths[(choice[0] as number) % lengths.length] as number;
  return [bytes.subarray(0, length).toString('base64url')];
}
