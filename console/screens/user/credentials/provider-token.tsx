import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import type { User, UserGetProviderTokenAnswer } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { CopyText } from '../../../components/copy-text.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { Moment } from '../../../components/moment.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';

interface ProviderTokenProps {
  user: User;
  /** If undefined, the dialog is closed. */
  provider: string | undefined;
  onClose(): void;
}

/**
 * Shows the user's own token at a provider. One button fetches it, another reveals it, and closing the dialog discards
 * it.
 */
export function ProviderToken({ user, provider, onClose }: ProviderTokenProps) {
  const messages = useMessages(credentialMessages);
  const { close: closeLabel } = useMessages(sharedMessages);
  const fetch = useWrite(
    (client, provider: string) => client.management.user.getProviderToken(user.userId, provider),
    { changes: [['user', user.userId, 'audit']], reportsFailure: false, keepsResponse: true },
  );
  const close = () => {
    fetch.reset();
    onClose();
  };
  return (
    <Modal opened={provider !== undefined} onClose={close} title={messages.tokenTitle(provider ?? '')}>
      <Stack>
        <Alert color="yellow" icon={<ClipboardList aria-hidden />}>
          <Text size="sm">{messages.tokenLead}</Text>
        </Alert>
        {fetch.data && <Token token={fetch.data} />}
        <FormError error={fetch.error} action={messages.fetchToken} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {closeLabel}
          </Button>
          {provider !== undefined && !fetch.data && (
            <Button loading={fetch.isPending} onClick={() => fetch.mutate(provider)}>
              {messages.fetchToken}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Token({ token }: { token: UserGetProviderTokenAnswer }) {
  const messages = useMessages(credentialMessages);
  const { none } = useMessages(sharedMessages);
  const [isShown, setIsShown] = useState(false);
  const { providerUserId, expiration, scopes, accessToken } = token;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {messages.providerUserId}: {providerUserId}
      </Text>
      <Text size="sm">
        {messages.expires}: <Moment value={expiration} />
      </Text>
      <Text size="sm">
        {messages.scopes}: {scopes.join(', ') || none}
      </Text>
      {isShown ? (
        <CopyText text={accessToken} what={messages.theToken} />
      ) : (
        <Button variant="default" onClick={() => setIsShown(true)}>
          {messages.showToken}
        </Button>
      )}
    </Stack>
  );
}
