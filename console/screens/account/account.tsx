import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { administration } from '../../api/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sessionKey } from '../../session/gate.tsx';
import { AdministrationProvider } from '../../session/project.tsx';
import { useSession } from '../../session/session.tsx';
import { Authenticator } from './authenticator.tsx';
import { LoginId } from './login-id.tsx';
import { accountMessages } from './messages.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Sessions } from './sessions.tsx';

/** The administrator's own account: factors and sessions. */
export default function Account() {
  return (
    <AdministrationProvider>
      <Own />
    </AdministrationProvider>
  );
}

function Own() {
  const messages = useMessages(accountMessages);
  const { administrator } = useSession();
  // Asked again each minute, because the time to change factors runs out.
  const { data, error, refetch } = useRead(['account'], (client) => client.console.account(''), {
    every: 60_000,
  });
  const factors = data && { account: data, may: data.provedRecently };
  return (
    <Page title={messages.title} lead={messages.lead(administrator.loginId)}>
      {error && <ErrorNotice error={error} retry={() => void refetch()} />}
      {!factors && !error && <Loading height={320} />}
      {factors && (
        <Stack gap="lg">
          {!factors.may && <SignInAgain />}
          <LoginId may={factors.may} />
          <Password {...factors} />
          <Authenticator {...factors} />
          <Passkeys {...factors} />
          <RecoveryCodes {...factors} />
          <Sessions account={factors.account} />
        </Stack>
      )}
    </Page>
  );
}

/** Leads to the sign-in form, which returns to this address. */
function SignInAgain() {
  const messages = useMessages(accountMessages);
  const queries = useQueryClient();
  const leave = async () => {
    await administration.logout('');
    await queries.invalidateQueries({ queryKey: sessionKey });
  };
  return (
    <Alert icon={<KeyRound aria-hidden />} title={messages.signInAgainTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{messages.signInAgainLead}</Text>
        <Button size="xs" onClick={() => void leave()}>
          {messages.signInAgain}
        </Button>
      </Stack>
    </Alert>
  );
}
