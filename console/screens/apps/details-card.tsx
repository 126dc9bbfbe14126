import { Avatar, Group, Textarea, TextInput } from '@mantine/core';
import type { SsoApplication } from '../../../client/client.ts';
import { applicationLengths } from '../../../client/constants.ts';
import { isWebUrl } from '../../components/addresses/address-rules.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { useSaveApp } from './update-app.ts';

type Values = Pick<SsoApplication, 'name' | 'description' | 'logo'>;

export function DetailsCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<Values>(app);
  const save = useSaveApp<Values>(app);
  const { id, appType } = app;
  const { name, description, logo } = draft.values;
  // A logo stored as image data instead of a URL is kept but not shown as text.
  const isPicture = logo.startsWith('data:');
  return (
    <SettingsCard
      title={messages.details}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
      facts={
        <Details
          facts={[
            [messages.type, messages.types[appType]],
            [messages.id, <CopyText key="id" text={id} what={messages.id} />],
            [
              messages.users,
              <ScreenLink key="users" to="users" state={{ apps: [id] }}>
                {messages.showUsers}
              </ScreenLink>,
            ],
          ]}
        />
      }
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
      <Group align="flex-end" wrap="nowrap" maw={480}>
        <TextInput
          type="url"
          label={messages.logo}
          description={messages.logoLead}
          value={isPicture ? '' : logo}
          onChange={(event) => draft.change({ logo: event.currentTarget.value.trim() })}
          error={logo === '' || isPicture || isWebUrl(logo) ? null : errors.url}
          flex={1}
        />
        <Avatar src={isShown(logo) ? logo : null} name={name} radius="md" aria-hidden />
      </Group>
    </SettingsCard>
  );
}

function isShown(logo: string): boolean {
  return /^data:image\//.test(logo) || (isWebUrl(logo) && logo.startsWith('https:'));
}
