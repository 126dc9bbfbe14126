import { unwrap } from '../../../api/failure.ts';
import { Conflict } from '../../../api/merge.ts';
import { useWrite } from '../../../api/use-api.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import type { FlowDocument } from '../flow-document.ts';
import { type ExportedFlow, exportFlow, flowQueries, importFlow } from '../use-flow.ts';
import { differencesOf } from './differences.ts';

interface Edited {
  /** The definition that the editing began with. */
  before: FlowDocument;
  dsl: FlowDocument;
}

/**
 * Replaces the definition of a flow. A definition that another administrator has changed meanwhile is a conflict, which
 * `onConflict` gets, so that saving again replaces it.
 */
export function useSaveDefinition(flowId: string, onConflict: (theirs: FlowDocument) => void) {
  const { saved } = useMessages(sharedMessages);
  return useWrite<Edited, ExportedFlow>(
    async (client, { before, dsl }) => {
      const { flow } = await unwrap(exportFlow(client, flowId));
      const differences = differencesOf(before, flow.dsl, dsl).filter(
        ({ theirs, yours }) => JSON.stringify(theirs) !== JSON.stringify(yours),
      );
      if (differences.length > 0) {
        onConflict(flow.dsl);
        throw new Conflict(differences);
      }
      return importFlow(client, flowId, { ...flow, dsl });
    },
    { changes: flowQueries(flowId), done: saved, reportsFailure: false },
  );
}
