import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { ShownOnce } from '../../parts/once.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { credentialWords } from './credentials-words.ts';
import { Section } from './section.tsx';

type Channel = 'email' | 'sms';

/** What a message would bring a test user. */
export function TestSignIn({ user }: { user: User }) {
  const words = useWords(credentialWords);
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
    <Section title={words.test} lead={words.testLead}>
      <Group align="flex-end" gap="sm">
        <Select
          label={words.channel}
          data={(['email', 'sms'] as const).map((value) => ({ value, label: words.channels[value] }))}
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
          {words.makeCode}
        </Button>
        <Button
          variant="default"
          disabled={!may}
          loading={makeLink.isPending}
          onClick={() => makeLink.mutate(undefined)}
        >
          {words.makeMagicLink}
        </Button>
      </Group>
      <ShownOnce title={words.codeMade} secret={made.code} what={words.theCode} onClose={forget} />
      <ShownOnce title={words.magicLinkMade} secret={made.link} what={words.theLink} onClose={forget} />
    </Section>
  );
}
