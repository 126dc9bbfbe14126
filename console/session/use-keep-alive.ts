import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { administration } from '../api/client.ts';
import { now } from '../clock.ts';

/** Well below the 30 minutes after which an unused session ends. */
const refreshEveryMs = 10 * 60_000;
const checkEveryMs = 60_000;

/** Refreshes the session while the administrator is active. An idle session expires. */
export function useKeepAlive(isIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isIn) return;
    let usedAt = now();
    let refreshedAt = now();
    const use = () => {
      usedAt = now();
    };
    const look = async () => {
      if (usedAt <= refreshedAt || now() - refreshedAt < refreshEveryMs) return;
      refreshedAt = now();
      const answer = await administration.refresh('');
      if (!answer.ok && answer.code === 401) await queries.invalidateQueries({ queryKey: ['session'] });
    };
    const timer = setInterval(() => void look(), checkEveryMs);
    const events = ['pointerdown', 'keydown', 'wheel'] as const;
    for (const event of events) addEventListener(event, use, { passive: true });
    return () => {
      clearInterval(timer);
      for (const event of events) removeEventListener(event, use);
    };
  }, [isIn, queries]);
}
