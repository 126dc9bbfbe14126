import { SimpleGrid, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { CustomAttribute } from '../../../client/client.ts';
import { ScreenLink } from '../../parts/links.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { AttributeField } from './attribute-field.tsx';
import type { ProfileValues } from './profile-values.ts';
import { profileWords } from './profile-words.ts';
import { Section } from './section.tsx';

interface AttributesProps {
  definitions: CustomAttribute[];
  form: UseFormReturnType<ProfileValues>;
}

/** The custom attributes, each with the control of its type. */
export function Attributes({ definitions, form }: AttributesProps) {
  const words = useWords(profileWords);
  const may = useMay('administrator');
  if (definitions.length === 0) {
    return (
      <Section title={words.attributes}>
        <Text size="sm">
          {words.noAttributes}{' '}
          <ScreenLink to="attributes" underline="always">
            {words.defineAttributes}
          </ScreenLink>
        </Text>
      </Section>
    );
  }
  return (
    <Section title={words.attributes}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {definitions.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            disabled={!may}
            {...form.getInputProps(`attributes.${attribute.name}`)}
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}
