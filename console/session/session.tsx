import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleLoadAnswer } from '../../client/client.ts';

export type Role = 'auditor' | 'support' | 'administrator' | 'owner';

/** The roles in ascending order of rights. */
export const roles: Role[] = ['auditor', 'support', 'administrator', 'owner'];

const SessionContext = createContext<ConsoleLoadAnswer | undefined>(undefined);

export function SessionProvider({ session, children }: { session: ConsoleLoadAnswer; children: ReactNode }) {
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** The session's administrator and the projects of the instance. */
export function useSession(): ConsoleLoadAnswer {
  const session = useContext(SessionContext);
  if (!session) throw new Error('no administrator is signed in');
  return session;
}

/**
 * Reports whether the administrator's role includes `role`. The server decides; this only avoids offering actions that
 * would fail.
 */
export function useHasRole(role: Role): boolean {
  const { administrator } = useSession();
  return roles.indexOf(administrator.role as Role) >= roles.indexOf(role);
}
