import { Button, Group, Stack } from '@mantine/core';
import { AppWindow, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { ApiError, unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { Confirm } from '../../components/confirm.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { InstantSwitch } from '../../components/instant-switch.tsx';
import { useGo } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { AttributesCard } from './attributes-card.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { ClientCard } from './client-card.tsx';
import { ConnectCard } from './connect-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { Guide, GuideCard } from './guide-card.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { OidcCard } from './oidc-card.tsx';
import { Preview } from './preview.tsx';
import { SamlCard } from './saml-card.tsx';
import { SecretsCard } from './secrets-card.tsx';
import { SignIns } from './sign-ins.tsx';
import { guidesFor } from './templates.ts';
import { updateApp } from './update-app.ts';
import { defaults } from './view.ts';
import { WsfedCard } from './wsfed-card.tsx';

/** The ID of the application that every project has (`server/domain/directory/sso-apps/sso-app.ts`). */
const defaultAppId = 'descope-default-oidc';

interface AppPageProps {
  id: string;
  /** The client secret of an application that was just created. */
  newSecret: string | undefined;
  onSecretSeen(): void;
}

export function AppPage({ id, newSecret, onSecretSeen }: AppPageProps) {
  const messages = useMessages(appMessages);
  const go = useGo();
  const [view, change] = useUrlState(defaults);
  const { data, error, refetch } = useRead(['apps', id], (client) =>
    client.management.ssoApplication.load(id),
  );
  const within = [{ title: messages.title, to: 'apps' }];
  if (!data) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Page title={isMissing ? messages.missing : messages.title} {...(isMissing && { within })}>
        {isMissing ? (
          <EmptyState
            icon={AppWindow}
            title={messages.missing}
            lead={messages.missingLead}
            action={<Button onClick={() => go('apps')}>{messages.toList}</Button>}
          />
        ) : error ? (
          <ErrorNotice error={error} retry={refetch} />
        ) : (
          <Loading />
        )}
      </Page>
    );
  }
  return (
    <Page
      key="app"
      title={data.name}
      within={within}
      actions={
        <>
          <Enabled app={data} />
          <DeleteButton app={data} />
        </>
      }
    >
      <PageTabs
        label={data.name}
        value={view.tab}
        onChange={(tab) => change({ ...defaults, app: id, tab })}
        tabs={[
          {
            value: 'connect',
            title: messages.tabs.connect,
            show: () => <Connect app={data} guide={view.guide} onGuide={(guide) => change({ guide })} />,
          },
          { value: 'settings', title: messages.tabs.settings, show: () => <Settings app={data} /> },
          { value: 'preview', title: messages.tabs.preview, show: () => <Preview app={data} /> },
          { value: 'sign-ins', title: messages.tabs.signIns, show: () => <SignIns app={data} /> },
        ]}
      />
      <NewSecretShown app={data} guide={view.guide} secret={newSecret} onClose={onSecretSeen} />
    </Page>
  );
}

interface ConnectProps {
  app: SsoApplication;
  guide: string;
  onGuide(guide: string): void;
}

function Connect({ app, guide, onGuide }: ConnectProps) {
  const { id, appType, oidcSettings } = app;
  return (
    <Stack gap="lg">
      <ConnectCard app={app} />
      {appType === 'oidc' && oidcSettings.clientType !== 'public' && <SecretsCard appId={id} />}
      {appType === 'saml' && <CertificatesCard appId={id} />}
      <GuideCard {...{ app, guide, onGuide }} />
    </Stack>
  );
}

function Settings({ app }: { app: SsoApplication }) {
  return (
    <Stack gap="lg">
      <DetailsCard app={app} />
      <Protocol app={app} />
      <AttributesCard app={app} />
    </Stack>
  );
}

interface NewSecretShownProps extends Omit<ConnectProps, 'onGuide'> {
  secret: string | undefined;
  onClose(): void;
}

/** Shows the client secret of a new application once, also within the lines to copy. */
function NewSecretShown({ app, guide, secret, onClose }: NewSecretShownProps) {
  const messages = useMessages(appMessages);
  const template = guidesFor(app.appType).find(({ id }) => id === guide);
  return (
    <ShownOnce
      title={messages.appCreatedTitle}
      secret={secret}
      what={messages.clientSecret}
      onClose={onClose}
      {...(template && secret && { more: <Guide template={template} app={app} secret={secret} /> })}
    />
  );
}

function Protocol({ app }: { app: SsoApplication }) {
  switch (app.appType) {
    case 'oidc':
      return (
        <>
          <OidcCard app={app} />
          <ClientCard app={app} />
        </>
      );
    case 'saml':
      return (
        <>
          <SamlCard app={app} />
          <MappingsCard app={app} settings={app.samlSettings} />
        </>
      );
    case 'wsfed':
      return (
        <>
          <WsfedCard app={app} />
          <MappingsCard app={app} settings={app.wsfedSettings} />
        </>
      );
  }
}

function DeleteButton({ app: { id, name } }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { delete: deleteLabel, withEllipsis } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const isDefault = id === defaultAppId;
  const remove = useWrite((client) => client.management.ssoApplication.delete(id), {
    done: messages.deleted(name),
    onDone: () => go('apps'),
  });
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsks(true)}
        disabled={!mayChange || isDefault}
        {...(isDefault && { title: messages.defaultStays })}
      >
        {withEllipsis(deleteLabel)}
      </Button>
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
    </Group>
  );
}

function Enabled({ app }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { client } = useProject();
  const mayChange = useHasRole('administrator');
  const { name, enabled } = app;
  const set = useWrite((client, enabled: boolean) => updateApp(client, app, { enabled }), {
    changes: [['apps']],
    done: (_, enabled) => (enabled ? messages.switchedOn(name) : messages.switchedOff(name)),
    undo: (_, enabled) => unwrap(updateApp(client, app, { enabled: !enabled })),
  });
  return (
    <InstantSwitch
      label={messages.switch}
      checked={enabled}
      onChange={set.mutateAsync}
      disabled={!mayChange}
    />
  );
}
