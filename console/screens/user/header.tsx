import { Avatar, Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { User } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { userMessages } from './messages.ts';

const colors = { invited: 'brand', enabled: 'teal', disabled: 'red' } as const;

/** Identifies the user at a glance. */
export function UserHeader({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const { userId, loginIds, status, test, picture, createdTime, modifiedTime, consentExpiration } = user;
  return (
    <Group align="flex-start" gap="lg">
      <Avatar
        src={picture.startsWith('https://') ? picture : null}
        alt=""
        name={nameOf(user)}
        color="brand"
        size={72}
        imageProps={{ referrerPolicy: 'no-referrer' }}
        aria-hidden
      />
      <Stack gap="xs" style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Badge variant="light" color={colors[status]} tt="none">
            {messages.statuses[status]}
          </Badge>
          {test && (
            <Badge variant="outline" color="gray" tt="none">
              {messages.testUser}
            </Badge>
          )}
        </Group>
        <Group gap="md" component="dl" m={0}>
          <Fact name={messages.userId}>
            <CopyText text={userId} what={messages.userId} />
          </Fact>
          <Fact name={messages.loginIds}>
            <Group gap="xs">
              {loginIds.map((loginId) => (
                <CopyText key={loginId} text={loginId} what={`${messages.loginId} ${loginId}`} />
              ))}
            </Group>
          </Fact>
          <Fact name={messages.created}>
            <Moment value={createdTime} />
          </Fact>
          <Fact name={messages.modified}>
            <Moment value={modifiedTime} />
          </Fact>
          {consentExpiration * 1000 > now() && (
            <Fact name={messages.consent}>
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
