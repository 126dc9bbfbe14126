import type { ProjectContext } from '../../../../core/context.ts';
import { ServiceError } from '../../../../core/errors.ts';
import type { Position, SearchOrder } from './filter.ts';

/**
 * Where a page ended, for the next request. It is sealed for its project and its order: one that was made up, altered
 * or taken from elsewhere is refused, and nobody reads from it what a user's sort key is.
 */
export function writeCursor(ctx: ProjectContext, order: SearchOrder, { number, key }: Position): string {
  return ctx.sealer.seal(JSON.stringify([number, key]), purpose(ctx, order));
}

export function readCursor(ctx: ProjectContext, order: SearchOrder, cursor: string): Position {
  try {
    const [number, key] = JSON.parse(ctx.sealer.unseal(cursor, purpose(ctx, order)));
    return { number, key };
  } catch (cause) {
    throw new ServiceError('E011003', 'cursor must be the nextCursor of the same search with the same sort', {
      cause,
    });
  }
}

function purpose({ project }: ProjectContext, { field, descending }: SearchOrder): string {
  return `user search of ${project.id} by ${field ?? 'number'} ${descending ? 'descending' : 'ascending'}`;
}
