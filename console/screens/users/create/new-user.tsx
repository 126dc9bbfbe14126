import { Accordion, Checkbox, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../../api/use-api.ts';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useMay } from '../../../session/session.tsx';
import { useWords } from '../../../words/language.tsx';
import { useAttributes } from '../lookups.ts';
import { userWords } from '../words.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { GrantFields } from './grant-fields.tsx';
import { AddressFields, NameFields } from './person-fields.tsx';
import { useValidation } from './use-validation.ts';
import { emptyUser, type NewUserForm, type NewUserValues, newUserFrom } from './values.ts';
import { createWords } from './words.ts';

/** Creates a user, or invites one. */
export function NewUserDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  // A new one begins empty.
  return opened ? <NewUserFields onClose={onClose} /> : null;
}

function NewUserFields({ onClose }: { onClose(): void }) {
  const words = useWords(createWords);
  const mayGrant = useMay('administrator');
  const attributes = useAttributes(mayGrant).data ?? [];
  const form = useForm({
    initialValues: emptyUser,
    validate: useValidation(attributes),
  });
  const { mode } = form.values;
  const make = useWrite(
    (client, values: NewUserValues) => client.management.user.createUser(newUserFrom(values)),
    {
      changes: [['users']],
      tellsFailure: false,
      done: ({ name, loginIds: [loginId = ''] }, { mode }) =>
        mode === 'invite' ? words.invited(name || loginId) : words.created(name || loginId),
      onDone: onClose,
    },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={words.title}
      action={words[mode]}
      isBusy={make.isPending}
      error={make.error}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
      size="lg"
    >
      <ModeField form={form} />
      <AddressFields form={form} />
      <NameFields form={form} />
      {mode === 'invite' ? <SendFields form={form} /> : <StatusField form={form} />}
      <Accordion variant="separated" multiple order={3}>
        <Accordion.Item value="grants">
          <Accordion.Control disabled={!mayGrant}>{words.grants}</Accordion.Control>
          <Accordion.Panel>
            <GrantFields form={form} />
          </Accordion.Panel>
        </Accordion.Item>
        {attributes.length > 0 && (
          <Accordion.Item value="attributes">
            <Accordion.Control>{words.attributes}</Accordion.Control>
            <Accordion.Panel>
              <AttributeFields form={form} attributes={attributes} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
      <Checkbox
        label={words.test}
        description={words.testLead}
        disabled={!mayGrant}
        {...form.getInputProps('test', { type: 'checkbox' })}
      />
    </FormModal>
  );
}

function ModeField({ form }: { form: NewUserForm }) {
  const words = useWords(createWords);
  const { mode } = form.values;
  const choose = (mode: NewUserValues['mode']) => {
    // The link of an invitation proves the address, so nobody has to vouch for it.
    const isKnown = mode === 'create';
    form.setValues({ mode, verifiedEmail: isKnown, verifiedPhone: isKnown });
  };
  return (
    <Stack gap={4}>
      <SegmentedControl
        aria-label={words.mode}
        data={[
          { value: 'create', label: words.create },
          { value: 'invite', label: words.invite },
        ]}
        value={mode}
        onChange={(value) => choose(value === 'invite' ? 'invite' : 'create')}
        fullWidth
      />
      <Text size="xs" c="dimmed">
        {mode === 'invite' ? words.inviteLead : words.createLead}
      </Text>
    </Stack>
  );
}

function SendFields({ form }: { form: NewUserForm }) {
  const words = useWords(createWords);
  const { sendMail, sendSMS } = form.values;
  const chosen = [...(sendMail ? ['sendMail'] : []), ...(sendSMS ? ['sendSMS'] : [])];
  return (
    <Checkbox.Group
      label={words.send}
      value={chosen}
      onChange={(ways) =>
        form.setValues({ sendMail: ways.includes('sendMail'), sendSMS: ways.includes('sendSMS') })
      }
      error={form.errors['sendMail']}
    >
      <Group mt={4}>
        <Checkbox value="sendMail" label={words.byMail} />
        <Checkbox value="sendSMS" label={words.bySms} />
      </Group>
    </Checkbox.Group>
  );
}

function StatusField({ form }: { form: NewUserForm }) {
  const words = useWords(createWords);
  const { statuses } = useWords(userWords);
  return (
    <Select
      label={words.status}
      description={words.statusLead}
      data={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      {...form.getInputProps('status')}
    />
  );
}
