import './columns.css';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { CellChips, type Chip, chipsOf } from '../../components/cell-chips.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { useHref } from '../../components/links.tsx';
import { Day, Moment } from '../../components/moment.tsx';
import { preload } from '../../components/preload.ts';
import type { Column } from '../../components/table-column.ts';
import { attributeText } from '../../components/users/attribute-types.ts';
import { userMessages } from '../../components/users/messages.ts';
import { methodsOf, nameOf, secondFactorsOf } from '../../components/users/user-facts.ts';
import { UserStatus } from '../../components/users/user-status.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { Initials } from './initials.tsx';

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
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      width: 180,
      card: 'title',
      show: (user) => <Name user={user} />,
    },
    {
      id: 'loginIds',
      title: messages.loginIds,
      sortField: 'loginId',
      width: 180,
      card: 'line',
      show: ({ loginIds }) => loginIds.join(', '),
    },
    {
      id: 'email',
      title: messages.email,
      sortField: 'email',
      width: 220,
      card: 'line',
      show: ({ email, verifiedEmail }) => <Address text={email} isVerified={verifiedEmail} />,
    },
    {
      id: 'phone',
      title: messages.phone,
      sortField: 'phone',
      width: 150,
      card: 'line',
      show: ({ phone, verifiedPhone }) => <Address text={phone} isVerified={verifiedPhone} />,
    },
    {
      id: 'status',
      title: messages.status,
      sortField: 'status',
      width: 96,
      card: 'status',
      show: (user) => <UserStatus user={user} />,
    },
    {
      id: 'tenants',
      title: messages.tenants,
      width: 150,
      card: 'line',
      show: (user) => <CellChips chips={tenantChips(user)} />,
    },
    {
      id: 'roles',
      title: messages.roles,
      width: 140,
      card: 'line',
      show: ({ roleNames }) => <CellChips chips={chipsOf(roleNames)} />,
    },
    {
      id: 'methods',
      title: messages.methods,
      width: 160,
      card: 'line',
      show: (user) => methodsOf(user, messages.method).join(', '),
    },
    {
      id: 'secondFactor',
      title: messages.secondFactor,
      width: 160,
      card: 'line',
      show: (user) => secondFactorsOf(user, messages.method).join(', ') || messages.noSecondFactor,
    },
    {
      id: 'lastSignIn',
      title: messages.lastSignIn,
      sortField: 'lastSignInTime',
      width: 120,
      card: 'fact',
      show: ({ lastSignInTime }) => <Day value={lastSignInTime} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdTime',
      width: 110,
      card: 'fact',
      show: ({ createdTime }) => <Moment value={createdTime} />,
    },
    {
      id: 'modified',
      title: messages.modified,
      sortField: 'modifiedTime',
      card: 'fact',
      show: ({ modifiedTime }) => <Moment value={modifiedTime} />,
    },
    {
      id: 'id',
      title: 'ID',
      width: 180,
      card: 'fact',
      show: ({ userId }) => <CopyText text={userId} what="ID" key={userId} />,
    },
  ];
  const own = attributes.map(
    (attribute): Column<User> => ({
      id: `attribute:${attribute.name}`,
      title: attribute.displayName || attribute.name,
      card: 'fact',
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
      <Link
        className="row-link mantine-focus-auto"
        href={href(address)}
        onPointerEnter={() => preload(address)}
      >
        {shown}
      </Link>
      {name && loginIds[0] && loginIds[0] !== user.email && <small>{loginIds[0]}</small>}
      {test && <span className="badge">{messages.testShort}</span>}
    </div>
  );
}

function Address({ text, isVerified }: { text: string; isVerified: boolean }) {
  const messages = useMessages(userMessages);
  if (!text) return null;
  const Icon = isVerified ? CircleCheck : CircleDashed;
  return (
    <span className="user-address">
      <span>{text}</span>
      <Icon
        size={14}
        className={isVerified ? 'is-verified' : ''}
        role="img"
        aria-label={isVerified ? messages.verified : messages.unverified}
      />
    </span>
  );
}

/** The chip of a tenant leaves the user's roles there out. */
function tenantChips({ userTenants }: User): Chip[] {
  return userTenants.map(({ tenantId, tenantName, roleNames }) => {
    const text = tenantName || tenantId;
    const details = roleNames.length > 0 ? `${text} (${roleNames.join(', ')})` : text;
    return { id: tenantId, text, details };
  });
}
