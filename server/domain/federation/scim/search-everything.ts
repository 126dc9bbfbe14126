import type { ProjectContext } from '../../../core/context.ts';
import { listResponse, readPage } from '../../../protocols/scim/paging.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import type { Directory } from './directory.ts';
import { type SearchParameters, search } from './search.ts';

interface List {
  totalResults: number;
  Resources: object[];
}

/** Searches users and groups together: users come first. Pages are read by index only. */
export async function searchEverything(
  ctx: ProjectContext,
  directory: Directory,
  sent: SearchParameters,
): Promise<object> {
  const { startIndex, count, cursor } = readPage(sent);
  if (cursor !== undefined)
    throw new ScimError(
      400,
      'Users and groups together have no cursor. Search /Users or /Groups',
      'invalidCursor',
    );
  const users = (await search(ctx, directory, directory.types.User, sent)) as List;
  const left = Math.max(0, count - users.Resources.length);
  const groups = (await search(ctx, directory, directory.types.Group, {
    ...sent,
    startIndex: Math.max(1, startIndex - users.totalResults),
    count: left,
  })) as List;
  return listResponse([...users.Resources, ...groups.Resources], {
    totalResults: users.totalResults + groups.totalResults,
    startIndex,
  });
}
