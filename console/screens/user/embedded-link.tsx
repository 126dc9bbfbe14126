import { Button, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { useProject } from '../../session/project.tsx';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { credentialWords } from './credentials-words.ts';
import { Section } from './section.tsx';

interface Values {
  seconds: string;
  page: string;
}

/** A link that signs the user in, for the administrator to hand over. */
export function EmbeddedLink({ user }: { user: User }) {
  const words = useWords(credentialWords);
  const { errors } = useWords(everywhere);
  const may = useMay('administrator');
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
      tellsFailure: false,
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
    <Section
      title={words.handOver}
      lead={words.handOverLead}
      actions={
        <Button
          variant="default"
          size="xs"
          disabled={!may || user.status === 'disabled'}
          onClick={() => setIsAsking(true)}
        >
          {words.makeLink}
        </Button>
      }
    >
      <FormModal
        opened={isAsking}
        onClose={close}
        title={words.handOver}
        action={words.make}
        isBusy={make.isPending}
        error={make.error}
        onSubmit={form.onSubmit((values) => make.mutate(values))}
      >
        <Select
          label={words.validFor}
          data={[
            { value: '300', label: words.minutes(5) },
            { value: '3600', label: words.minutes(60) },
            { value: '86400', label: words.hours(24) },
          ]}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('seconds')}
        />
        <TextInput
          label={words.page}
          description={words.pageLead}
          type="url"
          {...form.getInputProps('page')}
        />
      </FormModal>
      <ShownOnce
        title={words.linkMade}
        secret={link}
        what={words.theLink}
        onClose={() => setLink(undefined)}
      />
    </Section>
  );
}

/** The page behind magic links that lead to no page of the integrator. */
function ownPage(projectId: string): string {
  return `${location.origin}/verify?${new URLSearchParams({ projectId, kind: 'magic' })}`;
}

function linkTo(page: string, token: string): string {
  const url = new URL(page);
  url.searchParams.set('t', token);
  return url.href;
}
