import { ServiceError } from '../../../core/errors.ts';

/** Flags about another user who has the address or account that the caller wants. Users are never merged. */
export interface MergeFlags {
  addToLoginIDs?: boolean;
  onMergeUseExisting?: boolean;
  failOnConflict?: boolean;
  allowAllMerge?: boolean;
}

const names = ['addToLoginIDs', 'onMergeUseExisting', 'failOnConflict', 'allowAllMerge'] as const;

/** The flags that a call gives, for the message of a conflict: `failOnConflict` also as `false`. */
export function givenMergeFlags(input: MergeFlags): string[] {
  return names.filter((name) => input[name] || (name === 'failOnConflict' && input[name] !== undefined));
}

/** Says in the message of a conflict (E111127, E062107) that the flags do not help, and what does. */
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
  return `${message}: users are never merged, whatever ${flags.join(' and ')} says. Change or delete one of the two first`;
}

const conflicts: ReadonlySet<string> = new Set(['E111127', 'E062107']);
