import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { userWords } from './words.ts';

const colors = { invited: 'indigo', enabled: 'teal', disabled: 'red' } as const;

/** Who it is, at a glance. */
export function UserHeader({ user }: { user: User }) {
  const words = useWords(userWords);
  const { userId, loginIds, status, test, picture, createdTime, modifiedTime, consentExpiration } = user;
  return (
    <Group align="flex-start" gap="lg">
      <Avatar
        src={picture.startsWith('https://') ? picture : null}
        alt=""
        name={nameOf(user)}
        color="indigo"
        size={72}
        imageProps={{ referrerPolicy: 'no-referrer' }}
        aria-hidden
      />
      <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Badge variant="light" color={colors[status]} tt="none">
            {words.statuses[status]}
          </Badge>
          {test && (
            <Badge variant="outline" color="gray" tt="none">
              {words.testUser}
            </Badge>
          )}
        </Group>
        <Group gap="md" component="dl" m={0}>
          <Fact name={words.userId}>
            <CopyText text={userId} what={words.userId} />
          </Fact>
          <Fact name={words.loginIds}>
            <Group gap="xs">
              {loginIds.map((loginId) => (
                <CopyText key={loginId} text={loginId} what={`${words.loginId} ${loginId}`} />
              ))}
            </Group>
          </Fact>
          <Fact name={words.created}>
            <Moment value={createdTime} />
          </Fact>
          <Fact name={words.modified}>
            <Moment value={modifiedTime} />
          </Fact>
          {consentExpiration * 1000 > now() && (
            <Fact name={words.consent}>
              <Moment value={consentExpiration} />
            </Fact>
          )}
        </Group>
      </Stack>
    </Group>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </div>
  );
}
