import type { Result } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { useProject } from '../../../session/project.tsx';

/** Reports whether the server has the vendor's components: without them, it cannot describe a project to them. */
export function useComponents() {
  const { project } = useProject();
  return useRead(['components'], () => loadDescription(project.id));
}

async function loadDescription(projectId: string): Promise<Result<object>> {
  try {
    const response = await fetch(`/pages/${projectId}/v2-beta/config.json`, { credentials: 'omit' });
    const body = await response.json();
    return response.ok
      ? { ok: true, code: response.status, data: body }
      : { ok: false, code: response.status, error: body };
  } catch (error) {
    const description = String(error);
    return {
      ok: false,
      code: 0,
      error: { errorCode: 'network', errorDescription: description, errorMessage: '' },
    };
  }
}
