import type { InboundApplication } from '../../../client/client.ts';
import { thirdPartyKind } from '../../components/applications/kinds.ts';
import { useSaveFields } from '../../components/applications/use-save-fields.ts';

/** Saves the changed fields of one card of an application. */
export function useSaveApp<V extends Partial<InboundApplication>>({ id }: InboundApplication) {
  return useSaveFields<V, InboundApplication>(thirdPartyKind, {
    load: (client) => client.management.inboundApplication.loadApplication(id),
    fieldsOf: (app) => app,
    update: (client, _, changes) => client.management.inboundApplication.patchApplication({ id, ...changes }),
  });
}
