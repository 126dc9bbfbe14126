import type { ConsoleAccountAnswer } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';

export interface FactorProps {
  account: ConsoleAccountAnswer;
  /** True while the last sign-in is recent enough to change factors. */
  may: boolean;
}

/** Reports whether the administrator can still sign in without this factor. The server decides. */
export function canLose(account: ConsoleAccountAnswer, factor: 'totp' | 'passkey'): boolean {
  const { hasPassword, hasTotp, passkeys } = account;
  if (factor === 'totp') return passkeys.length > 0;
  return passkeys.length > 1 || (hasPassword && hasTotp);
}

type Write<I, T> = typeof useWrite<I, T>;

/** Changes the administrator's own account and fetches it again. */
export function useAccountWrite<I, T>(
  call: Parameters<Write<I, T>>[0],
  options: Omit<NonNullable<Parameters<Write<I, T>>[1]>, 'changes'> = {},
) {
  return useWrite(call, { ...options, changes: [['account']] });
}
