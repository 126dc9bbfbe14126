import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Client } from '../../client/client.ts';
import { baseUrl } from '../api/base-url.ts';
import { useProject } from '../session/project.tsx';
import { useNotify } from './notify.tsx';

/**
 * Opens the address returned by an API call in a new tab. Refetches the queries with these keys when the administrator comes
 * back.
 */
export function useOtherTab(keys: string[][]) {
  const { client, project } = useProject();
  const queries = useQueryClient();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useWindowEvent('focus', () => {
    if (!wasOpened) return;
    for (const key of keys) void queries.invalidateQueries({ queryKey: [project.id, ...key] });
  });
  const open = async (address: (client: Client) => Promise<string>) => {
    // Opened before the call because browsers block tabs that are not opened directly by a click.
    const tab = window.open('', '_blank');
    setIsBusy(true);
    try {
      const url = await address(client);
      if (new URL(url).origin !== new URL(baseUrl).origin)
        throw new Error('the address is not on this server');
      if (tab) tab.opener = null;
      (tab ?? window).location.assign(url);
      setWasOpened(true);
    } catch (error) {
      tab?.close();
      notify.failed(error);
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, open };
}
