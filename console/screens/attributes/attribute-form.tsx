import { Select, TagsInput, TextInput } from '@mantine/core';
import type { Client, CustomAttribute } from '../../../client/client.ts';
import { attributeTypes } from '../../../client/constants.ts';
import { unwrap } from '../../api/failure.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useMergeSince } from '../../api/use-merge-since.ts';
import { FieldGroup } from '../../components/field-group.tsx';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { AttributeField } from '../../components/users/attribute-field.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { attributeMessages } from './messages.ts';
import { OptionsEditor } from './options-editor.tsx';
import { calls, type Owner } from './owner.ts';

interface AttributeFormProps {
  owner: Owner;
  /** If undefined, a new one is created. */
  attribute?: CustomAttribute;
  /** Names that a new attribute cannot have, because it would overwrite an existing one. */
  taken?: string[];
  opened: boolean;
  onClose(): void;
}

interface Values extends Record<string, unknown> {
  name: string;
  displayName: string;
  type: string;
  options: CustomAttribute['options'];
  defaultValue: unknown;
  viewPermissions: string[];
  editPermissions: string[];
}

const blank: Values = {
  name: '',
  displayName: '',
  type: String(attributeTypes.text),
  options: [],
  defaultValue: undefined,
  viewPermissions: [],
  editPermissions: [],
};

export function AttributeForm({ owner, attribute, taken = [], opened, onClose }: AttributeFormProps) {
  const messages = useMessages(attributeMessages);
  const { create, save, optional } = useMessages(sharedMessages);
  const { client } = useProject();
  const permissions = useRead(['permissions'], (client) => client.management.permission.loadAll(), {
    enabled: opened,
  });
  const initial = attribute ? valuesOf(attribute) : blank;
  const form = useDialogForm<Values>(opened, {
    initialValues: initial,
    validate: {
      name: (name) => {
        if (!/^[A-Za-z0-9_-]{1,64}$/.test(name.trim())) return messages.nameRule;
        return taken.includes(name.trim()) ? messages.nameTaken : null;
      },
      options: (options, { type }) => {
        if (!isSelect(type)) return null;
        const texts = options.map(({ value }) => value.trim());
        if (texts.length === 0 || texts.includes('')) return messages.optionsNeeded;
        return new Set(texts).size < texts.length ? messages.optionsRepeated : null;
      },
    },
  });
  const mergeSince = useMergeSince(opened, initial);
  const define = async (client: Client, values: Values) => {
    if (!attribute) return calls[owner].define(client, toWire(values));
    const all = await unwrap(calls[owner].load(client));
    const current = all.find(({ name }) => name === attribute.name) ?? attribute;
    return calls[owner].define(client, toWire(mergeSince(values, valuesOf(current))));
  };
  const write = useWrite(define, {
    changes: [['attributes'], [owner]],
    reportsFailure: false,
    done: (_, { name, displayName }) =>
      (attribute ? messages.saved : messages.createdMessage)(displayName || name),
    ...(attribute && { undo: () => unwrap(calls[owner].define(client, attribute)) }),
    onDone: onClose,
  });
  const { values } = form;
  const type = Number(values.type);
  const options = isSelect(values.type) ? values.options.filter(({ value }) => value.trim()) : [];
  return (
    <FormDrawer
      opened={opened}
      onClose={() => {
        write.reset();
        onClose();
      }}
      title={attribute ? messages.edit(attribute.name) : messages.create}
      action={attribute ? save : create}
      isBusy={write.isPending}
      isDirty={form.isDirty()}
      error={write.error}
      form={form}
      onSubmit={form.onSubmit((values) => write.mutate(values))}
    >
      <TextInput
        label={messages.name}
        description={messages.nameLead}
        withAsterisk
        disabled={attribute !== undefined}
        autoComplete="off"
        {...(!attribute && { 'data-autofocus': true })}
        {...form.getInputProps('name')}
      />
      <TextInput
        label={`${messages.displayName} (${optional})`}
        {...(attribute && { 'data-autofocus': true })}
        {...form.getInputProps('displayName')}
      />
      <Select
        label={messages.type}
        description={messages.typeLead}
        data={Object.entries(messages.types).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        disabled={attribute !== undefined}
        {...form.getInputProps('type')}
        onChange={(type) => form.setValues({ type: type ?? blank.type, defaultValue: undefined })}
      />
      {isSelect(values.type) && (
        <OptionsEditor
          options={values.options}
          onChange={(options) => form.setFieldValue('options', options)}
          error={form.errors['options']}
          hasUsers={attribute !== undefined}
        />
      )}
      <FieldGroup title={messages.rules} lead={messages.rulesLead}>
        <AttributeField
          attribute={{
            name: '',
            displayName: messages.defaultValue,
            type,
            options: options.map(withLabel),
            defaultValue: null,
            viewPermissions: [],
            editPermissions: [],
          }}
          value={values.defaultValue}
          onChange={(value) => form.setFieldValue('defaultValue', value)}
        />
        {(['viewPermissions', 'editPermissions'] as const).map((field) => (
          <TagsInput
            key={field}
            label={messages[field]}
            data={permissions.data?.map(({ name }) => name) ?? []}
            {...form.getInputProps(field)}
          />
        ))}
      </FieldGroup>
    </FormDrawer>
  );
}

function valuesOf(attribute: CustomAttribute): Values {
  return { ...attribute, type: String(attribute.type), defaultValue: attribute.defaultValue ?? undefined };
}

function toWire({ name, type, options, defaultValue, ...values }: Values) {
  return {
    ...values,
    name: name.trim(),
    type: Number(type),
    options: isSelect(type) ? options.map(withLabel) : [],
    ...(defaultValue !== undefined && { defaultValue }),
  };
}

function withLabel({ value, label }: { value: string; label: string }) {
  return { value: value.trim(), label: label.trim() || value.trim() };
}

function isSelect(type: string): boolean {
  return Number(type) === attributeTypes.singleSelect || Number(type) === attributeTypes.multiSelect;
}
