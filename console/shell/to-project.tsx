import { Redirect, useParams } from 'wouter';
import { readPreference } from '../components/preferences.ts';
import { useSession } from '../session/session.tsx';
import { NotFound } from './not-found.tsx';

export const lastProjectKey = 'project';

/** Redirects an address without a screen to the overview of the project it names, or of the last opened project. */
export function ToProject() {
  const { projects } = useSession();
  const { projectId: named } = useParams<{ projectId?: string }>();
  const wanted = named ?? readPreference(lastProjectKey, '');
  const project = projects.find(({ id }) => id === wanted) ?? (named ? undefined : projects[0]);
  if (!project) return <NotFound />;
  return <Redirect to={`/${project.id}/overview`} replace />;
}
