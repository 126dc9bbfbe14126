import { Accordion, Checkbox, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { FormDrawer } from '../../../components/form-drawer.tsx';
import { useGo } from '../../../components/links.tsx';
import { useAttributes } from '../../../components/users/lookups.ts';
import { userMessages } from '../../../components/users/messages.ts';
import { PasswordField } from '../../../components/users/password-field.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { GrantFields } from './grant-fields.tsx';
import { createMessages } from './messages.ts';
import { AddressFields, NameFields } from './person-fields.tsx';
import { useValidation } from './use-validation.ts';
import { emptyUser, type NewUserForm, type NewUserValues, newUserFrom } from './values.ts';

/** Creates or invites a user. */
export function NewUserDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  // A new dialog starts empty.
  return opened ? <NewUserFields onClose={onClose} /> : null;
}

function NewUserFields({ onClose }: { onClose(): void }) {
  const messages = useMessages(createMessages);
  const mayGrant = useHasRole('administrator');
  const go = useGo();
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
      reportsFailure: false,
      done: ({ name, loginIds: [loginId = ''] }, { mode }) =>
        mode === 'invite' ? messages.invited(name || loginId) : messages.created(name || loginId),
      open: ({ userId }) => go(`users/${userId}`),
      onDone: onClose,
    },
  );
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={messages.title}
      action={messages[mode]}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <ModeField form={form} />
      <AddressFields form={form} />
      <NameFields form={form} />
      {mode === 'invite' ? <SendFields form={form} /> : <StatusField form={form} />}
      {mode === 'create' && mayGrant && (
        <PasswordField
          label={messages.password}
          lead={messages.passwordLead}
          tenantIds={form.values.tenants.map(({ tenantId }) => tenantId).filter(Boolean)}
          field={form.getInputProps('password')}
        />
      )}
      <Accordion variant="separated" multiple order={3}>
        <Accordion.Item value="grants">
          <Accordion.Control disabled={!mayGrant}>{messages.grants}</Accordion.Control>
          <Accordion.Panel>
            <GrantFields form={form} />
          </Accordion.Panel>
        </Accordion.Item>
        {attributes.length > 0 && (
          <Accordion.Item value="attributes">
            <Accordion.Control>{messages.attributes}</Accordion.Control>
            <Accordion.Panel>
              <AttributeFields form={form} attributes={attributes} />
            </Accordion.Panel>
          </Accordion.Item>
        )}
      </Accordion>
      <Checkbox
        label={messages.test}
        description={messages.testLead}
        disabled={!mayGrant}
        {...form.getInputProps('test', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}

function ModeField({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const { mode } = form.values;
  const choose = (mode: NewUserValues['mode']) => {
    // The invitation link verifies the address, so the administrator does not have to.
    const isKnown = mode === 'create';
    form.setValues({ mode, verifiedEmail: isKnown, verifiedPhone: isKnown });
  };
  return (
    <Stack gap={4}>
      <SegmentedControl
        aria-label={messages.mode}
        data={[
          { value: 'create', label: messages.create },
          { value: 'invite', label: messages.invite },
        ]}
        value={mode}
        onChange={(value) => choose(value === 'invite' ? 'invite' : 'create')}
        fullWidth
      />
      <Text size="xs" c="dimmed">
        {mode === 'invite' ? messages.inviteLead : messages.createLead}
      </Text>
    </Stack>
  );
}

function SendFields({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const { sendMail, sendSMS } = form.values;
  const chosen = [...(sendMail ? ['sendMail'] : []), ...(sendSMS ? ['sendSMS'] : [])];
  return (
    <Checkbox.Group
      label={messages.send}
      value={chosen}
      onChange={(ways) =>
        form.setValues({ sendMail: ways.includes('sendMail'), sendSMS: ways.includes('sendSMS') })
      }
      error={form.errors['sendMail']}
    >
      <Group mt={4}>
        <Checkbox value="sendMail" label={messages.byMail} />
        <Checkbox value="sendSMS" label={messages.bySms} />
      </Group>
    </Checkbox.Group>
  );
}

function StatusField({ form }: { form: NewUserForm }) {
  const messages = useMessages(createMessages);
  const { enabled, disabled, created } = useMessages(userMessages).statuses;
  // No invitation is sent here.
  const labels: Record<User['status'], string> = { enabled, disabled, invited: created };
  return (
    <Select
      label={messages.status}
      description={messages.statusLead}
      data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      {...form.getInputProps('status')}
    />
  );
}
