import { createContext, type ReactNode, useContext } from 'react';
import type { ConsoleLoadAnswer } from '../../client/client.ts';
import { administratorRoles } from '../../client/constants.ts';
import { useProjectId } from './project.tsx';

export type Role = (typeof administratorRoles)[number];

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

/** Returns the administrator's role in the open project, or else in all projects. */
export function useRole(): Role | undefined {
  const { administrator, projects } = useSession();
  const projectId = useProjectId();
  return projects.find(({ id }) => id === projectId)?.role ?? (administrator.role || undefined);
}

/**
 * Reports whether the administrator's role includes `role`. The server decides; this only avoids offering actions that
 * would fail.
 */
export function useHasRole(role: Role): boolean {
  const own = useRole();
  return own !== undefined && administratorRoles.indexOf(own) >= administratorRoles.indexOf(role);
}
