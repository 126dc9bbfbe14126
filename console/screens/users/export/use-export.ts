import { useEffect, useRef, useState } from 'react';
import type { CustomAttribute } from '../../../../client/client.ts';
import { byteOrderMark } from '../../../components/csv.ts';
import { download } from '../../../components/download.ts';
import { searchOf, type View } from '../../../components/users/view.ts';
import { useProject } from '../../../session/project.tsx';
import { allUsers } from '../all-users.ts';
import { headerLine, userLine } from './user-lines.ts';

interface Progress {
  count: number;
  total: number;
  error?: unknown;
}

/** Writes all users of a view to a file, page by page. After an error, it resumes where it stopped. */
export function useExport(view: View, attributes: CustomAttribute[], onDone: (count: number) => void) {
  const { client } = useProject();
  const [progress, setProgress] = useState<Progress>();
  const stopper = useRef(new AbortController());
  const file = useRef({ parts: [] as Blob[], count: 0, next: '' });
  useEffect(() => () => stopper.current.abort(), []);

  const resume = async (name: string, total: number) => {
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    const { current } = file;
    setProgress({ count: current.count, total });
    // Ordered by creation, so that users created meanwhile come last.
    const { sort: _sort, ...search } = searchOf(view);
    try {
      for await (const { users, total, next } of allUsers(client, search, signal, current.next)) {
        if (signal.aborted) return;
        // Browsers can keep a blob on disk. A string with a million users would use too much memory.
        current.parts.push(new Blob(users.map((user) => userLine(user, attributes))));
        current.count += users.length;
        current.next = next;
        setProgress({ count: current.count, total });
      }
    } catch (error) {
      if (!signal.aborted) setProgress({ count: current.count, total, error });
      return;
    }
    if (signal.aborted) return;
    download(`${name}.csv`, current.parts, 'text/csv;charset=utf-8');
    setProgress(undefined);
    onDone(current.count);
  };

  return {
    progress,
    start: (name: string, total: number) => {
      file.current = {
        parts: [new Blob([byteOrderMark + headerLine(attributes)])],
        count: 0,
        next: '',
      };
      void resume(name, total);
    },
    resume: (name: string, total: number) => void resume(name, total),
    cancel: () => {
      stopper.current.abort();
      file.current = { parts: [], count: 0, next: '' };
      setProgress(undefined);
    },
  };
}
