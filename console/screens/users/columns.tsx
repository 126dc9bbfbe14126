import { Avatar, Badge, Group, type MantineColor, Text } from '@mantine/core';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Column } from '../../parts/record-table.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { attributeText } from './attribute-types.ts';
import { methodsOf, nameOf } from './user-facts.ts';
import { userWords } from './words.ts';

export const initialColumns = ['name', 'email', 'status', 'tenants', 'roles', 'created'];

/** Every column that the table can have, custom attributes among them. */
export function useUserColumns(attributes: CustomAttribute[]): Column<User>[] {
  const words = useWords(userWords);
  const { yes, no } = useWords(everywhere);
  const all: Column<User>[] = [
    { id: 'name', title: words.name, sortField: 'name', show: (user) => <Name user={user} /> },
    {
      id: 'loginIds',
      title: words.loginIds,
      sortField: 'loginId',
      show: ({ loginIds }) => <Words text={loginIds.join(', ')} />,
    },
    {
      id: 'email',
      title: words.email,
      sortField: 'email',
      show: ({ email, verifiedEmail }) => <Address text={email} isVerified={verifiedEmail} />,
    },
    {
      id: 'phone',
      title: words.phone,
      sortField: 'phone',
      show: ({ phone, verifiedPhone }) => <Address text={phone} isVerified={verifiedPhone} />,
    },
    { id: 'status', title: words.status, sortField: 'status', show: (user) => <Status user={user} /> },
    { id: 'tenants', title: words.tenants, show: (user) => <Words text={tenantsOf(user)} /> },
    { id: 'roles', title: words.roles, show: ({ roleNames }) => <Words text={roleNames.join(', ')} /> },
    {
      id: 'methods',
      title: words.methods,
      show: (user) => <Words text={methodsOf(user, words.method).join(', ')} />,
    },
    {
      id: 'created',
      title: words.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => (
        <Text inherit style={{ whiteSpace: 'nowrap' }} component="span">
          <Moment value={createdTime} style="date" />
        </Text>
      ),
    },
    {
      id: 'modified',
      title: words.modified,
      sortField: 'modifiedTime',
      show: ({ modifiedTime }) => <Moment value={modifiedTime} />,
    },
    { id: 'id', title: 'ID', show: ({ userId }) => <CopyText text={userId} what="ID" /> },
  ];
  const own = attributes.map(
    (attribute): Column<User> => ({
      id: `attribute:${attribute.name}`,
      title: attribute.displayName || attribute.name,
      show: ({ customAttributes }) => attributeText(attribute, customAttributes[attribute.name], { yes, no }),
    }),
  );
  return [...all, ...own];
}

/** Those whose letters can be read on their own light shade. */
const readableColors: MantineColor[] = ['indigo', 'violet', 'grape', 'pink', 'blue'];
/** Readable on the colour of a selected row, too. */
const linkColor = 'light-dark(var(--mantine-color-indigo-9), var(--mantine-color-indigo-3))';

function Name({ user }: { user: User }) {
  const words = useWords(userWords);
  const { userId, name, loginIds, picture, test } = user;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar
        size="sm"
        {...(picture.startsWith('https://') ? { src: picture } : {})}
        name={nameOf(user)}
        color="initials"
        allowedInitialsColors={readableColors}
        alt=""
        aria-hidden
      />
      <div style={{ minWidth: 130, overflowWrap: 'break-word' }}>
        <ScreenLink to={`users/${userId}`} fw={500} c={linkColor}>
          {nameOf(user)}
        </ScreenLink>{' '}
        {test && (
          <Badge size="xs" variant="outline" color="gray" tt="none">
            {words.testShort}
          </Badge>
        )}
        {name && loginIds[0] && loginIds[0] !== user.email && (
          <Text size="xs" c="dimmed">
            {loginIds[0]}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** Several words, which the table does not break into letters where it is narrow. */
function Words({ text }: { text: string }) {
  return text ? <div style={{ minWidth: 90, maxWidth: 320 }}>{text}</div> : null;
}

function Address({ text, isVerified }: { text: string; isVerified: boolean }) {
  const words = useWords(userWords);
  if (!text) return null;
  const Icon = isVerified ? CircleCheck : CircleDashed;
  const color = isVerified ? 'var(--mantine-color-teal-7)' : 'var(--mantine-color-dimmed)';
  return (
    <Group gap={6} wrap="nowrap" component="span">
      <Text span inherit truncate maw={240} title={text}>
        {text}
      </Text>
      <Icon
        size={14}
        color={color}
        role="img"
        aria-label={isVerified ? words.verified : words.unverified}
        style={{ flexShrink: 0 }}
      />
    </Group>
  );
}

const colors = { enabled: 'teal', disabled: 'red', invited: 'indigo' };

function Status({ user: { status } }: { user: User }) {
  const words = useWords(userWords);
  return (
    <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
      {words.statuses[status]}
    </Badge>
  );
}

function tenantsOf({ userTenants }: User): string {
  return userTenants
    .map(({ tenantId, tenantName, roleNames }) => {
      const roles = roleNames.length > 0 ? ` (${roleNames.join(', ')})` : '';
      return `${tenantName || tenantId}${roles}`;
    })
    .join('; ');
}
