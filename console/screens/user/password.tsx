import { Button } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialWords } from './credentials-words.ts';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

export function Password({ user }: { user: User }) {
  const words = useWords(credentialWords);
  const [maySupport, mayAdminister] = [useMay('support'), useMay('administrator')];
  const [asked, setAsked] = useState<'temporary' | 'active' | 'expire'>();
  const close = () => setAsked(undefined);
  const expire = useUserWrite((client) => client.management.user.expirePassword(user.userId), {
    done: words.expired,
  });
  const button = { variant: 'default', size: 'xs' } as const;
  return (
    <Section
      title={words.password}
      lead={user.password ? words.hasPassword : words.hasNoPassword}
      actions={
        <>
          <Button {...button} disabled={!maySupport} onClick={() => setAsked('temporary')}>
            {words.setTemporary}
          </Button>
          <Button {...button} disabled={!mayAdminister} onClick={() => setAsked('active')}>
            {words.setActive}
          </Button>
          {user.password && (
            <Button {...button} disabled={!maySupport} onClick={() => setAsked('expire')}>
              {words.expire}
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
        title={words.expireTitle(nameOf(user))}
        action={words.expireAction}
        onConfirm={() => expire.mutateAsync(undefined)}
      >
        {words.expireLead}
      </Confirm>
    </Section>
  );
}
