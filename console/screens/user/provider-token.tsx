import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import type { User, UserGetProviderTokenAnswer } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { credentialWords } from './credentials-words.ts';

interface ProviderTokenProps {
  user: User;
  /** Absent: closed. */
  provider: string | undefined;
  onClose(): void;
}

/** The user's own token at a provider: asked for by one button, shown by another, and forgotten when closed. */
export function ProviderToken({ user, provider, onClose }: ProviderTokenProps) {
  const words = useWords(credentialWords);
  const { close: closeWord } = useWords(everywhere);
  const fetch = useWrite(
    (client, provider: string) => client.management.user.getProviderToken(user.userId, provider),
    { changes: [['user', user.userId, 'audit']], tellsFailure: false, keepsAnswer: true },
  );
  const close = () => {
    fetch.reset();
    onClose();
  };
  return (
    <Modal opened={provider !== undefined} onClose={close} title={words.tokenTitle(provider ?? '')}>
      <Stack>
        <Alert color="yellow" icon={<ClipboardList aria-hidden />}>
          <Text size="sm">{words.tokenLead}</Text>
        </Alert>
        {fetch.data && <Token token={fetch.data} />}
        {fetch.error && <ErrorNotice error={fetch.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {closeWord}
          </Button>
          {provider !== undefined && !fetch.data && (
            <Button loading={fetch.isPending} onClick={() => fetch.mutate(provider)}>
              {words.fetchToken}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

function Token({ token }: { token: UserGetProviderTokenAnswer }) {
  const words = useWords(credentialWords);
  const { none } = useWords(everywhere);
  const [isShown, setIsShown] = useState(false);
  const { providerUserId, expiration, scopes, accessToken } = token;
  return (
    <Stack gap="xs">
      <Text size="sm">
        {words.providerUserId}: {providerUserId}
      </Text>
      <Text size="sm">
        {words.expires}: <Moment value={expiration} />
      </Text>
      <Text size="sm">
        {words.scopes}: {scopes.join(', ') || none}
      </Text>
      {isShown ? (
        <CopyText text={accessToken} what={words.theToken} />
      ) : (
        <Button variant="default" onClick={() => setIsShown(true)}>
          {words.showToken}
        </Button>
      )}
    </Stack>
  );
}
