import { MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CustomAttribute } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { profileMessages } from './profile-messages.ts';
import type { AttributeValue } from './profile-values.ts';

interface AttributeFieldProps {
  attribute: CustomAttribute;
  /** Undefined if the attribute was defined only a moment ago. */
  value?: AttributeValue;
  onChange(value: AttributeValue): void;
  error?: ReactNode;
  disabled: boolean;
}

/** Renders the control for the attribute's type number (`CustomAttribute` of the client). */
export function AttributeField({ attribute, value = '', onChange, ...rest }: AttributeFieldProps) {
  const messages = useMessages(profileMessages);
  const { yes, no } = useMessages(sharedMessages);
  const { name, type, displayName } = attribute;
  const shared = {
    label: displayName || name,
    ...(displayName && displayName !== name && { description: name }),
    ...rest,
  };
  switch (type) {
    case 2:
      return (
        <NumberInput
          {...shared}
          value={value as number | ''}
          onChange={(number) => onChange(number === '' ? '' : Number(number))}
        />
      );
    case 3:
      return (
        <Select
          {...shared}
          clearable
          placeholder={messages.notSet}
          data={[
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
          value={value === '' ? null : String(value)}
          onChange={(text) => onChange(text === null ? '' : text === 'true')}
        />
      );
    case 4:
      return (
        <Select
          {...shared}
          clearable
          searchable
          placeholder={messages.notSet}
          data={optionsOf(attribute, [value as string])}
          value={value === '' ? null : (value as string)}
          onChange={(text) => onChange(text ?? '')}
        />
      );
    case 5: {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <MultiSelect
          {...shared}
          clearable
          searchable
          data={optionsOf(attribute, chosen)}
          value={chosen}
          onChange={onChange}
        />
      );
    }
    case 6:
      return (
        <TextInput
          {...shared}
          type="date"
          value={value as string}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 7:
      return (
        <TextInput
          {...shared}
          placeholder={messages.monthDayLead}
          value={value as string}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return (
        <Textarea
          {...shared}
          autosize
          maxRows={6}
          value={value as string}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

/** Returns the options, including those that the user has but that can no longer be chosen. */
function optionsOf({ options }: CustomAttribute, chosen: string[]) {
  const gone = chosen.filter((value) => value && !options.some((option) => option.value === value));
  return [...options, ...gone.map((value) => ({ value, label: value }))].map(({ value, label }) => ({
    value,
    label: label || value,
  }));
}
