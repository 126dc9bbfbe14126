import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { messageChannels } from '../../../../client/constants.ts';
import { useWrite } from '../../../api/use-api.ts';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { Section } from '../../../components/users/section.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';

type Channel = 'email' | 'sms';

/** Shows a test user what a message would contain. */
export function TestSignIn({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('administrator');
  const [channel, setChannel] = useState<Channel>('email');
  const [created, setCreated] = useState<{ code?: string; link?: string }>({});
  const createCode = useWrite(
    (client) => client.management.user.generateOTPForTestUser(channel, user.userId),
    {
      onDone: ({ code }) => setCreated({ code }),
    },
  );
  const createLink = useWrite(
    (client) => client.management.user.generateMagicLinkForTestUser(channel, user.userId),
    { onDone: ({ link }) => setCreated({ link }) },
  );
  const forget = () => setCreated({});
  return (
    <Section title={messages.test} lead={messages.testLead}>
      <Group align="flex-end" gap="sm">
        <Select
          label={messages.channel}
          data={messageChannels.map((value) => ({ value, label: messages.channels[value] }))}
          value={channel}
          onChange={(value) => value && setChannel(value)}
          allowDeselect={false}
          disabled={!may}
        />
        <Button
          variant="default"
          disabled={!may}
          loading={createCode.isPending}
          onClick={() => createCode.mutate(undefined)}
        >
          {messages.createCode}
        </Button>
        <Button
          variant="default"
          disabled={!may}
          loading={createLink.isPending}
          onClick={() => createLink.mutate(undefined)}
        >
          {messages.createMagicLink}
        </Button>
      </Group>
      <ShownOnce
        title={messages.codeCreated}
        secret={created.code}
        what={messages.theCode}
        onClose={forget}
      />
      <ShownOnce
        title={messages.magicLinkCreated}
        secret={created.link}
        what={messages.theLink}
        onClose={forget}
      />
    </Section>
  );
}
