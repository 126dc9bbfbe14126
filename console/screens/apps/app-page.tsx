import { Stack } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { ApplicationPage } from '../../components/applications/application-page.tsx';
import { DeleteButton } from '../../components/applications/delete-button.tsx';
import { ssoKind, usesSecret } from '../../components/applications/kinds.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { SecretsCard } from '../../components/applications/secrets-card.tsx';
import { InstantSwitch } from '../../components/instant-switch.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { AttributesCard } from './attributes-card.tsx';
import { CertificatesCard } from './certificates-card.tsx';
import { ClientCard } from './client-card.tsx';
import { ConnectCard } from './connect-card.tsx';
import { SsoDetailsCard } from './details-card.tsx';
import { Guide, GuideCard } from './guide-card.tsx';
import { MappingsCard } from './mappings-card.tsx';
import { OidcCard } from './oidc-card.tsx';
import { Preview } from './preview.tsx';
import { SamlCard } from './saml-card.tsx';
import { SignIns } from './sign-ins.tsx';
import { guidesFor } from './templates.ts';
import { updateApp } from './update-app.ts';
import { defaults } from './view.ts';
import { WsfedCard } from './wsfed-card.tsx';

/** The ID of the application that every project has (`server/domain/directory/applications/sso/sso-app.ts`). */
const defaultAppId = 'descope-default-oidc';

interface AppPageProps {
  id: string;
  /** The client secret of an application that was just created. */
  newSecret: string | undefined;
  onSecretSeen(): void;
}

export function AppPage({ id, newSecret, onSecretSeen }: AppPageProps) {
  const messages = useMessages(appMessages);
  const [view, change] = useUrlState(defaults);
  const app = useRead(['apps', id], (client) => client.management.ssoApplication.load(id));
  return (
    <ApplicationPage
      kind={ssoKind}
      title={messages.title}
      app={app}
      actions={(app) => (
        <>
          <Enabled app={app} />
          <DeleteButton
            kind={ssoKind}
            app={app}
            lead={messages.deleteLead}
            stays={id === defaultAppId ? messages.defaultStays : undefined}
          />
        </>
      )}
    >
      {(app) => (
        <>
          <PageTabs
            label={app.name}
            value={view.tab}
            onChange={(tab) => change({ ...defaults, app: id, tab })}
            tabs={[
              {
                value: 'connect',
                title: messages.tabs.connect,
                show: () => <Connect app={app} guide={view.guide} onGuide={(guide) => change({ guide })} />,
              },
              { value: 'settings', title: messages.tabs.settings, show: () => <Settings app={app} /> },
              { value: 'preview', title: messages.tabs.preview, show: () => <Preview app={app} /> },
              { value: 'sign-ins', title: messages.tabs.signIns, show: () => <SignIns app={app} /> },
            ]}
          />
          <NewSecretShown app={app} guide={view.guide} secret={newSecret} onClose={onSecretSeen} />
        </>
      )}
    </ApplicationPage>
  );
}

interface ConnectProps {
  app: SsoApplication;
  guide: string;
  onGuide(guide: string): void;
}

function Connect({ app, guide, onGuide }: ConnectProps) {
  const { id, appType } = app;
  return (
    <Stack gap="lg">
      <ConnectCard app={app} />
      {usesSecret(app) && <SecretsCard kind={ssoKind} appId={id} />}
      {appType === 'saml' && <CertificatesCard appId={id} />}
      <GuideCard app={app} guide={guide} onGuide={onGuide} />
    </Stack>
  );
}

function Settings({ app }: { app: SsoApplication }) {
  return (
    <Stack gap="lg">
      <SsoDetailsCard app={app} />
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
