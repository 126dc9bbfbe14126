import { Button, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { FlaskConical, LogIn } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../../client/client.ts';
import { unwrap } from '../../../api/failure.ts';
import { useNotify } from '../../../components/notify.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useProject } from '../../../session/project.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { ssoMessages } from './messages.ts';
import { demoCallback } from './simulator.ts';

/** The link's lifetime, long enough for one test. */
const linkSeconds = 15 * 60;

interface ConnectionProps {
  tenantId: string;
  ssoId: string;
}

/** Goes to the identity provider at once, and comes back to a page with the outcome alone. */
export function TestButton({ tenantId, ssoId }: ConnectionProps) {
  const messages = useMessages(ssoMessages);
  const mayChange = useHasRole('administrator');
  const { isBusy, open } = useOtherTab(tenantId);
  return (
    <Tooltip label={messages.testLead} multiline w={280}>
      <Button
        leftSection={<FlaskConical size={16} aria-hidden />}
        loading={isBusy}
        disabled={!mayChange}
        onClick={() =>
          void open(async ({ management }) => {
            const link = await unwrap(
              management.tenant.generateSSOConfigurationLink(tenantId, linkSeconds, ssoId),
            );
            return `${link.adminSSOConfigurationLink}&test`;
          })
        }
      >
        {messages.test}
      </Button>
    </Tooltip>
  );
}

/** Signs in completely, in development only: creates the user and ends on a page that shows the code. */
export function SignInButton({ tenantId }: Pick<ConnectionProps, 'tenantId'>) {
  const messages = useMessages(ssoMessages);
  const { isBusy, open } = useOtherTab(tenantId);
  return (
    <Button
      variant="default"
      leftSection={<LogIn size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void open(async ({ sso }) => (await unwrap(sso.start(tenantId, demoCallback()))).url)}
    >
      {messages.signInNow}
    </Button>
  );
}

/**
 * Opens the address returned by an API call in a new tab. Refetches the connection when the administrator comes back.
 */
function useOtherTab(tenantId: string) {
  const { client, project } = useProject();
  const queries = useQueryClient();
  const notify = useNotify();
  const [isBusy, setIsBusy] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  useWindowEvent('focus', () => {
    if (!wasOpened) return;
    for (const key of [['tenant', tenantId], ['ssoFailures', tenantId], ['users']])
      void queries.invalidateQueries({ queryKey: [project.id, ...key] });
  });
  const open = async (address: (client: Client) => Promise<string>) => {
    // Opened before the call because browsers block tabs that are not opened directly by a click.
    const tab = window.open('', '_blank');
    setIsBusy(true);
    try {
      const url = await address(client);
      if (new URL(url).origin !== location.origin) throw new Error('the address is not on this server');
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
