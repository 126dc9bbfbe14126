import { Textarea, TextInput } from '@mantine/core';
import type { InboundApplication } from '../../../client/client.ts';
import { applicationLengths } from '../../../client/constants.ts';
import { baseUrl } from '../../api/base-url.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { thirdPartyMessages } from './messages.ts';
import { useSaveApp } from './use-save-app.ts';

type Values = Pick<InboundApplication, 'name' | 'description' | 'logo'>;

/** What is copied into the application. */
export function AppFacts({ app: { id, clientId } }: { app: InboundApplication }) {
  const { issuer: issuerLabel, clientId: clientLabel } = useMessages(thirdPartyMessages);
  const { id: idLabel } = useMessages(appMessages);
  const { project } = useProject();
  const issuer = `${baseUrl}/v1/apps/${project.id}`;
  return (
    <Details
      facts={[
        [idLabel, <CopyText key="id" text={id} what={idLabel} />],
        [issuerLabel, <CopyText key="issuer" text={issuer} what={issuerLabel} />],
        [clientLabel, <CopyText key="client" text={clientId} what={clientLabel} />],
      ]}
    />
  );
}

export function DetailsCard({ app }: { app: InboundApplication }) {
  const messages = useMessages(appMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<Values>(app);
  const { name, description, logo } = draft.values;
  // A logo stored as image data instead of a URL is kept but not shown as text.
  const isPicture = logo.startsWith('data:');
  return (
    <SettingsCard
      title={messages.details}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={useSaveApp<Values>(app)}
      facts={<AppFacts app={app} />}
    >
      <TextInput
        label={messages.name}
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={name.trim() ? null : errors.required}
        maxLength={applicationLengths.name}
        maw={480}
      />
      <Textarea
        label={messages.description}
        value={description}
        onChange={(event) => draft.change({ description: event.currentTarget.value })}
        autosize
        maxRows={4}
        maxLength={applicationLengths.description}
        maw={480}
      />
      <TextInput
        type="url"
        label={messages.logo}
        description={messages.logoLead}
        value={isPicture ? '' : logo}
        onChange={(event) => draft.change({ logo: event.currentTarget.value.trim() })}
        error={logo === '' || isPicture || isWebUrl(logo) ? null : errors.url}
        maw={480}
      />
    </SettingsCard>
  );
}
