import { MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import type { CustomAttribute } from '../../../client/client.ts';
import { attributeTypes } from '../../../client/constants.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { userMessages } from './messages.ts';

interface AttributeFieldProps {
  attribute: CustomAttribute;
  /** Undefined if the user has no value. */
  value: unknown;
  onChange(value: unknown): void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Renders the control for a custom attribute's type. */
export function AttributeField({ attribute, value, onChange, error, disabled }: AttributeFieldProps) {
  const messages = useMessages(userMessages);
  const { yes, no } = useMessages(sharedMessages);
  const same = { label: attribute.displayName || attribute.name, error, disabled: disabled ?? false };
  const text = typeof value === 'string' ? value : '';
  switch (attribute.type) {
    case attributeTypes.number:
      return (
        <NumberInput
          {...same}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
          hideControls
        />
      );
    case attributeTypes.boolean:
      return (
        <Select
          {...same}
          data={[
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next === null ? undefined : next === 'true')}
          clearable
        />
      );
    case attributeTypes.singleSelect:
      return (
        <Select
          {...same}
          data={attribute.options}
          value={text || null}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
          searchable
        />
      );
    case attributeTypes.multiSelect:
      return (
        <MultiSelect
          {...same}
          data={attribute.options}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={(next) => onChange(next.length > 0 ? next : undefined)}
          clearable
          searchable
        />
      );
    default:
      return (
        <TextInput
          {...same}
          type={attribute.type === attributeTypes.date ? 'date' : 'text'}
          {...(attribute.type === attributeTypes.monthDay && { placeholder: messages.monthDay })}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || undefined)}
        />
      );
  }
}
