import type { Client, Result } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import type { Draft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import type { FlowDocument } from './flow-document.ts';

export interface Flow {
  id: string;
  name: string;
  description: string;
  dsl: FlowDocument;
  disabled: boolean;
  /** Changes with each change of the flow. */
  etag: string;
}

/** A flow as the API exports and imports it. */
export interface ExportedFlow {
  flow: Flow;
  screens: { id: string; texts: { id: string; text: string }[] }[];
}

/** The queries that a change of a flow affects. */
export const flowQueries = (flowId: string): string[][] => [['flows'], ['flow', flowId]];

export function exportFlow(client: Client, flowId: string): Promise<Result<ExportedFlow>> {
  return client.management.flow.export(flowId) as Promise<Result<ExportedFlow>>;
}

/** Creates a flow or replaces one. With the `etag` of an earlier export, a change since then is a conflict. */
export function importFlow(
  client: Client,
  flowId: string,
  { id: _, ...flow }: Partial<Flow>,
): Promise<Result<ExportedFlow>> {
  return client.management.flow.import(flowId, flow as never) as Promise<Result<ExportedFlow>>;
}

export function useFlow(flowId: string) {
  return useRead(['flow', flowId], (client) => exportFlow(client, flowId));
}

/**
 * Saves the changed fields of a card, unless another administrator changed the same ones. `fieldsOf` reads the fields of
 * the card, and `withFields` writes them.
 */
export function useSaveFlow<V extends object>(
  flowId: string,
  fieldsOf: (flow: Flow) => V,
  withFields: (flow: Flow, fields: Partial<V>) => Flow,
) {
  const { saved } = useMessages(sharedMessages);
  return useWrite<Draft<V>, ExportedFlow>(
    async (client, { before, changes }) => {
      const { flow } = await unwrap(exportFlow(client, flowId));
      const merged = merge(before, changes, fieldsOf(flow));
      return importFlow(client, flowId, withFields(flow, merged));
    },
    { changes: flowQueries(flowId), done: saved, reportsFailure: false },
  );
}
