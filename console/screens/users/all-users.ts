import type { Client, User, UserSearchInput } from '../../../client/client.ts';
import { retryRateLimited } from '../../api/many-calls.ts';

export interface UserPage {
  users: User[];
  total: number;
  /** The cursor of the next page, or empty on the last one. */
  next: string;
}

const pageSize = 500;

/** Yields all users that match a search, page by page, from the beginning or from a cursor. */
export async function* allUsers(
  client: Client,
  search: UserSearchInput,
  signal: AbortSignal,
  from = '',
): AsyncGenerator<UserPage> {
  let cursor = from;
  do {
    const place = cursor ? { cursor } : {};
    const { users, total, nextCursor } = await retryRateLimited(
      () => client.management.user.search({ ...search, limit: pageSize, ...place }),
      signal,
    );
    yield { users, total, next: nextCursor };
    cursor = nextCursor;
  } while (cursor && !signal.aborted);
}
