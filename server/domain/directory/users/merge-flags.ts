import { ServiceError } from '../../../core/errors.ts';

/**
 * Flags that control merging with another user who has the requested address or account. Users are never merged, so
 * these flags have no effect.
 */
export interface MergeFlags {
  addToLoginIDs?: boolean;
  onMergeUseExisting?: boolean;
  failOnConflict?: boolean;
  allowAllMerge?: boolean;
}

const flagNames = ['addToLoginIDs', 'onMergeUseExisting', 'failOnConflict', 'allowAllMerge'] as const;

/**
 * Returns the names of the given flags for the message of a conflict. Includes `failOnConflict` even if it is
 * `false`.
 */
export function givenMergeFlags(input: MergeFlags): string[] {
  return flagNames.filter((name) => input[name] || (name === 'failOnConflict' && input[name] !== undefined));
}

/** Adds to the message of a conflict (E111127, E062107) that the flags have no effect, and what to do instead. */
export async function namingMergeFlags<R>(flags: readonly string[], work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || !conflicts.has(error.code) || flags.length === 0) throw error;
    throw new ServiceError(error.code, withMergeFlags(error.message, flags));
  }
}

export function withMergeFlags(message: string, flags: readonly string[]): string {
  if (flags.length === 0) return message;
  return (
    `${message}: users are never merged, so ${flags.join(' and ')} has no effect. Change or delete one ` +
    'of the two users first'
  );
}

const conflicts: ReadonlySet<string> = new Set(['E111127', 'E062107']);
