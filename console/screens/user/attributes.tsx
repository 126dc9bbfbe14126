import { Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CustomAttribute } from '../../../client/client.ts';
import { FormSection } from '../../components/form-section.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { AttributeField } from '../../components/users/profile-attribute-field.tsx';
import { profileMessages } from '../../components/users/profile-messages.ts';
import type { ProfileValues } from '../../components/users/profile-values.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';

interface AttributesProps {
  definitions: CustomAttribute[];
  form: UseFormReturnType<ProfileValues>;
}

/** Edits custom attributes with a control for each type. */
export function Attributes({ definitions, form }: AttributesProps) {
  const messages = useMessages(profileMessages);
  const may = useHasRole('administrator');
  if (definitions.length === 0) {
    return (
      <FormSection title={messages.attributes}>
        <Text size="sm">
          {messages.noAttributes}{' '}
          <ScreenLink to="attributes" underline="always">
            {messages.defineAttributes}
          </ScreenLink>
        </Text>
      </FormSection>
    );
  }
  return (
    <FormSection title={messages.attributes}>
      <div className="attribute-fields">
        {definitions.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            disabled={!may}
            {...form.getInputProps(`attributes.${attribute.name}`)}
          />
        ))}
      </div>
    </FormSection>
  );
}
