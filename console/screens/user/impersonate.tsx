import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { ImpersonateFields, type ImpersonateValues } from './impersonate-fields.tsx';
import { impersonateWords } from './impersonate-words.ts';
import { useUserWrite } from './use-user-write.ts';

interface ImpersonateProps {
  user: User;
  opened: boolean;
  onClose(): void;
}

/** Makes a token with which somebody acts in the user's name. */
export function Impersonate({ user, opened, onClose }: ImpersonateProps) {
  const words = useWords(impersonateWords);
  const { errors } = useWords(everywhere);
  const [made, setMade] = useState<{ kind: ImpersonateValues['kind']; jwt: string }>();
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
      tellsFailure: false,
      onDone: ({ jwt }, { kind }) => {
        setMade({ kind, jwt });
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
        title={words.title(nameOf(user))}
        action={words.start}
        isBusy={start.isPending}
        error={start.error}
        onSubmit={form.onSubmit((values) => start.mutate(values))}
      >
        <ImpersonateFields user={user} form={form} />
      </FormModal>
      <ShownOnce
        title={words.made[made?.kind ?? 'session']}
        secret={made?.jwt}
        what={words.theToken}
        onClose={() => setMade(undefined)}
      />
    </>
  );
}
