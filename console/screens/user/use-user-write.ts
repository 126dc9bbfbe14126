import { useWrite } from '../../api/use-api.ts';

type Write<I, T> = typeof useWrite<I, T>;

/** Changes a user and refetches the data shown about them. */
export function useUserWrite<I, T>(
  call: Parameters<Write<I, T>>[0],
  options: Omit<NonNullable<Parameters<Write<I, T>>[1]>, 'changes'> = {},
) {
  return useWrite(call, { ...options, changes: [['user'], ['users']] });
}
