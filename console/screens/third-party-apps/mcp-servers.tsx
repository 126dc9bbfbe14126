import { Menu } from '@mantine/core';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import type { McpServer } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ApplicationList, listDefaults } from '../../components/applications/application-list.tsx';
import { appMessages } from '../../components/applications/messages.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { Details } from '../../components/details.tsx';
import { Page } from '../../components/page.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { mcpMessages } from './mcp-messages.ts';
import { McpServerForm } from './mcp-server-form.tsx';

/** Lists the MCP servers with what is copied into their configuration: the address and the issuer. */
export default function McpServers() {
  const messages = useMessages(mcpMessages);
  const { name } = useMessages(appMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(listDefaults);
  const [edited, setEdited] = useState<McpServer | 'new'>();
  const servers = useRead(['mcp-servers'], (client) => client.management.mcpServer.loadAll());
  const create = (
    <CreateButton may={mayChange} onClick={() => setEdited('new')}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <ApplicationList
        icon={Plug}
        words={messages}
        apps={servers}
        columns={[
          { id: 'name', title: name, sortField: 'name', show: ({ name }) => name },
          { id: 'copied', title: messages.copied, show: (server) => <Copied server={server} /> },
        ]}
        textOf={({ url }) => url}
        view={view}
        change={change}
        create={create}
        {...(mayChange && {
          actions: (server: McpServer) => <Actions server={server} onEdit={() => setEdited(server)} />,
        })}
      />
      {edited && (
        <McpServerForm {...(edited !== 'new' && { server: edited })} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function Copied({ server: { url, issuer } }: { server: McpServer }) {
  const messages = useMessages(mcpMessages);
  return (
    <Details
      facts={[
        [messages.url, <CopyText key="url" text={url} what={messages.url} />],
        [messages.issuer, <CopyText key="issuer" text={issuer} what={messages.issuer} />],
      ]}
    />
  );
}

function Actions({ server: { id, name }, onEdit }: { server: McpServer; onEdit(): void }) {
  const messages = useMessages(mcpMessages);
  const { edit, delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const [asks, setAsks] = useState(false);
  const remove = useWrite((client) => client.management.mcpServer.delete(id), {
    changes: [['mcp-servers']],
    done: messages.deleted(name),
  });
  return (
    <>
      <RowMenu name={name}>
        <Menu.Item onClick={onEdit}>{edit}</Menu.Item>
        <Menu.Item color="red" onClick={() => setAsks(true)}>
          {withEllipsis(deleteLabel)}
        </Menu.Item>
      </RowMenu>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.deleteTitle(name)}
        action={deleteLabel}
        typed={name}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        {messages.deleteLead}
      </Confirm>
    </>
  );
}
