import { List, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { UserInviteBatchAnswer } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { useNotify } from '../../../components/notify.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { inviteMessages } from './invite-messages.ts';
import { addressesIn, maxPeople } from './invited-addresses.ts';

type Failed = UserInviteBatchAnswer['failedUsers'];

/** Invites one person or many by email. */
export function InvitePeople({ opened, onClose }: { opened: boolean; onClose(): void }) {
  // A new dialog starts empty.
  return opened ? <InviteFields onClose={onClose} /> : null;
}

function InviteFields({ onClose }: { onClose(): void }) {
  const messages = useMessages(inviteMessages);
  const notify = useNotify();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failed, setFailed] = useState<Failed>([]);
  const { addresses, wrong } = addressesIn(text);
  const invite = useWrite(
    (client, emails: string[]) =>
      client.management.user.inviteBatch({
        users: emails.map((email) => ({ loginId: email, email })),
        sendMail: true,
      }),
    {
      changes: [['users']],
      reportsFailure: false,
      onDone: ({ createdUsers, failedUsers }) => {
        if (createdUsers.length > 0) notify.done(messages.invited(createdUsers.length));
        if (failedUsers.length === 0) return onClose();
        // Those that remain can be corrected and sent again.
        setFailed(failedUsers);
        setText(failedUsers.map(({ user }) => user.loginIds[0] ?? user.email).join('\n'));
      },
    },
  );
  const submit = () => {
    const [first] = wrong;
    if (first !== undefined) return setProblem(messages.wrong(first));
    if (addresses.length === 0) return setProblem(messages.empty);
    if (addresses.length > maxPeople) return setProblem(messages.tooMany(maxPeople));
    setFailed([]);
    invite.mutate(addresses);
  };
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.title}
      action={messages.action(addresses.length)}
      isBusy={invite.isPending}
      isDirty={text !== ''}
      error={invite.error}
      onSubmit={submit}
    >
      <Textarea
        label={messages.addresses}
        description={messages.addressesLead}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem}
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
      />
      {failed.length > 0 && (
        <>
          <Text size="sm" role="alert">
            {messages.failed(failed.length)}
          </Text>
          <List size="sm">
            {failed.map(({ user, failure }) => (
              <List.Item key={user.loginIds[0] ?? user.email}>
                {user.loginIds[0] ?? user.email}: {failure}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </FormModal>
  );
}
