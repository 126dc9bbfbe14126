import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleLoadAnswer } from '../../client/client.ts';

export type Role = 'auditor' | 'support' | 'administrator' | 'owner';

/** From the one that may least. */
export const roles: Role[] = ['auditor', 'support', 'administrator', 'owner'];

const SessionContext = createContext<ConsoleLoadAnswer | undefined>(undefined);

export function SessionProvider({ session, children }: { session: ConsoleLoadAnswer; children: ReactNode }) {
  return <SessionContext.Provider value={session}>{children}</SessionContext.Provider>;
}

/** Who is signed in, and what there is. */
export function useSession(): ConsoleLoadAnswer {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}

/** Whether the administrator may do what takes this role. The server decides; this is so that nobody tries in vain. */
export function useMay(role: Role): boolean {
  const { administrator } = useSession();
  return roles.indexOf(administrator.role as Role) >= roles.indexOf(role);
}
