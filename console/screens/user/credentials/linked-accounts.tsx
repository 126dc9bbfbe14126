import { Button } from '@mantine/core';
import { Building2, Link2 } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { providerName } from '../../../components/events/methods.ts';
import { ScreenLink } from '../../../components/links.tsx';
import { Moment } from '../../../components/moment.tsx';
import { ProviderLogo } from '../../../components/providers/provider-logo.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import type { SignInSummary } from '../use-sign-in-summary.ts';
import { CredentialRow } from './credential-row.tsx';
import { ProviderToken } from './provider-token.tsx';

interface LinkedAccountsProps extends Pick<SignInSummary, 'oauthAccounts' | 'ssoAccounts'> {
  user: User;
}

/** The user's accounts at identity providers: those of the project, then those of tenants. */
export function LinkedAccounts({ user, oauthAccounts, ssoAccounts }: LinkedAccountsProps) {
  const messages = useMessages(credentialMessages);
  const may = useHasRole('administrator');
  const [asked, setAsked] = useState<string>();
  const nameOfTenant = (id: string) =>
    user.userTenants.find(({ tenantId }) => tenantId === id)?.tenantName || id;
  if (oauthAccounts.length + ssoAccounts.length === 0) {
    return <CredentialRow icon={Link2} name={messages.accounts} state={messages.noAccounts} />;
  }
  return (
    <>
      {oauthAccounts.map(({ provider, subject, createdTime }) => (
        <CredentialRow
          key={provider}
          icon={Link2}
          picture={<ProviderLogo provider={provider} />}
          name={providerName(provider)}
          state={
            <>
              {messages.linkedSince} <Moment value={createdTime} style="relative" /> ·{' '}
              {messages.providerUserId} {subject}
            </>
          }
          actions={
            <Button
              variant="default"
              size="xs"
              disabled={!may}
              aria-label={messages.tokenTitle(provider)}
              onClick={() => setAsked(provider)}
            >
              {messages.token}
            </Button>
          }
        />
      ))}
      {ssoAccounts.map(({ tenantId, ssoId, subject, createdTime }) => (
        <CredentialRow
          key={`${tenantId} ${ssoId} ${subject}`}
          icon={Building2}
          name={messages.ssoOf(nameOfTenant(tenantId))}
          state={
            <>
              {messages.linkedSince} <Moment value={createdTime} style="relative" /> · {subject}
            </>
          }
          actions={
            <ScreenLink to={`tenants/${encodeURIComponent(tenantId)}`} state={{ tab: 'sso' }} size="sm">
              {messages.toConnection}
            </ScreenLink>
          }
        />
      ))}
      <ProviderToken user={user} provider={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
