import { Button, Group, Menu, Stack } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { RowMenu } from '../../parts/row-menu.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { LoginIdForm } from './login-id-form.tsx';
import { profileWords } from './profile-words.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

/** What the user signs in with. */
export function LoginIds({ user }: { user: User }) {
  const words = useWords(profileWords);
  const may = useMay('administrator');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section
      title={words.loginIds}
      lead={words.loginIdsLead}
      actions={
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={!may}
          onClick={() => setIsAdding(true)}
        >
          {words.addLoginId}
        </Button>
      }
    >
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {user.loginIds.map((loginId) => (
          <Group key={loginId} component="li" justify="space-between" wrap="nowrap">
            <CopyText text={loginId} what={loginId} />
            {may && <Actions user={user} loginId={loginId} />}
          </Group>
        ))}
      </Stack>
      <LoginIdForm user={user} opened={isAdding} onClose={() => setIsAdding(false)} />
    </Section>
  );
}

function Actions({ user, loginId }: { user: User; loginId: string }) {
  const words = useWords(profileWords);
  const { remove: removeWord } = useWords(everywhere);
  const [asked, setAsked] = useState<'change' | 'remove'>();
  const remove = useUserWrite((client) => client.management.user.updateLoginId(loginId, ''), {
    done: words.removed(loginId),
  });
  const isLast = user.loginIds.length === 1;
  const close = () => setAsked(undefined);
  return (
    <>
      <RowMenu name={loginId}>
        <Menu.Item onClick={() => setAsked('change')}>{words.change}</Menu.Item>
        <Menu.Item
          color="red"
          disabled={isLast}
          {...(isLast && { title: words.lastOne })}
          onClick={() => setAsked('remove')}
        >
          {words.remove}
        </Menu.Item>
      </RowMenu>
      <LoginIdForm user={user} loginId={loginId} opened={asked === 'change'} onClose={close} />
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={words.removeTitle(loginId)}
        action={removeWord}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {words.removeLead}
      </Confirm>
    </>
  );
}
