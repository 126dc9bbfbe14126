import { CircleCheck, CircleDashed } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { useHref } from '../../components/links.tsx';
import { Moment } from '../../components/moment.tsx';
import { preload } from '../../components/preload.ts';
import type { Column } from '../../components/table-column.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { attributeText } from './attribute-types.ts';
import { Initials } from './initials.tsx';
import { userMessages } from './messages.ts';
import { methodsOf, nameOf } from './user-facts.ts';

export const initialColumns = ['name', 'email', 'status', 'tenants', 'roles', 'created'];

/**
 * Returns every column of the table, including custom attributes. The result keeps its identity while they do not
 * change.
 */
export function useUserColumns(attributes: CustomAttribute[]): Column<User>[] {
  const messages = useMessages(userMessages);
  const { yes, no } = useMessages(sharedMessages);
  return useMemo(() => userColumns(attributes, messages, { yes, no }), [attributes, messages, yes, no]);
}

type UserMessages = (typeof userMessages)['en'];

function userColumns(
  attributes: CustomAttribute[],
  messages: UserMessages,
  answers: { yes: string; no: string },
): Column<User>[] {
  const all: Column<User>[] = [
    { id: 'name', title: messages.name, sortField: 'name', show: (user) => <Name user={user} /> },
    {
      id: 'loginIds',
      title: messages.loginIds,
      sortField: 'loginId',
      show: ({ loginIds }) => <WrappedText text={loginIds.join(', ')} />,
    },
    {
      id: 'email',
      title: messages.email,
      sortField: 'email',
      show: ({ email, verifiedEmail }) => <Address text={email} isVerified={verifiedEmail} />,
    },
    {
      id: 'phone',
      title: messages.phone,
      sortField: 'phone',
      show: ({ phone, verifiedPhone }) => <Address text={phone} isVerified={verifiedPhone} />,
    },
    { id: 'status', title: messages.status, sortField: 'status', show: (user) => <Status user={user} /> },
    { id: 'tenants', title: messages.tenants, show: (user) => <WrappedText text={tenantsOf(user)} /> },
    {
      id: 'roles',
      title: messages.roles,
      show: ({ roleNames }) => <WrappedText text={roleNames.join(', ')} />,
    },
    {
      id: 'methods',
      title: messages.methods,
      show: (user) => <WrappedText text={methodsOf(user, messages.method).join(', ')} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdTime',
      show: ({ createdTime }) => (
        <span className="cell-date">
          <Moment value={createdTime} style="date" />
        </span>
      ),
    },
    {
      id: 'modified',
      title: messages.modified,
      sortField: 'modifiedTime',
      show: ({ modifiedTime }) => <Moment value={modifiedTime} />,
    },
    { id: 'id', title: 'ID', show: ({ userId }) => <CopyText text={userId} what="ID" key={userId} /> },
  ];
  const own = attributes.map(
    (attribute): Column<User> => ({
      id: `attribute:${attribute.name}`,
      title: attribute.displayName || attribute.name,
      show: ({ customAttributes }) => attributeText(attribute, customAttributes[attribute.name], answers),
    }),
  );
  return [...all, ...own];
}

function Name({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const href = useHref();
  const { userId, name, loginIds, picture, test } = user;
  const shown = nameOf(user);
  const address = `users/${userId}`;
  return (
    <div className="user-name">
      <Initials name={shown} picture={picture} />
      <div>
        <Link
          className="row-link mantine-focus-auto"
          href={href(address)}
          onPointerEnter={() => preload(address)}
        >
          {shown}
        </Link>{' '}
        {test && <span className="badge badge-outline">{messages.testShort}</span>}
        {name && loginIds[0] && loginIds[0] !== user.email && <small>{loginIds[0]}</small>}
      </div>
    </div>
  );
}

/** Renders text that narrow tables break only between words. */
function WrappedText({ text }: { text: string }) {
  return text ? <div className="cell-text">{text}</div> : null;
}

function Address({ text, isVerified }: { text: string; isVerified: boolean }) {
  const messages = useMessages(userMessages);
  if (!text) return null;
  const Icon = isVerified ? CircleCheck : CircleDashed;
  const color = isVerified ? 'var(--mantine-color-teal-7)' : 'var(--mantine-color-dimmed)';
  return (
    <span className="cell-address">
      <span title={text}>{text}</span>
      <Icon
        size={14}
        color={color}
        role="img"
        aria-label={isVerified ? messages.verified : messages.unverified}
      />
    </span>
  );
}

const colors = { enabled: 'teal', disabled: 'red', invited: 'brand' };

function Status({ user: { status } }: { user: User }) {
  const messages = useMessages(userMessages);
  return <span className={`badge badge-${colors[status]}`}>{messages.statuses[status]}</span>;
}

function tenantsOf({ userTenants }: User): string {
  return userTenants
    .map(({ tenantId, tenantName, roleNames }) => {
      const roles = roleNames.length > 0 ? ` (${roleNames.join(', ')})` : '';
      return `${tenantName || tenantId}${roles}`;
    })
    .join('; ');
}
