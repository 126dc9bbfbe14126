import { useCallback, useEffect, useRef, useState } from 'react';
import { useProject } from '../../session/project.tsx';
import { useWords } from '../../words/language.tsx';
import type { CheckedRow, Known } from './check-row.ts';
import { checkRows, findExisting, findTenants } from './check-rows.ts';
import { importWords } from './words.ts';

export interface Check {
  /** While they are looked for: those who exist already are not known yet. */
  isRunning: boolean;
  done: number;
  total: number;
  rows: CheckedRow[];
  error?: unknown;
}

/** The verdict on every line, before anything is written. */
export function useCheck() {
  const { client } = useProject();
  const words = useWords(importWords);
  const [check, setCheck] = useState<Check>();
  const stopper = useRef(new AbortController());
  useEffect(() => () => stopper.current.abort(), []);

  const run = useCallback(
    async (lines: string[][], known: Omit<Known, 'tenantIds'>) => {
      stopper.current.abort();
      stopper.current = new AbortController();
      const { signal } = stopper.current;
      let begun: Check = { isRunning: true, done: 0, total: 0, rows: [] };
      setCheck(begun);
      const onProgress = (done: number, total: number) => setCheck({ ...begun, done, total });
      try {
        const tenantIds = await findTenants(client, lines, known.meanings, signal);
        if (signal.aborted) return;
        const rows = checkRows(lines, { ...known, tenantIds }, words);
        begun = { ...begun, rows };
        setCheck(begun);
        const checked = await findExisting(client, rows, words, { signal, onProgress });
        if (!signal.aborted) setCheck({ ...begun, isRunning: false, rows: checked });
      } catch (error) {
        if (!signal.aborted) setCheck({ ...begun, isRunning: false, error });
      }
    },
    [client, words],
  );
  return { check, run };
}
