import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialWords } from './credentials-words.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

export function Authenticator({ user }: { user: User }) {
  const words = useWords(credentialWords);
  const { remove: removeWord } = useWords(everywhere);
  const may = useMay('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeTOTPSeed(user.userId), {
    done: words.totpRemoved,
  });
  const button = (
    <Button variant="default" size="xs" disabled={!may} onClick={() => setAsks(true)}>
      {words.removeTotp}
    </Button>
  );
  return (
    <Section
      title={words.totp}
      lead={user.totp ? words.hasTotp : words.hasNoTotp}
      actions={user.totp && button}
    >
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={words.removeTotpTitle(nameOf(user))}
        action={removeWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removeTotpLead}
      </Confirm>
    </Section>
  );
}
