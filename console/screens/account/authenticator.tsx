import { Button, Center, Image, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TotpEnrolment } from '../../../client/client.ts';
import { useRefresh } from '../../api/use-api.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { useNotify } from '../../components/notify.tsx';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { CodeForm } from '../../session/code-form.tsx';
import { sessionMessages } from '../../session/messages.ts';
import { useSession } from '../../session/session.tsx';
import { accountMessages } from './messages.ts';
import { canLose, type FactorProps, useAccountWrite } from './use-account.ts';

export function Authenticator({ account, may }: FactorProps) {
  const messages = useMessages(accountMessages);
  const { remove: removeLabel, withEllipsis } = useMessages(sharedMessages);
  const { loginId } = useSession().administrator;
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const [asks, setAsks] = useState(false);
  const start = useAccountWrite((client, _: undefined) => client.totp.update(loginId, ''), {
    onDone: setEnrolment,
  });
  const remove = useAccountWrite((client, _: undefined) => client.console.removeTotp(''), {
    done: messages.totpRemoved,
  });
  const button = { variant: 'default', size: 'xs' } as const;
  const { hasTotp } = account;
  const mayRemove = canLose(account, 'totp');
  return (
    <Section
      title={messages.totp}
      lead={hasTotp ? messages.hasTotp : messages.hasNoTotp}
      actions={
        <>
          <Button
            {...button}
            disabled={!may}
            loading={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            {hasTotp ? messages.replaceTotp : messages.setUpTotp}
          </Button>
          {hasTotp && (
            <Button {...button} disabled={!may || !mayRemove} onClick={() => setAsks(true)}>
              {withEllipsis(removeLabel)}
            </Button>
          )}
        </>
      }
    >
      {hasTotp && !mayRemove && (
        <Text size="xs" c="dimmed">
          {messages.lastWay}
        </Text>
      )}
      <Enrolment enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.removeTotpTitle}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeLead}
      </Confirm>
    </Section>
  );
}

/** Shows the secret until the first code of the app, which completes the enrolment. */
function Enrolment({ enrolment, onClose }: { enrolment: TotpEnrolment | undefined; onClose(): void }) {
  const messages = useMessages(accountMessages);
  const { scan, qr, key } = useMessages(sessionMessages);
  const { loginId } = useSession().administrator;
  const refresh = useRefresh();
  const notify = useNotify();
  const finish = async () => {
    onClose();
    notify.done(messages.totpSet);
    await refresh([['account']]);
  };
  return (
    <Modal
      opened={enrolment !== undefined}
      onClose={onClose}
      title={messages.totp}
      closeOnClickOutside={false}
    >
      {enrolment && (
        <Stack>
          <Text size="sm">{scan}</Text>
          <Center>
            <Image
              src={`data:image/png;base64,${enrolment.image}`}
              alt={qr}
              w={200}
              h={200}
              radius="sm"
              style={{ imageRendering: 'pixelated', background: 'white' }}
            />
          </Center>
          <CopyText text={enrolment.key} what={key} />
          <CodeForm loginId={loginId} onDone={finish} />
        </Stack>
      )}
    </Modal>
  );
}
