import { Avatar, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { User } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { Chips } from '../../components/chips.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { messageOf } from '../../components/error-notice.tsx';
import { methodName } from '../../components/events/methods.ts';
import { initialsOf } from '../../components/initials-of.ts';
import { ScreenLink } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { type Fact, RecordSummary } from '../../components/record-summary.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { sessionMessages } from '../../components/users/session-messages.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { UserStatus } from '../../components/users/user-status.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { userMessages } from './messages.ts';
import { summaryMessages } from './summary-messages.ts';
import { type SignInSummary, useSignInSummary } from './use-sign-in-summary.ts';

/** Identifies the user at a glance. Each fact leads to the tab that has more about it. */
export function UserSummary({ user }: { user: User }) {
  const messages = useMessages(summaryMessages);
  const { moreOf } = useMessages(sharedMessages);
  const { userId, loginIds, userTenants, roleNames, createdTime, modifiedTime, consentExpiration } = user;
  const path = `users/${userId}`;
  const toAccess = (rest: number) => (
    <ScreenLink to={path} state={{ tab: 'access' }}>
      {moreOf(rest)}
    </ScreenLink>
  );
  const facts: Fact[] = [
    {
      name: messages.lastSignIn,
      tab: 'history',
      value: <FromSummary userId={userId} show={(summary) => <LastSignIn {...summary} />} />,
    },
    {
      name: messages.secondFactors,
      tab: 'credentials',
      value: <FromSummary userId={userId} show={(summary) => <SecondFactors summary={summary} />} />,
    },
    {
      name: messages.tenants,
      tab: 'access',
      value:
        userTenants.length === 0 ? (
          <None />
        ) : (
          <Chips
            chips={userTenants.map(({ tenantId: id, tenantName }) => ({
              id,
              text: tenantName || id,
              to: `tenants/${encodeURIComponent(id)}`,
            }))}
            more={toAccess}
          />
        ),
    },
  ];
  const minor: Fact[] = [
    ...(roleNames.length > 0
      ? [
          {
            name: messages.roles,
            tab: 'access',
            value: <Chips chips={roleNames.map((name) => ({ id: name, text: name }))} more={toAccess} />,
          },
        ]
      : []),
    { name: messages.userId, value: <CopyText text={userId} what={messages.userId} /> },
    {
      name: messages.loginIds,
      tab: 'profile',
      value: (
        <Stack gap={4}>
          {loginIds.map((loginId) => (
            <CopyText key={loginId} text={loginId} what={`${messages.loginId} ${loginId}`} />
          ))}
        </Stack>
      ),
    },
    { name: messages.created, value: <Moment value={createdTime} /> },
    { name: messages.modified, tab: 'audit', value: <Moment value={modifiedTime} /> },
    ...(consentExpiration * 1000 > now()
      ? [{ name: messages.consent, value: <Moment value={consentExpiration} /> }]
      : []),
  ];
  return (
    <RecordSummary
      label={messages.summary}
      path={path}
      head={<Head user={user} />}
      facts={facts}
      minor={minor}
    />
  );
}

function Head({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const { test, picture, email, loginIds } = user;
  const name = nameOf(user);
  const address = email || (loginIds[0] ?? '');
  return (
    <>
      <Avatar
        src={picture.startsWith('https://') ? picture : null}
        alt=""
        color="brand"
        size={48}
        flex="none"
        imageProps={{ referrerPolicy: 'no-referrer' }}
        aria-hidden
      >
        {initialsOf(name)}
      </Avatar>
      <div>
        <div className="summary-name" title={name}>
          {name}
        </div>
        {address !== name && (
          <Text size="xs" c="dimmed" truncate title={address}>
            {address}
          </Text>
        )}
        <Group gap={4} mt={4}>
          <UserStatus user={user} />
          {test && <StatusBadge tone="off">{messages.testUser}</StatusBadge>}
        </Group>
      </div>
    </>
  );
}

/** Shows a part of what is known about the user's sign-ins, as soon as it has arrived. */
function FromSummary({ userId, show }: { userId: string; show(summary: SignInSummary): React.ReactNode }) {
  const shared = useMessages(sharedMessages);
  const { data, error } = useSignInSummary(userId);
  if (data) return show(data);
  if (error) return <span className="dimmed">{messageOf(error, shared)}</span>;
  return <Skeleton h={16} w="60%" my={2} />;
}

function LastSignIn({ lastSignIn: { time, method, remoteAddress, device } }: SignInSummary) {
  const { language } = useLanguage();
  const { devices } = useMessages(sessionMessages);
  if (!time) return <Moment value={0} style="relative" />;
  return (
    <>
      <Moment value={time} style="relative" /> · {methodName(language, method)}
      <small>{[devices[device] ?? device, remoteAddress].filter(Boolean).join(' · ')}</small>
    </>
  );
}

function SecondFactors({ summary: { totp, passkeys, recoveryCodes } }: { summary: SignInSummary }) {
  const messages = useMessages(summaryMessages);
  const factors = [
    totp.exists && messages.totp,
    passkeys.count > 0 && messages.passkeys(passkeys.count),
    recoveryCodes.count > 0 && messages.recoveryCodes(recoveryCodes.count),
  ].filter((text) => text !== false);
  return factors.length > 0 ? factors.join(', ') : <None />;
}

function None() {
  const { none } = useMessages(sharedMessages);
  return <span className="dimmed">{none}</span>;
}
