import { Tabs } from '@mantine/core';
import { Page } from '../../parts/page.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { PermissionList } from './permission-list.tsx';
import { RoleList } from './role-list.tsx';
import { defaults } from './view.ts';
import { rolesWords } from './words.ts';

export default function Roles() {
  const words = useWords(rolesWords);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        value={tab in words.tabs ? tab : defaults.tab}
        onChange={(tab) => change({ ...defaults, tab: tab ?? defaults.tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="roles">{words.tabs.roles}</Tabs.Tab>
          <Tabs.Tab value="permissions">{words.tabs.permissions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="roles">
          <RoleList />
        </Tabs.Panel>
        <Tabs.Panel value="permissions">
          <PermissionList />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
