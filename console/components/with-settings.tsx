import type { ReactNode } from 'react';
import type { ProjectSettings } from '../../client/client.ts';
import { useProjectSettings } from '../api/use-project-settings.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

/** Loads the project's settings and shows what needs them. */
export function WithSettings({ children }: { children(settings: ProjectSettings): ReactNode }) {
  const { data, error, refetch } = useProjectSettings();
  if (error) return <ErrorNotice error={error} retry={refetch} />;
  return data ? children(data) : <Loading height={300} />;
}
