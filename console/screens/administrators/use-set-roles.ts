import { useWrite } from '../../api/use-api.ts';
import type { Rights } from './role-choice.tsx';

/** Replaces an administrator's roles. An owner's role leaves none in single projects. */
export function useSetRoles(then: { done?: string; onDone(): void }) {
  return useWrite(
    (client, { userId, role, projects }: Rights & { userId: string }) =>
      client.console.setRoles(userId, role, role === 'owner' ? [] : projects, ''),
    { changes: [['administrators']], reportsFailure: false, ...then },
  );
}
