import { Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { brandingMessages } from './messages.ts';

interface ColorPairProps {
  label: string;
  lead: string;
  light: string;
  dark: string;
  /** The colors that the pages use while a color is empty. */
  fallbacks: { light: string; dark: string };
  onChange(colors: { light: string; dark: string }): void;
}

/** A colour for each scheme. An empty one stands for the default. */
export function ColorPair({ label, lead, light, dark, fallbacks, onChange }: ColorPairProps) {
  const messages = useMessages(brandingMessages);
  const labelId = useId();
  return (
    <Stack gap={4} role="group" aria-labelledby={labelId}>
      <Input.Label component="div" id={labelId}>
        {label}
      </Input.Label>
      <Text size="xs" c="dimmed">
        {lead}
      </Text>
      <Group gap="sm" grow align="flex-start">
        <Color
          label={messages.light}
          value={light}
          fallback={fallbacks.light}
          onChange={(color) => onChange({ light: color, dark })}
        />
        <Color
          label={messages.dark}
          value={dark}
          fallback={fallbacks.dark}
          onChange={(color) => onChange({ light, dark: color })}
        />
      </Group>
    </Stack>
  );
}

interface ColorProps {
  label: string;
  value: string;
  fallback: string;
  onChange(color: string): void;
}

function Color({ label, value, fallback, onChange }: ColorProps) {
  const messages = useMessages(brandingMessages);
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <TextInput
      label={label}
      placeholder={fallback}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
      error={value === '' || isColor ? null : messages.noColor}
      rightSectionWidth={44}
      rightSection={
        <Input
          type="color"
          aria-label={messages.pick(label)}
          value={isColor ? value : fallback}
          onChange={(event) => onChange(event.currentTarget.value)}
          size="xs"
          w={32}
          styles={{ input: { padding: 2 } }}
        />
      }
    />
  );
}
