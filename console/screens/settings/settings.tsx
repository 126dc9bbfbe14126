import type { ComponentType } from 'react';
import type { ProjectSettings } from '../../../client/client.ts';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { WithSettings } from '../../components/with-settings.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { AccountPageSettings } from './account-page.tsx';
import { Addresses } from './addresses.tsx';
import { General } from './general.tsx';
import { Impersonation } from './impersonation.tsx';
import { Invitations } from './invitations.tsx';
import { settingsMessages } from './messages.ts';
import { SigningKeys } from './signing-keys.tsx';
import { StricterRules } from './stricter-rules.tsx';
import { TenantDomains } from './tenant-domains.tsx';

const defaults = { tab: 'general' };

const names = [
  'general',
  'addresses',
  'invitations',
  'account',
  'impersonation',
  'domains',
  'keys',
  'rules',
] as const;

const tabs: Record<(typeof names)[number], ComponentType<{ settings: ProjectSettings }>> = {
  general: General,
  addresses: Addresses,
  invitations: Invitations,
  account: AccountPageSettings,
  impersonation: Impersonation,
  domains: TenantDomains,
  keys: SigningKeys,
  rules: StricterRules,
};

export default function Settings() {
  const messages = useMessages(settingsMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <PageTabs
        label={messages.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={names.map((value) => {
          const Tab = tabs[value];
          return {
            value,
            title: messages.tabs[value],
            show: () => <WithSettings>{(settings) => <Tab settings={settings} />}</WithSettings>,
          };
        })}
      />
    </Page>
  );
}
