import { Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { CustomAttribute, User } from '../../../client/client.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { formMessages } from '../../i18n/form-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { nameOf } from '../users/user-facts.ts';
import { AddressField } from './address-field.tsx';
import { Attributes } from './attributes.tsx';
import { profileMessages } from './profile-messages.ts';
import { useProfileRules } from './profile-rules.ts';
import { addressNames, type ProfileChange, saveProfile, valuesOf, withEdits } from './profile-values.ts';
import { Section } from './section.tsx';
import { useUserWrite } from './use-user-write.ts';

interface ProfileFormProps {
  user: User;
  definitions: CustomAttribute[];
}

/** One form with one save button. It saves only what has changed. */
export function ProfileForm({ user, definitions }: ProfileFormProps) {
  const messages = useMessages(profileMessages);
  const { save: saveLabel } = useMessages(sharedMessages);
  const { unsaved, discard } = useMessages(formMessages);
  const may = useHasRole('support');
  const { project } = useProject();
  const queries = useQueryClient();
  const before = valuesOf(user, definitions);
  const form = useForm({ initialValues: before, validate: useProfileRules(definitions) });
  /** The profile that the form was last compared with. */
  const known = useRef(before);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the user changes, not each time the form does
  useEffect(() => {
    const next = valuesOf(user, definitions);
    form.setInitialValues(next);
    form.setValues(withEdits(form.getValues(), known.current, next));
    known.current = next;
  }, [user, definitions]);
  const { userId } = user;
  const revert = useUserWrite((client, change: ProfileChange) => saveProfile(client, userId, change));
  const save = useUserWrite((client, change: ProfileChange) => saveProfile(client, userId, change), {
    reportsFailure: false,
    done: messages.saved(nameOf(user)),
    undo: (_, { from, to }) => revert.mutateAsync({ from: to, to: from }),
    onDone: (user) => {
      known.current = valuesOf(user, definitions);
      form.setInitialValues(known.current);
      form.reset();
    },
  });
  // If one of several calls fails, the earlier ones have already taken effect.
  const onError = () => void queries.invalidateQueries({ queryKey: [project.id, 'user'] });
  const discardAll = () => {
    form.reset();
    save.reset();
  };
  const isDirty = form.isDirty();
  useUnsaved(isDirty);
  return (
    <form onSubmit={form.onSubmit((to) => save.mutate({ from: before, to }, { onError }))} noValidate>
      <Stack gap="lg">
        <Section title={messages.name}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={messages.displayName} disabled={!may} {...form.getInputProps('name')} />
            <TextInput
              label={messages.picture}
              placeholder={messages.pictureLead}
              type="url"
              disabled={!may}
              {...form.getInputProps('picture')}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {(['givenName', 'middleName', 'familyName'] as const).map((name) => (
              <TextInput key={name} label={messages[name]} disabled={!may} {...form.getInputProps(name)} />
            ))}
          </SimpleGrid>
        </Section>
        <Section title={messages.addresses} lead={messages.addressesLead}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {addressNames.map((name) => (
              <AddressField key={name} name={name} form={form} disabled={!may} />
            ))}
          </SimpleGrid>
        </Section>
        <Attributes definitions={definitions} form={form} />
        {save.error && <ErrorNotice error={save.error} />}
        <Group justify="flex-end">
          {isDirty && (
            <Text size="sm" c="dimmed" role="status">
              {unsaved}
            </Text>
          )}
          <Button variant="default" disabled={!isDirty} onClick={discardAll}>
            {discard}
          </Button>
          <Button type="submit" disabled={!may || !isDirty} loading={save.isPending}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
