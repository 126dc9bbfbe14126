import { Button, Tooltip } from '@mantine/core';
import { FlaskConical, LogIn } from 'lucide-react';
import { unwrap } from '../../../api/failure.ts';
import { useOtherTab } from '../../../components/use-other-tab.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { ssoMessages } from './messages.ts';
import { demoCallback } from './simulator.ts';

/** The link's lifetime, long enough for one test. */
const linkSeconds = 15 * 60;

/** The reads that a test or a sign-in may change. */
const keysOf = (tenantId: string) => [
  ['tenant', tenantId],
  ['ssoFailures', tenantId],
  ['ssoTest', tenantId],
  ['users'],
];

interface ConnectionProps {
  tenantId: string;
  ssoId: string;
}

/** Goes to the identity provider at once, and comes back to a page with the outcome alone. */
export function TestButton({ tenantId, ssoId }: ConnectionProps) {
  const messages = useMessages(ssoMessages);
  const mayChange = useHasRole('administrator');
  const { isBusy, open } = useOtherTab(keysOf(tenantId));
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
  const { isBusy, open } = useOtherTab(keysOf(tenantId));
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
