import { Button, Menu } from '@mantine/core';
import { AtSign, Plus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { profileMessages } from '../../components/users/profile-messages.ts';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { LoginIdForm } from './login-id-form.tsx';
import { useUserWrite } from './use-user-write.ts';

/** Edits the user's login IDs. */
export function LoginIds({ user }: { user: User }) {
  const messages = useMessages(profileMessages);
  const may = useHasRole('administrator');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section
      title={messages.loginIds}
      lead={messages.loginIdsLead}
      isFlush
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={!may}
          onClick={() => setIsAdding(true)}
        >
          {messages.addLoginId}
        </Button>
      }
    >
      <ul className="item-list">
        {user.loginIds.map((loginId) => (
          <li key={loginId} className="item">
            <AtSign size={20} aria-hidden />
            <div className="item-text">
              <CopyText text={loginId} what={loginId} />
            </div>
            {may && <Actions user={user} loginId={loginId} />}
          </li>
        ))}
      </ul>
      <LoginIdForm user={user} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  );
}

function Actions({ user, loginId }: { user: User; loginId: string }) {
  const messages = useMessages(profileMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const [asked, setAsked] = useState<'change' | 'remove'>();
  const remove = useUserWrite((client) => client.management.user.updateLoginId(loginId, ''), {
    done: messages.removed(loginId),
  });
  const isLast = user.loginIds.length === 1;
  const close = () => setAsked(undefined);
  return (
    <>
      <RowMenu name={loginId}>
        <Menu.Item onClick={() => setAsked('change')}>{messages.change}</Menu.Item>
        <Menu.Item
          color="red"
          disabled={isLast}
          {...(isLast && { title: messages.lastOne })}
          onClick={() => setAsked('remove')}
        >
          {messages.remove}
        </Menu.Item>
      </RowMenu>
      <LoginIdForm user={user} loginId={loginId} opened={asked === 'change'} onClose={close} />
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={messages.removeTitle(loginId)}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeLead}
      </Confirm>
    </>
  );
}
