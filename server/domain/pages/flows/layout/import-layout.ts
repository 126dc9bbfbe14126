import type { ProjectContext } from '../../../../core/context.ts';
import type { ProjectFlow } from '../definitions/flow.ts';
import { importFlow } from '../documents/import-flow.ts';
import { languageFor } from '../screens/locales.ts';
import { readForeign } from './read-foreign.ts';
import { invalidLayout, readLayout } from './read-layout.ts';
import type { Layout } from './write-layout.ts';

/** The largest number of sentences in a response. */
const maxNotes = 200;

/** Imports a flow of ours or of the vendor’s console, and says what of it has no effect. */
export async function importLayout(
  ctx: ProjectContext,
  layout: Layout,
): Promise<{ flow: ProjectFlow; notes: string[] }> {
  const { metadata, flowId } = layout;
  const own = metadata['latchkey'] as { etag?: unknown } | undefined;
  const notes: string[] = [];
  const note = (text: string) => void (notes.length < maxNotes && notes.push(text));
  const document = own ? readLayout(layout) : readForeign(layout, languageFor(ctx, '').tag, note);
  const flow = await importFlow(ctx, flowId, {
    name: textIn(metadata, 'name', 100),
    description: textIn(metadata, 'description', 1_000),
    disabled: metadata['disabled'] === undefined ? undefined : metadata['disabled'] === true,
    document,
    ...(typeof own?.etag === 'string' && { etag: own.etag }),
  });
  return { flow, notes };
}

function textIn(metadata: Record<string, unknown>, name: string, maxLength: number): string | undefined {
  const value = metadata[name];
  if (value === undefined || value === '' || value === null) return undefined;
  if (typeof value !== 'string' || value.length > maxLength)
    throw invalidLayout(`metadata.${name}`, `must be a text with at most ${maxLength} characters`);
  return value;
}
