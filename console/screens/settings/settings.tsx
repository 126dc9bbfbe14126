import { useProjectSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { AccountPageSettings } from './account-page.tsx';
import { Addresses } from './addresses.tsx';
import { General } from './general.tsx';
import { Impersonation } from './impersonation.tsx';
import { Invitations } from './invitations.tsx';
import { settingsMessages } from './messages.ts';
import { SigningKeys } from './signing-keys.tsx';
import { Tokens } from './tokens.tsx';

const defaults = { tab: 'general' };

export default function Settings() {
  const messages = useMessages(settingsMessages);
  const [{ tab }, change] = useUrlState(defaults);
  const { data, error, refetch } = useProjectSettings();
  const show = () => {
    if (error) return <ErrorNotice error={error} retry={refetch} />;
    if (!data) return <Loading />;
    switch (tab) {
      case 'addresses':
        return <Addresses settings={data} />;
      case 'tokens':
        return <Tokens settings={data} />;
      case 'invitations':
        return <Invitations settings={data} />;
      case 'account':
        return <AccountPageSettings settings={data} />;
      case 'impersonation':
        return <Impersonation settings={data} />;
      case 'keys':
        return <SigningKeys settings={data} />;
      default:
        return <General settings={data} />;
    }
  };
  const names = [
    'general',
    'addresses',
    'tokens',
    'invitations',
    'account',
    'impersonation',
    'keys',
  ] as const;
  return (
    <Page title={messages.title} lead={messages.lead}>
      <PageTabs
        label={messages.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={names.map((value) => ({ value, title: messages.tabs[value], show }))}
      />
    </Page>
  );
}
