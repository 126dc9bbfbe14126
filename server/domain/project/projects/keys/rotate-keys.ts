import type { ProjectContext } from '../../../../core/context.ts';
import { rotateAssertionKeys } from './assertion-keys.ts';
import { rotateSigningKey } from './signing-keys.ts';

/** The new keys, that of sessions first: they sign from ten minutes on, the others stay published while they count. */
export async function rotateKeys(ctx: ProjectContext): Promise<{ id: string; signsFrom: number }[]> {
  const key = await rotateSigningKey(ctx);
  return [key, ...(await rotateAssertionKeys(ctx))];
}
