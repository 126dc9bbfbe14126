import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { AuditEvent } from '../../../client/client.ts';
import { ScreenLink } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { auditMessages } from './messages.ts';

/** Shows the user that an event is about, by login ID. A deleted user no longer has one. */
export function UserOf({ event: { userId, externalIds } }: { event: AuditEvent }) {
  if (!userId) return null;
  return <ScreenLink to={`users/${encodeURIComponent(userId)}`}>{externalIds[0] ?? userId}</ScreenLink>;
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
        <ActorLink actorType={actorType} actorId={actorId} />
      </Text>
    </>
  );
}

function ActorLink({ actorType, actorId }: Pick<AuditEvent, 'actorType' | 'actorId'>) {
  if (actorType === 'user')
    return <ScreenLink to={`users/${encodeURIComponent(actorId)}`}>{actorId}</ScreenLink>;
  if (actorType === 'accessKey')
    return (
      <ScreenLink to="access-keys" state={{ text: actorId }}>
        {actorId}
      </ScreenLink>
    );
  if (actorType === 'managementKey') return <ScreenLink to="management-keys">{actorId}</ScreenLink>;
  return actorId;
}

export function TenantsOf({ tenants }: Pick<AuditEvent, 'tenants'>) {
  return tenants.map((tenant, index) => (
    <Fragment key={tenant}>
      {index > 0 && ', '}
      <ScreenLink to={`tenants/${encodeURIComponent(tenant)}`}>{tenant}</ScreenLink>
    </Fragment>
  ));
}
