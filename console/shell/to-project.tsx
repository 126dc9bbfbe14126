import { Redirect, useParams } from 'wouter';
import { readStored } from '../components/stored.ts';
import { useSession } from '../session/session.tsx';
import { NotFound } from './not-found.tsx';

export const lastProjectKey = 'project';

/** Without a screen in the address: the overview of the project that it names, or of the one that was open last. */
export function ToProject() {
  const { projects } = useSession();
  const { projectId: named } = useParams<{ projectId?: string }>();
  const wanted = named ?? readStored(lastProjectKey, '');
  const project = projects.find(({ id }) => id === wanted) ?? (named ? undefined : projects[0]);
  if (!project) return <NotFound />;
  return <Redirect to={`/${project.id}/overview`} replace />;
}
