import { Paper, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import type { Client, CustomAttribute, User } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { FormSection } from '../../components/form-section.tsx';
import { SaveBar } from '../../components/save-bar.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import { linkFields, partsOfName, profileLabels } from '../../components/users/profile-fields.ts';
import { profileMessages } from '../../components/users/profile-messages.ts';
import {
  addressNames,
  mergeProfiles,
  type ProfileChange,
  saveProfile,
  valuesOf,
  withEdits,
} from '../../components/users/profile-values.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { AddressField } from './address-field.tsx';
import { Attributes } from './attributes.tsx';
import { useProfileRules } from './profile-rules.ts';
import { useUserWrite } from './use-user-write.ts';

interface ProfileFormProps {
  user: User;
  definitions: CustomAttribute[];
}

/** One form with one save bar. It saves only what has changed. */
export function ProfileForm({ user, definitions }: ProfileFormProps) {
  const messages = useMessages(profileMessages);
  const labels = useMessages(profileLabels);
  const may = useHasRole('support');
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
  const write = async (client: Client, { from, to }: ProfileChange) => {
    const current = valuesOf(await unwrap(client.management.user.load(userId)), definitions);
    return saveProfile(client, userId, { from: current, to: mergeProfiles(from, to, current) });
  };
  const save = useUserWrite(write, {
    reportsFailure: false,
    // If one of several calls fails, the earlier ones have already taken effect.
    refetchesOnFailure: true,
    done: messages.saved(nameOf(user)),
    undo: (_, { from, to }) => revert.mutateAsync({ from: to, to: from }),
    onDone: (user) => {
      known.current = valuesOf(user, definitions);
      form.setInitialValues(known.current);
      form.reset();
    },
  });
  const discardAll = () => {
    form.reset();
    save.reset();
  };
  const isDirty = form.isDirty();
  useUnsaved(isDirty);
  return (
    <form onSubmit={form.onSubmit((to) => save.mutate({ from: before, to }))} noValidate>
      <Paper withBorder>
        <div className="form-columns">
          <div>
            <FormSection title={messages.name}>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput label={labels.name} disabled={!may} {...form.getInputProps('name')} />
                {linkFields.map((field) => (
                  <TextInput
                    key={field}
                    label={labels[field]}
                    placeholder={messages.pictureLead}
                    type="url"
                    disabled={!may}
                    {...form.getInputProps(field)}
                  />
                ))}
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, sm: 3 }}>
                {partsOfName.map((name) => (
                  <TextInput key={name} label={labels[name]} disabled={!may} {...form.getInputProps(name)} />
                ))}
              </SimpleGrid>
            </FormSection>
            <FormSection title={messages.addresses} lead={messages.addressesLead}>
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                {addressNames.map((name) => (
                  <AddressField key={name} name={name} form={form} disabled={!may} />
                ))}
              </SimpleGrid>
            </FormSection>
          </div>
          <Attributes definitions={definitions} form={form} />
        </div>
        <SaveBar
          isDirty={isDirty}
          isBusy={save.isPending}
          error={save.error}
          form={form}
          onDiscard={discardAll}
        />
      </Paper>
    </form>
  );
}
