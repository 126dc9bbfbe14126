import { useRef, useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useNotify } from '../../components/notify.tsx';
import { searchOf, type View } from '../../components/users/view.ts';
import { useProject } from '../../session/project.tsx';
import { allUsers } from './all-users.ts';

/** The most users that can be selected. Each takes a call of its own, so larger jobs belong in a program. */
export const maxSelected = 10_000;

/**
 * Keeps the selected users across all pages of a view. Changing the filter clears the selection, so that no action
 * affects hidden users.
 */
export function useSelection(view: View, page: User[]) {
  const { client } = useProject();
  const notify = useNotify();
  const [chosen, setChosen] = useState<{ of: string; users: User[] }>({ of: '', users: [] });
  const [found, setFound] = useState<number>();
  const stopper = useRef(new AbortController());
  const { sort: _sort, ...search } = searchOf(view);
  const of = JSON.stringify(search);
  const users = chosen.of === of ? chosen.users : [];
  const set = (users: User[]) => setChosen({ of, users });

  const onPage = new Set(page.map(({ userId }) => userId));
  /** `ids` are those of this page. Selected users on other pages stay selected. */
  const choose = (ids: string[]) => {
    // Otherwise the users that are still being collected would replace this choice.
    stopper.current.abort();
    const elsewhere = users.filter(({ userId }) => !onPage.has(userId));
    set([...elsewhere, ...page.filter(({ userId }) => ids.includes(userId))]);
  };

  const chooseAll = async () => {
    stopper.current = new AbortController();
    let all: User[] = [];
    setFound(0);
    try {
      for await (const { users } of allUsers(client, search, stopper.current.signal)) {
        all = [...all, ...users];
        setFound(all.length);
        if (all.length >= maxSelected) break;
      }
      if (!stopper.current.signal.aborted) set(all.slice(0, maxSelected));
    } catch (error) {
      notify.failed(error);
    } finally {
      setFound(undefined);
    }
  };

  return {
    users,
    idsOnPage: users.map(({ userId }) => userId).filter((id) => onPage.has(id)),
    isWholePage: page.length > 0 && page.every(({ userId }) => users.some((user) => user.userId === userId)),
    /** The number of users found so far while all are being collected. */
    found,
    choose,
    chooseAll,
    clear: () => {
      stopper.current.abort();
      set([]);
    },
  };
}
