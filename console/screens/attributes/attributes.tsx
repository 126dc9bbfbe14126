import { Tabs } from '@mantine/core';
import { Page } from '../../parts/page.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { AttributeList } from './attribute-list.tsx';
import { defaults } from './view.ts';
import { attributeWords } from './words.ts';

export default function Attributes() {
  const words = useWords(attributeWords);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={words.title} lead={`${words.lead} ${words.limit}`}>
      <Tabs
        value={tab in words.tabs ? tab : defaults.tab}
        onChange={(tab) => change({ ...defaults, tab: tab ?? defaults.tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="users">{words.tabs.users}</Tabs.Tab>
          <Tabs.Tab value="apps">{words.tabs.apps}</Tabs.Tab>
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
