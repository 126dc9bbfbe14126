import { SimpleGrid } from '@mantine/core';
import type { CustomAttribute } from '../../../../client/client.ts';
import { AttributeField } from '../../../components/users/attribute-field.tsx';
import type { NewUserForm } from './values.ts';

export function AttributeFields({ form, attributes }: { form: NewUserForm; attributes: CustomAttribute[] }) {
  const values = form.values.attributes;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {attributes.map((attribute) => {
        const error = form.errors[`attributes.${attribute.name}`];
        return (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            value={values[attribute.name]}
            onChange={(value) => form.setFieldValue('attributes', { ...values, [attribute.name]: value })}
            error={typeof error === 'string' ? error : undefined}
          />
        );
      })}
    </SimpleGrid>
  );
}
