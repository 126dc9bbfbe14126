import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../client/client.ts';
import { baseUrl } from '../../../api/base-url.ts';
import { useWrite } from '../../../api/use-api.ts';
import { isWebUrl } from '../../../components/addresses/address-rules.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { ShownOnce } from '../../../components/shown-once.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useProject } from '../../../session/project.tsx';
import { useHasRole } from '../../../session/session.tsx';
import { CredentialRow } from './credential-row.tsx';

interface Values {
  seconds: string;
  page: string;
}

/** Creates a link that signs the user in. The administrator passes it on. */
export function EmbeddedLink({ user }: { user: User }) {
  const messages = useMessages(credentialMessages);
  const { errors } = useMessages(sharedMessages);
  const may = useHasRole('administrator');
  const { project } = useProject();
  const [isAsking, setIsAsking] = useState(false);
  const [link, setLink] = useState<string>();
  const form = useForm<Values>({
    initialValues: { seconds: '3600', page: '' },
    validate: { page: (page) => (page.trim() === '' || isWebUrl(page.trim()) ? null : errors.url) },
  });
  const make = useWrite(
    (client, { seconds }: Values) =>
      client.management.user.generateEmbeddedLink(user.userId, undefined, Number(seconds)),
    {
      changes: [['user', user.userId, 'audit']],
      reportsFailure: false,
      onDone: ({ token }, { page }) => {
        setLink(linkTo(page.trim() || ownPage(project.id), token));
        close();
      },
    },
  );
  const close = () => {
    form.reset();
    make.reset();
    setIsAsking(false);
  };
  return (
    <CredentialRow
      icon={Link}
      name={messages.handOver}
      state={messages.handOverLead}
      actions={
        <>
          <Button
            variant="default"
            size="xs"
            disabled={!may || user.status === 'disabled'}
            onClick={() => setIsAsking(true)}
          >
            {messages.createLink}
          </Button>
          <FormModal
            opened={isAsking}
            onClose={close}
            title={messages.handOver}
            action={messages.make}
            isBusy={make.isPending}
            isDirty={form.isDirty()}
            error={make.error}
            form={form}
            onSubmit={form.onSubmit((values) => make.mutate(values))}
          >
            <Select
              label={messages.validFor}
              data={[
                { value: '300', label: messages.minutes(5) },
                { value: '3600', label: messages.minutes(60) },
                { value: '86400', label: messages.hours(24) },
              ]}
              allowDeselect={false}
              data-autofocus
              {...form.getInputProps('seconds')}
            />
            <TextInput
              label={messages.page}
              description={messages.pageLead}
              type="url"
              {...form.getInputProps('page')}
            />
          </FormModal>
          <ShownOnce
            title={messages.linkCreated}
            secret={link}
            what={messages.theLink}
            onClose={() => setLink(undefined)}
          />
        </>
      }
    />
  );
}

/** The page for magic links that do not lead to the integrator's own page. */
function ownPage(projectId: string): string {
  return `${baseUrl}/verify?${new URLSearchParams({ projectId, kind: 'magic' })}`;
}

function linkTo(page: string, token: string): string {
  const url = new URL(page);
  url.searchParams.set('t', token);
  return url.href;
}
