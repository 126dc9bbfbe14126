import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { ImpersonateFields, type ImpersonateValues } from './impersonate-fields.tsx';
import { impersonateMessages } from './impersonation-messages.ts';
import { useUserWrite } from './use-user-write.ts';

interface ImpersonateProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

/** Creates a token for impersonating the user. */
export function Impersonate({ user, opened, onClose }: ImpersonateProps) {
  const messages = useMessages(impersonateMessages);
  const { errors } = useMessages(sharedMessages);
  const [created, setCreated] = useState<{ kind: ImpersonateValues['kind']; jwt: string }>();
  const form = useForm<ImpersonateValues>({
    initialValues: {
      impersonatorId: null,
      validateConsent: true,
      kind: 'session',
      minutes: '30',
      tenantId: null,
    },
    validate: { impersonatorId: (id) => (id ? null : errors.required) },
  });
  const start = useUserWrite(
    ({ management: { jwt } }, values: ImpersonateValues) => {
      const { impersonatorId, validateConsent, kind, minutes, tenantId } = values;
      const call = kind === 'session' ? jwt.impersonate : jwt.impersonateStepup;
      const seconds = kind === 'session' ? Number(minutes) * 60 : undefined;
      return call(impersonatorId ?? '', user.userId, validateConsent, undefined, tenantId, seconds);
    },
    {
      reportsFailure: false,
      onDone: ({ jwt }, { kind }) => {
        setCreated({ kind, jwt });
        close();
      },
    },
  );
  const close = () => {
    form.reset();
    start.reset();
    onClose();
  };
  return (
    <>
      <FormModal
        opened={opened}
        onClose={close}
        title={messages.title(nameOf(user))}
        action={messages.start}
        isBusy={start.isPending}
        isDirty={form.isDirty()}
        error={start.error}
        form={form}
        onSubmit={form.onSubmit((values) => start.mutate(values))}
      >
        <ImpersonateFields user={user} form={form} />
      </FormModal>
      <ShownOnce
        title={messages.createdMessage[created?.kind ?? 'session']}
        secret={created?.jwt}
        what={messages.theToken}
        onClose={() => setCreated(undefined)}
      />
    </>
  );
}
