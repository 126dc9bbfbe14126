import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Position, SearchOrder } from './filter.ts';

/**
 * Encodes the end of a page for the next request. Seals it for its project and sort order, so that a forged,
 * altered or foreign cursor is refused, and no caller can read a user's sort key from it.
 */
export function writeCursor(ctx: ProjectContext, order: SearchOrder, { number, key }: Position): string {
  return ctx.sealer.seal(JSON.stringify([number, key]), purpose(ctx, order));
}

export function readCursor(ctx: ProjectContext, order: SearchOrder, cursor: string): Position {
  try {
    const [number, key] = JSON.parse(ctx.sealer.unseal(cursor, purpose(ctx, order)));
    return { number, key };
  } catch (cause) {
    throw new ServiceError(
      'E011003',
      'cursor must be the nextCursor of the same search with the same sort. Repeat the search from its ' +
        'first page',
      {
        cause,
      },
    );
  }
}

function purpose({ project }: ProjectContext, { field, descending }: SearchOrder): string {
  return `user search of ${project.id} by ${field ?? 'number'} ${descending ? 'descending' : 'ascending'}`;
}
