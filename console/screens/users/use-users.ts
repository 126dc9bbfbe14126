import { useRef } from 'react';
import { useRead } from '../../api/use-api.ts';
import { pageSize, searchOf, type View } from '../../components/users/view.ts';
import { useProject } from '../../session/project.tsx';

/**
 * Loads one page of users with one request. Moving page by page uses the cursor of the previous page, so the last page
 * loads as fast as the first.
 */
export function useUsers(view: View) {
  const search = searchOf(view);
  const { project } = useProject();
  const cursors = useRef(new Map<string, string>());
  const page = Math.max(1, Math.floor(view.page));
  const keyOf = (page: number) => JSON.stringify([project.id, search, page]);
  return useRead(['users', 'search', search, page], async (client) => {
    const cursor = cursors.current.get(keyOf(page));
    const place = cursor ? { cursor } : page > 1 ? { page: page - 1 } : {};
    const answer = await client.management.user.search({ ...search, limit: pageSize, ...place });
    if (answer.ok && answer.data.nextCursor) cursors.current.set(keyOf(page + 1), answer.data.nextCursor);
    return answer;
  });
}
