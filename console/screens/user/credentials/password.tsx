import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialMessages } from './credential-messages.ts';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

export function Password({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const [maySupport, mayAdminister] = [useHasRole('support'), useHasRole('administrator')];
  const [asked, setAsked] = useState<'temporary' | 'active' | 'expire'>();
  const close = () => setAsked(undefined);
  const expire = useUserWrite((client) => client.management.user.expirePassword(user.userId), {
    done: messages.expired,
  });
  const button = { variant: 'default', size: 'xs' } as const;
  return (
    <Section
      title={messages.password}
      lead={user.password ? messages.hasPassword : messages.hasNoPassword}
      actions={
        <>
          <Button {...button} disabled={!maySupport} onClick={() => setAsked('temporary')}>
            {messages.setTemporary}
          </Button>
          <Button {...button} disabled={!mayAdminister} onClick={() => setAsked('active')}>
            {messages.setActive}
          </Button>
          {user.password && (
            <Button {...button} disabled={!maySupport} onClick={() => setAsked('expire')}>
              {messages.expire}
            </Button>
          )}
        </>
      }
    >
      <PasswordForm user={user} kind="temporary" opened={asked === 'temporary'} onClose={close} />
      <PasswordForm user={user} kind="active" opened={asked === 'active'} onClose={close} />
      <Confirm
        opened={asked === 'expire'}
        onClose={close}
        title={messages.expireTitle(nameOf(user))}
        action={messages.expireAction}
        onConfirm={() => expire.mutateAsync(undefined)}
      >
        {messages.expireLead}
      </Confirm>
    </Section>
  );
}
