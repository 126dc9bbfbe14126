import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { AuditEvent } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ScreenLink } from '../links.tsx';
import { auditMessages } from './messages.ts';
import { linkTo } from './sentences/targets.ts';

/** Shows the user that an event is about, by login ID. A deleted user no longer has one. */
export function UserOf({ event: { userId, externalIds } }: { event: AuditEvent }) {
  if (!userId) return null;
  return <ScreenLink to={linkTo.user(userId).to}>{externalIds[0] ?? userId}</ScreenLink>;
}

/** Shows who caused an event. `isShort` is for places with little room. */
export function ActorOf({ event, isShort = false }: { event: AuditEvent; isShort?: boolean }) {
  const messages = useMessages(auditMessages);
  const { actorType, actorId, userId } = event;
  const kind = messages.actorTypes[actorType] ?? actorType;
  if (actorType === 'user' && actorId === userId) return <UserOf event={event} />;
  if (!actorId) return kind;
  return (
    <>
      <Text span inherit c="dimmed" size="xs" display="block">
        {kind}
      </Text>
      <Text span inherit truncate display="block" {...(isShort && { maw: 160 })} title={actorId}>
        <ActorLink event={event} />
      </Text>
    </>
  );
}

function ActorLink({ event: { actorType, actorId, names = {} } }: { event: AuditEvent }) {
  const name = names[actorId] ?? actorId;
  const target = actorType === 'user' ? linkTo.user(actorId) : linkTo.actor(actorType, actorId);
  if (!target) return name;
  return (
    <ScreenLink to={target.to} {...(target.state && { state: target.state })}>
      {name}
    </ScreenLink>
  );
}

export function TenantsOf({ event: { tenants, names = {} } }: { event: AuditEvent }) {
  return tenants.map((tenant, index) => (
    <Fragment key={tenant}>
      {index > 0 && ', '}
      <ScreenLink to={linkTo.tenant(tenant).to}>{names[tenant] ?? tenant}</ScreenLink>
    </Fragment>
  ));
}
