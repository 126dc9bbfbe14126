import type { ProjectContext } from '../../../../core/context.ts';
import { rotateApplicationKey } from './application-keys.ts';
import { rotateAssertionKeys } from './assertion-keys.ts';
import { rotateSigningKey } from './signing-keys.ts';

/**
 * Rotates all keys and returns the new ones, that of sessions first. They sign after ten minutes; the old ones stay
 * published while they are valid.
 */
export async function rotateKeys(ctx: ProjectContext): Promise<{ id: string; signsFrom: number }[]> {
  const key = await rotateSigningKey(ctx);
  return [key, ...(await rotateApplicationKey(ctx)), ...(await rotateAssertionKeys(ctx))];
}
