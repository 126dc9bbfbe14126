import { createHash } from 'node:crypto';
import { ServiceError } from '../../../../core/errors.ts';
import type { ProjectFlow } from '../definitions/flow.ts';

/** Returns the tag of the current state of a flow: which flow it is, and how often it was changed. */
export function etagOf(projectId: string, { id, changes }: Pick<ProjectFlow, 'id' | 'changes'>): string {
  return `${prefixOf(projectId, id)}-${changes}`;
}

function prefixOf(projectId: string, id: string): string {
  return createHash('sha256').update(`${projectId}/${id}`).digest('hex').slice(0, 16);
}

/**
 * Returns the number of changes that a tag was made after, or `undefined` for the tag of another flow: whoever copies a flow means no
 * state of the copy.
 */
export function changesIn(etag: string, projectId: string, id: string): number | undefined {
  const [prefix, changes = ''] = etag.split('-');
  if (prefix !== prefixOf(projectId, id)) return undefined;
  return /^[0-9]{1,9}$/.test(changes) ? Number(changes) : -1;
}

export function outdated(id: string): ServiceError {
  return new ServiceError(
    'E011012',
    `etag: the flow ${id} has changed since the export. Export it again and repeat the change, or leave etag out to replace it`,
  );
}
