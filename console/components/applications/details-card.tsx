import { Avatar, Group, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { applicationLengths } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { isWebUrl } from '../addresses/address-rules.ts';
import { SettingsCard } from '../settings-card.tsx';
import { type Draft, useDraft } from '../use-draft.ts';
import { appMessages } from './messages.ts';

export interface ShownDetails {
  name: string;
  description: string;
  logo: string;
}

interface DetailsCardProps {
  app: ShownDetails;
  /** The facts to copy into the application. */
  facts: ReactNode;
  save: {
    mutateAsync(draft: Draft<ShownDetails>): Promise<unknown>;
    isPending: boolean;
    error: unknown;
    reset(): void;
  };
}

/** Edits what users see of an application. */
export function DetailsCard({ app, facts, save }: DetailsCardProps) {
  const messages = useMessages(appMessages);
  const { errors } = useMessages(sharedMessages);
  const draft = useDraft<ShownDetails>(app);
  const { name, description, logo } = draft.values;
  // A logo stored as image data instead of a URL is kept but not shown as text.
  const isPicture = logo.startsWith('data:');
  return (
    <SettingsCard
      title={messages.details}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
      facts={facts}
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
