import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useMay } from '../../session/session.tsx';
import { credentialMessages } from './credential-messages.ts';
import { Section } from './section.tsx';

type Channel = 'email' | 'sms';

/** Shows a test user what a message would contain. */
export function TestSignIn({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const may = useMay('administrator');
  const [channel, setChannel] = useState<Channel>('email');
  const [made, setMade] = useState<{ code?: string; link?: string }>({});
  const makeCode = useWrite((client) => client.management.user.generateOTPForTestUser(channel, user.userId), {
    onDone: ({ code }) => setMade({ code }),
  });
  const makeLink = useWrite(
    (client) => client.management.user.generateMagicLinkForTestUser(channel, user.userId),
    { onDone: ({ link }) => setMade({ link }) },
  );
  const forget = () => setMade({});
  return (
    <Section title={messages.test} lead={messages.testLead}>
      <Group align="flex-end" gap="sm">
        <Select
          label={messages.channel}
          data={(['email', 'sms'] as const).map((value) => ({ value, label: messages.channels[value] }))}
          value={channel}
          onChange={(value) => value && setChannel(value)}
          allowDeselect={false}
          disabled={!may}
        />
        <Button
          variant="default"
          disabled={!may}
          loading={makeCode.isPending}
          onClick={() => makeCode.mutate(undefined)}
        >
          {messages.makeCode}
        </Button>
        <Button
          variant="default"
          disabled={!may}
          loading={makeLink.isPending}
          onClick={() => makeLink.mutate(undefined)}
        >
          {messages.makeMagicLink}
        </Button>
      </Group>
      <ShownOnce title={messages.codeMade} secret={made.code} what={messages.theCode} onClose={forget} />
      <ShownOnce title={messages.magicLinkMade} secret={made.link} what={messages.theLink} onClose={forget} />
    </Section>
  );
}
