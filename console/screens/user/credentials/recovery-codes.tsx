import { Button } from '@mantine/core';
import { LifeBuoy } from 'lucide-react';
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

interface RecoveryCodesProps {
  user: User;
  codes: SignInSummary['recoveryCodes'];
}

export function RecoveryCodes({ user, codes }: RecoveryCodesProps) {
  const messages = useMessages(credentialMessages);
  const { delete: deleteLabel } = useMessages(sharedMessages);
  const may = useHasRole('support');
  const [asks, setAsks] = useState(false);
  const remove = useUserWrite((client) => client.management.user.removeRecoveryCodes(user.userId), {
    done: messages.codesDeleted,
  });
  return (
    <CredentialRow
      icon={LifeBuoy}
      name={messages.recoveryCodes}
      state={
        codes.count > 0 ? (
          <>
            {messages.codesLeft(codes.count)} · {messages.createdSince}{' '}
            <Moment value={codes.createdTime} style="relative" />
          </>
        ) : (
          messages.noRecoveryCodes
        )
      }
      {...(codes.count > 0 && {
        actions: (
          <>
            <Button
              variant="default"
              size="xs"
              disabled={!may}
              aria-label={messages.deleteWhat(messages.recoveryCodes)}
              onClick={() => setAsks(true)}
            >
              {messages.deleteCodes}
            </Button>
            <Confirm
              opened={asks}
              onClose={() => setAsks(false)}
              title={messages.deleteCodesTitle(nameOf(user))}
              action={deleteLabel}
              onConfirm={() => remove.mutateAsync(undefined)}
            >
              {messages.deleteCodesLead}
            </Confirm>
          </>
        ),
      })}
    />
  );
}
