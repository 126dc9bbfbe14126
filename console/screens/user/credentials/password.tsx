import { Button, Menu } from '@mantine/core';
import { RectangleEllipsis } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { Moment } from '../../../components/moment.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import type { SignInSummary } from '../use-sign-in-summary.ts';
import { useUserWrite } from '../use-user-write.ts';
import { CredentialRow } from './credential-row.tsx';
import { PasswordForm } from './password-form.tsx';

interface PasswordProps {
  user: User;
  password: SignInSummary['password'];
}

export function Password({ user, password }: PasswordProps) {
  const messages = useMessages(credentialMessages);
  const [maySupport, mayAdminister] = [useHasRole('support'), useHasRole('administrator')];
  const [asked, setAsked] = useState<'temporary' | 'active' | 'expire'>();
  const close = () => setAsked(undefined);
  const expire = useUserWrite((client) => client.management.user.expirePassword(user.userId), {
    done: messages.expired,
  });
  return (
    <CredentialRow
      icon={RectangleEllipsis}
      name={messages.password}
      state={<State password={password} />}
      actions={
        <>
          <Button variant="default" size="xs" disabled={!maySupport} onClick={() => setAsked('temporary')}>
            {messages.setTemporary}
          </Button>
          <RowMenu name={messages.password}>
            <Menu.Item disabled={!mayAdminister} onClick={() => setAsked('active')}>
              {messages.setActive}
            </Menu.Item>
            {password.exists && (
              <Menu.Item disabled={!maySupport} onClick={() => setAsked('expire')}>
                {messages.expire}
              </Menu.Item>
            )}
          </RowMenu>
          <PasswordForm user={user} kind="temporary" opened={asked === 'temporary'} onClose={close} />
          <PasswordForm user={user} kind="active" opened={asked === 'active'} onClose={close} />
          <Confirm
            opened={asked === 'expire'}
            onClose={close}
            title={messages.expireTitle(nameOf(user))}
            action={messages.expireAction}
            isReversible
            onConfirm={() => expire.mutateAsync(undefined)}
          >
            {messages.expireLead}
          </Confirm>
        </>
      }
    />
  );
}

function State({ password }: { password: SignInSummary['password'] }) {
  const messages = useMessages(credentialMessages);
  const { exists, changedTime, temporary, mustBeReplaced, lockedTime } = password;
  if (!exists) return messages.notSet;
  return (
    <>
      {temporary ? messages.temporarySince : messages.setSince}{' '}
      <Moment value={changedTime} style="relative" />
      {lockedTime > 0 && (
        <>
          {' · '}
          {messages.lockedSince} <Moment value={lockedTime} style="relative" />
        </>
      )}
      {mustBeReplaced && ` · ${messages.mustBeReplaced}`}
    </>
  );
}
