import { Button, Group } from '@mantine/core';
import { colorSchemes, cornerRadii } from '../../../client/constants.ts';
import { useDefaultSettings, useSaveSettings } from '../../api/use-project-settings.ts';
import { Choice } from '../../components/choice.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { ColorPair } from './color-pair.tsx';
import { LogoField } from './logo-field.tsx';
import { brandingMessages } from './messages.ts';
import type { BrandingValues } from './values.ts';

export function BrandingForm({ draft }: { draft: Draft<BrandingValues> }) {
  const messages = useMessages(brandingMessages);
  const save = useSaveSettings<BrandingValues>((branding) => ({ branding }));
  const { data: defaults } = useDefaultSettings();
  const mayChange = useHasRole('administrator');
  const { values, change } = draft;
  return (
    <SettingsCard title={messages.card} draft={draft} mayChange={mayChange} save={save}>
      <LogoField
        label={messages.logo}
        urlLabel={messages.logoUrl}
        lead={messages.logoLead}
        value={values.logoUrl}
        onChange={(logoUrl) => change({ logoUrl })}
      />
      <LogoField
        label={messages.darkLogo}
        urlLabel={messages.darkLogoUrl}
        lead={messages.darkLogoLead}
        value={values.darkLogoUrl}
        onChange={(darkLogoUrl) => change({ darkLogoUrl })}
      />
      <ColorPair
        label={messages.primary}
        lead={messages.primaryLead}
        light={values.primaryColor}
        dark={values.darkPrimaryColor}
        fallbacks={{ light: '#2853b8', dark: values.primaryColor || '#90aff4' }}
        onChange={({ light: primaryColor, dark: darkPrimaryColor }) =>
          change({ primaryColor, darkPrimaryColor })
        }
      />
      <ColorPair
        label={messages.background}
        lead={messages.backgroundLead}
        light={values.backgroundColor}
        dark={values.darkBackgroundColor}
        fallbacks={{ light: '#f7f8fa', dark: '#0e1013' }}
        onChange={({ light: backgroundColor, dark: darkBackgroundColor }) =>
          change({ backgroundColor, darkBackgroundColor })
        }
      />
      <Choice
        label={messages.radius}
        value={values.cornerRadius}
        onChange={(cornerRadius) => change({ cornerRadius })}
        options={cornerRadii.map((value) => ({ value, label: messages.radii[value] }))}
      />
      <Choice
        label={messages.scheme}
        value={values.colorScheme}
        onChange={(colorScheme) => change({ colorScheme })}
        options={colorSchemes.map((value) => ({ value, label: messages.schemes[value] }))}
      />
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={!defaults || !mayChange}
          onClick={() => defaults && change(defaults.branding)}
        >
          {messages.reset}
        </Button>
      </Group>
    </SettingsCard>
  );
}
