import { Tabs } from '@mantine/core';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { rolesMessages } from './messages.ts';
import { PermissionList } from './permission-list.tsx';
import { RoleList } from './role-list.tsx';
import { defaults } from './view.ts';

export default function Roles() {
  const messages = useMessages(rolesMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Tabs
        value={tab in messages.tabs ? tab : defaults.tab}
        onChange={(tab) => change({ ...defaults, tab: tab ?? defaults.tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="roles">{messages.tabs.roles}</Tabs.Tab>
          <Tabs.Tab value="permissions">{messages.tabs.permissions}</Tabs.Tab>
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
