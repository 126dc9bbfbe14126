import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { Client } from '../../client/client.ts';
import { administrationProjectId, clientOf } from '../api/client.ts';

interface CurrentProject {
  project: { id: string; name: string };
  client: Client;
}

const ProjectContext = createContext<CurrentProject | undefined>(undefined);

export function ProjectProvider({
  project,
  children,
}: {
  project: CurrentProject['project'];
  children: ReactNode;
}) {
  const { id, name } = project;
  const current = useMemo(() => ({ project: { id, name }, client: clientOf(id) }), [id, name]);
  return <ProjectContext.Provider value={current}>{children}</ProjectContext.Provider>;
}

/** Provides the administration project for calls about the administrators themselves. */
export function AdministrationProvider({ children }: { children: ReactNode }) {
  return (
    <ProjectProvider project={{ id: administrationProjectId, name: 'Latchkey' }}>{children}</ProjectProvider>
  );
}

/** Returns the ID of the open project, if there is one. */
export function useProjectId(): string | undefined {
  return useContext(ProjectContext)?.project.id;
}

/** Returns the open project and its API client. */
export function useProject(): CurrentProject {
  const current = useContext(ProjectContext);
  if (!current) throw new Error('no project is open');
  return current;
}
