import type { InboundApplication } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { useWrite } from '../../api/use-api.ts';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';

/** Saves one card of an application. Only the changed fields are sent. */
export function useSaveApp<V extends Partial<InboundApplication>>({ id }: InboundApplication) {
  const { client } = useProject();
  const { saved } = useMessages(sharedMessages);
  const { inboundApplication } = client.management;
  return useWrite(
    (client, { changes }: Draft<V>) =>
      client.management.inboundApplication.patchApplication({ id, ...changes }),
    {
      changes: [['third-party-apps']],
      done: saved,
      reportsFailure: false,
      undo: (_, { before }) => unwrap(inboundApplication.patchApplication({ id, ...before })),
    },
  );
}
