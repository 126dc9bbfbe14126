import type { InboundApplication } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useWrite } from '../../api/use-api.ts';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';

/** Saves the changed fields of one card of an application, unless another administrator changed them, too. */
export function useSaveApp<V extends Partial<InboundApplication>>({ id }: InboundApplication) {
  const { client } = useProject();
  const { saved } = useMessages(sharedMessages);
  const { inboundApplication } = client.management;
  return useWrite(
    async ({ management: { inboundApplication } }, { before, changes }: Draft<V>) => {
      const current = await unwrap(inboundApplication.loadApplication(id));
      return inboundApplication.patchApplication({ id, ...merge(before, changes, current) });
    },
    {
      changes: [['third-party-apps']],
      done: saved,
      reportsFailure: false,
      undo: (_, { before }) => unwrap(inboundApplication.patchApplication({ id, ...before })),
    },
  );
}
