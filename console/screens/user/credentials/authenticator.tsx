import { Button } from '@mantine/core';
import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Moment } from '../../../components/moment.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import type { SignInSummary } from '../use-sign-in-summary.ts';
import { useUserWrite } from '../use-user-write.ts';
import { CredentialRow } from './credential-row.tsx';

interface AuthenticatorProps {
  user: User;
  totp: SignInSummary['totp'];
}

export function Authenticator({ user, totp }: AuthenticatorProps) {
  const messages = useMessages(credentialMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const may = useHasRole('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTOTPSeed(user.userId), {
    done: messages.totpRemoved,
  });
  return (
    <CredentialRow
      icon={Smartphone}
      name={messages.totp}
      state={
        totp.exists ? (
          <>
            {messages.setSince} <Moment value={totp.createdTime} style="relative" />
          </>
        ) : (
          messages.hasNoTotp
        )
      }
      {...(totp.exists && {
        actions: (
          <>
            <Button
              variant="default"
              size="xs"
              disabled={!may}
              aria-label={messages.removeWhat(messages.totp)}
              onClick={() => setAsks(true)}
            >
              {messages.remove}
            </Button>
            <Confirm
              opened={asks}
              onClose={() => setAsks(false)}
              title={messages.removeTotpTitle(nameOf(user))}
              action={removeLabel}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              {messages.removeTotpLead}
            </Confirm>
          </>
        ),
      })}
    />
  );
}
