import { useCallback, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import type { CheckedRow, Known } from './check-row.ts';
import { checkRows, findExisting, findTenants } from './check-rows.ts';
import { importMessages } from './messages.ts';

export interface Check {
  /** True while existing users are being looked up. */
  isRunning: boolean;
  done: number;
  total: number;
  rows: CheckedRow[];
  error?: unknown;
}

/** Checks every row before anything is written. */
export function useCheck() {
  const { client } = useProject();
  const messages = useMessages(importMessages);
  const [check, setCheck] = useState<Check>();
  const stopper = useRef(new AbortController());
  useEffect(() => () => stopper.current.abort(), []);

  const run = useCallback(
    async (lines: string[][], known: Omit<Known, 'tenantIds'>) => {
      stopper.current.abort();
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      let started: Check = { isRunning: true, done: 0, total: 0, rows: [] };
      setCheck(started);
      const onProgress = (done: number, total: number) => setCheck({ ...started, done, total });
      try {
        const tenantIds = await findTenants(client, lines, known.meanings, signal);
        if (signal.aborted) return;
        const rows = checkRows(lines, { ...known, tenantIds }, messages);
        started = { ...started, rows };
        setCheck(started);
        const checked = await findExisting(client, rows, messages, { signal, onProgress });
        if (!signal.aborted) setCheck({ ...started, isRunning: false, rows: checked });
      } catch (error) {
        if (!signal.aborted) setCheck({ ...started, isRunning: false, error });
      }
    },
    [client, messages],
  );
  return { check, run };
}
