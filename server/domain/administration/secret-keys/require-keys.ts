import { ConfigError } from '../../../core/config.ts';
import type { ServiceContext } from '../../../core/context.ts';
import type { SealedColumn } from '../../../storage/sealed-columns.ts';
import { canUnsealSigningKeys } from '../../project/projects/keys/signing-keys.ts';
import { countSeals, describeCounts, sumOf } from './count-seals.ts';
import { deleteSecretKeys, insertSecretKeys, listSecretKeyIds } from './store.ts';

/**
 * Refuses to start without a key that a value in the database still needs, and notes the keys that are here. Reads the
 * values only if a noted key is missing. `source` is the variable or file of the keys.
 */
export async function requireKeysInUse(
  ctx: Pick<ServiceContext, 'db' | 'sealer' | 'now'>,
  columns: readonly SealedColumn[],
  source: string,
): Promise<void> {
  const { keyIds } = ctx.sealer;
  const noted = await listSecretKeyIds(ctx.db);
  const missing = noted.filter((id) => !keyIds.includes(id));
  const canUnseal = await canUnsealSigningKeys(ctx);
  // Until the first project exists, another process may create it with another key.
  if (canUnseal === undefined) return;
  if (!canUnseal && missing.length === noted.length) {
    throw new ConfigError(
      `The key in ${source} is not the one that sealed the secrets in this database: ` +
        'use that key, or restore the database that belongs to this key.',
    );
  }
  if (missing.length > 0) {
    const needed = (await countSeals(ctx, columns)).filter(({ keyId }) => !keyIds.includes(keyId));
    if (needed.length > 0) {
      const ids = [...new Set(needed.map(({ keyId }) => keyId || missing[0]))].join(' and ');
      throw new ConfigError(
        `${source} lacks the key ${ids}, which still seals ${sumOf(needed)} values in this database: ` +
          `${describeCounts(needed)}. Put it back at the end of the list, run \`latchkey secrets rotate\`, ` +
          'and remove it when `latchkey doctor` finds no value that needs it.',
      );
    }
    await deleteSecretKeys(ctx.db, missing);
  }
  const isNew = keyIds.some((id) => !noted.includes(id));
  if (isNew) await insertSecretKeys(ctx.db, keyIds, ctx.now());
}
