import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { AttributeField } from '../../components/users/profile-attribute-field.tsx';
import type { AttributeValue } from '../../components/users/profile-values.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { useSaveApp } from './update-app.ts';

interface Values {
  customAttributes: Record<string, unknown>;
}

/** Edits the application's custom attributes. Renders nothing if none are defined. */
export function AttributesCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const mayChange = useHasRole('administrator');
  const definitions = useRead(['attributes', 'ofApps'], (client) =>
    client.management.ssoApplication.loadCustomAttributes(),
  );
  const stored = useMemo(() => ({ customAttributes: app.customAttributes }), [app.customAttributes]);
  const draft = useDraft<Values>(stored);
  const save = useSaveApp<Values>(app);
  if (!definitions.data || definitions.data.length === 0) return null;
  const { customAttributes } = draft.values;
  const set = (name: string, value: AttributeValue) => {
    const { [name]: _, ...others } = customAttributes;
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
    draft.change({ customAttributes: isEmpty ? others : { ...others, [name]: value } });
  };
  return (
    <SettingsCard title={messages.attributes} draft={draft} mayChange={mayChange} save={save}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {definitions.data.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            value={(customAttributes[attribute.name] ?? '') as AttributeValue}
            onChange={(value) => set(attribute.name, value)}
            disabled={!mayChange}
          />
        ))}
      </SimpleGrid>
    </SettingsCard>
  );
}
