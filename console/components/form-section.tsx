import './form-section.css';
import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface FormSectionProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** Fields of a long form that belong together. */
export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend cannot be laid out as a grid
    <div role="group" aria-labelledby={id} className="form-section">
      <Stack gap="md">
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" mt={4} maw={640} component="div">
              {lead}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </div>
  );
}
