import type { ProjectContext } from '../../../core/context.ts';
import type { Part } from '../../snapshot-part.ts';
import type { GivenSecrets } from './secrets.ts';

/** Returns the secrets in the clear that a snapshot of the project leaves out, to import it into another project of this instance. */
export async function storedSecrets(ctx: ProjectContext, parts: readonly Part[]): Promise<GivenSecrets> {
  const found: GivenSecrets = {};
  for (const { secrets } of parts)
    if (secrets) found[secrets.kind] = (await secrets.stored(ctx)).map((secret) => ({ ...secret, name: '' }));
  return found;
}
