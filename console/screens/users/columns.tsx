import { CircleCheck, CircleDashed } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { useHref } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { preload } from '../../parts/preload.ts';
import type { Column } from '../../parts/record-table.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { attributeText } from './attribute-types.ts';
import { Initials } from './initials.tsx';
import { methodsOf, nameOf } from './user-facts.ts';
import { userWords } from './words.ts';

export const initialColumns = ['name', 'email', 'status', 'tenants', 'roles', 'created'];

/** Every column that the table can have, custom attributes among them; the same as long as they are. */
export function useUserColumns(attributes: CustomAttribute[]): Column<User>[] {
  const words = useWords(userWords);
  const { yes, no } = useWords(everywhere);
  return useMemo(() => userColumns(attributes, words, { yes, no }), [attributes, words, yes, no]);
}

type UserWords = (typeof userWords)['en'];

function userColumns(
  attributes: CustomAttribute[],
  words: UserWords,
  answers: { yes: string; no: string },
): Column<User>[] {
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
        <span className="cell-date">
          <Moment value={createdTime} style="date" />
        </span>
      ),
    },
    {
      id: 'modified',
      title: words.modified,
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
  const words = useWords(userWords);
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
        {test && <span className="badge badge-outline">{words.testShort}</span>}
        {name && loginIds[0] && loginIds[0] !== user.email && <small>{loginIds[0]}</small>}
      </div>
    </div>
  );
}

/** Several words, which the table does not break into letters where it is narrow. */
function Words({ text }: { text: string }) {
  return text ? <div className="cell-words">{text}</div> : null;
}

function Address({ text, isVerified }: { text: string; isVerified: boolean }) {
  const words = useWords(userWords);
  if (!text) return null;
  const Icon = isVerified ? CircleCheck : CircleDashed;
  const color = isVerified ? 'var(--mantine-color-teal-7)' : 'var(--mantine-color-dimmed)';
  return (
    <span className="cell-address">
      <span title={text}>{text}</span>
      <Icon size={14} color={color} role="img" aria-label={isVerified ? words.verified : words.unverified} />
    </span>
  );
}

const colors = { enabled: 'teal', disabled: 'red', invited: 'indigo' };

function Status({ user: { status } }: { user: User }) {
  const words = useWords(userWords);
  return <span className={`badge badge-${colors[status]}`}>{words.statuses[status]}</span>;
}

function tenantsOf({ userTenants }: User): string {
  return userTenants
    .map(({ tenantId, tenantName, roleNames }) => {
      const roles = roleNames.length > 0 ? ` (${roleNames.join(', ')})` : '';
      return `${tenantName || tenantId}${roles}`;
    })
    .join('; ');
}
