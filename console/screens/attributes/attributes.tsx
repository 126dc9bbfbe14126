import { Tabs } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { AttributeList } from './attribute-list.tsx';
import { attributeMessages } from './messages.ts';
import { defaults } from './view.ts';

export default function Attributes() {
  const messages = useMessages(attributeMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={messages.title} lead={`${messages.lead} ${messages.limit}`}>
      <Tabs
        value={tab in messages.tabs ? tab : defaults.tab}
        onChange={(tab) => change({ ...defaults, tab: tab ?? defaults.tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="users">{messages.tabs.users}</Tabs.Tab>
          <Tabs.Tab value="apps">{messages.tabs.apps}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="users">
          <AttributeList owner="users" />
        </Tabs.Panel>
        <Tabs.Panel value="apps">
          <AttributeList owner="apps" />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
