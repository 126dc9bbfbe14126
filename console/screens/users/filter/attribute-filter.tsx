import { MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import type { CustomAttribute } from '../../../../client/client.ts';
import { attributeTypes } from '../../../../client/constants.ts';
import { AttributeField } from '../../../components/users/attribute-field.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { filterMessages } from './messages.ts';

interface AttributeFilterProps {
  attribute: CustomAttribute;
  /** A user matches if they have any of these values. */
  values: unknown[];
  onChange(values: unknown[]): void;
}

/** Renders the filter control for one custom attribute. */
export function AttributeFilter({ attribute, values, onChange }: AttributeFilterProps) {
  const messages = useMessages(filterMessages);
  const label = attribute.displayName || attribute.name;
  const texts = values.map(String);
  switch (attribute.type) {
    case attributeTypes.text:
      return <TagsInput label={label} description={messages.exactLead} value={texts} onChange={onChange} />;
    case attributeTypes.singleSelect:
    case attributeTypes.multiSelect:
      return (
        <MultiSelect
          label={label}
          data={attribute.options}
          value={texts}
          onChange={onChange}
          searchable
          clearable
        />
      );
    case attributeTypes.number:
      return (
        <NumberInput
          label={label}
          value={typeof values[0] === 'number' ? values[0] : ''}
          onChange={(value) => onChange(typeof value === 'number' ? [value] : [])}
          hideControls
        />
      );
    default:
      return (
        <AttributeField
          attribute={attribute}
          value={values[0]}
          onChange={(value) => onChange(value === undefined ? [] : [value])}
        />
      );
  }
}
