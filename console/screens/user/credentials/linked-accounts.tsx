import { Button, Menu, Skeleton } from '@mantine/core';
import { Building2, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { Client, User } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { Confirm } from '../../../components/confirm.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { providerName } from '../../../components/events/methods.ts';
import { ScreenLink } from '../../../components/links.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ProviderLogo } from '../../../components/providers/provider-logo.tsx';
import { RowMenu } from '../../../components/row-menu.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useHasRole } from '../../../session/session.tsx';
import { useUserWrite } from '../use-user-write.ts';
import { CredentialRow } from './credential-row.tsx';
import { MoveIdentity } from './move-identity.tsx';
import { ProviderToken } from './provider-token.tsx';

type ListAnswer = Awaited<ReturnType<Client['management']['user']['listIdentities']>>;
export type Identity = Extract<ListAnswer, { ok: true }>['data'][number];

/** The user's accounts at the providers of the project and at the identity providers of tenants, oldest first. */
export function LinkedAccounts({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const identities = useRead(['user', user.userId, 'identities'], (client) =>
    client.management.user.listIdentities(user.userId),
  );
  if (identities.error) {
    return <ErrorNotice error={identities.error} retry={() => void identities.refetch()} />;
  }
  if (!identities.data) return <Skeleton h={36} />;
  if (identities.data.length === 0) {
    return <CredentialRow icon={Link2} name={messages.accounts} state={messages.noAccounts} />;
  }
  return identities.data.map((identity) => (
    <LinkedAccount key={identity.id} user={user} identity={identity} />
  ));
}

function LinkedAccount({ user, identity }: { user: User; identity: Identity }) {
  const messages = useMessages(credentialMessages);
  const { type, provider, tenantId, subject, createdTime, lastUsedTime } = identity;
  const tenant = user.userTenants.find((one) => one.tenantId === tenantId)?.tenantName || tenantId;
  const name = type === 'oauth' ? providerName(provider) : messages.ssoOf(tenant);
  return (
    <CredentialRow
      icon={type === 'oauth' ? Link2 : Building2}
      picture={type === 'oauth' && <ProviderLogo provider={provider} />}
      name={name}
      state={
        <>
          {messages.linkedSince} <Moment value={createdTime} style="relative" />
          {lastUsedTime > 0 && (
            <>
              {' '}
              · {messages.lastUsedSince} <Moment value={lastUsedTime} style="relative" />
            </>
          )}{' '}
          · {messages.providerUserId} {subject}
        </>
      }
      actions={
        <>
          {type === 'oauth' ? (
            <Token user={user} provider={provider} />
          ) : (
            <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`} state={{ tab: 'sso' }} size="sm">
              {messages.toConnection}
            </ScreenLink>
          )}
          <Change user={user} identity={identity} name={name} />
        </>
      }
    />
  );
}

function Token({ user, provider }: { user: User; provider: string }) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('administrator');
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        disabled={!may}
        aria-label={messages.tokenTitle(provider)}
        onClick={() => setAsks(true)}
      >
        {messages.token}
      </Button>
      <ProviderToken user={user} provider={asks ? provider : undefined} onClose={() => setAsks(false)} />
    </>
  );
}

function Change({ user, identity: { id }, ...rest }: { user: User; identity: Identity; name: string }) {
  const messages = useMessages(credentialMessages);
  const { remove: removeLabel } = useMessages(sharedMessages);
  const [mayRemove, mayMove] = [useHasRole('support'), useHasRole('administrator')];
  const [asked, setAsked] = useState<'remove' | 'move'>();
  const close = () => setAsked(undefined);
  const remove = useUserWrite((client) => client.management.user.removeIdentity(user.userId, id), {
    done: messages.accountRemoved,
  });
  if (!mayRemove) return null;
  return (
    <>
      <RowMenu name={rest.name}>
        {mayMove && <Menu.Item onClick={() => setAsked('move')}>{messages.moveAccount}</Menu.Item>}
        <Menu.Item color="red" onClick={() => setAsked('remove')}>
          {messages.remove}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asked === 'remove'}
        onClose={close}
        title={messages.removeAccountTitle(rest.name, nameOf(user))}
        action={removeLabel}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.removeAccountLead}
      </Confirm>
      <MoveIdentity user={user} identityId={id} name={rest.name} opened={asked === 'move'} onClose={close} />
    </>
  );
}
