import { useRef } from 'react';
import { useRead } from '../../api/use-api.ts';
import { useProject } from '../../session/project.tsx';
import { pageSize, searchOf, type View } from './view.ts';

/**
 * One page of the users of a view: one request. Whoever turns the pages one by one gets each by the cursor of the one
 * before, which is as fast on the last page as on the first.
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
