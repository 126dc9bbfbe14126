import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialMessages } from './credential-messages.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

export function Authenticator({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const may = useHasRole('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTOTPSeed(user.userId), {
    done: messages.totpRemoved,
  });
  const button = (
    <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
      {messages.removeTotp}
    </Button>
  );
  return (
    <Section
      title={messages.totp}
      lead={user.totp ? messages.hasTotp : messages.hasNoTotp}
      actions={user.totp && button}
    >
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removeTotpTitle(nameOf(user))}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeTotpLead}
      </Confirm>
    </Section>
  );
}
