import { MultiSelect, NumberInput, TagsInput } from '@mantine/core';
import type { CustomAttribute } from '../../../../client/client.ts';
import { useWords } from '../../../words/language.tsx';
import { AttributeField } from '../attribute-field.tsx';
import { attributeTypes } from '../attribute-types.ts';
import { filterWords } from './words.ts';

interface AttributeFilterProps {
  attribute: CustomAttribute;
  /** Any of them will do. */
  values: unknown[];
  onChange(values: unknown[]): void;
}

/** The control that looks for values of one custom attribute. */
export function AttributeFilter({ attribute, values, onChange }: AttributeFilterProps) {
  const words = useWords(filterWords);
  const label = attribute.displayName || attribute.name;
  const texts = values.map(String);
  switch (attribute.type) {
    case attributeTypes.text:
      return <TagsInput label={label} description={words.exactLead} value={texts} onChange={onChange} />;
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
