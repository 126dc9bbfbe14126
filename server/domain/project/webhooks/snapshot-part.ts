import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { type Static, t } from '../../../http/schema.ts';
import { byText, part, readFile } from '../../snapshot-part.ts';
import { createWebhook, loadWebhooks, updateWebhook } from './change-webhooks.ts';
import { webhookFromWire, webhookSettings } from './wire.ts';

const webhooksFile = t.object({ webhooks: t.list(t.object(webhookSettings), { maxItems: 100 }) });
type FileWebhook = Static<typeof webhooksFile>['webhooks'][number];

/** Webhooks, matched by name and order, because their IDs are those of another project. */
export const webhooksPart = part<Static<typeof webhooksFile>>({
  name: 'webhooks',
  paths: /^webhooks\.json$/,
  async export(ctx) {
    const webhooks = (await listKnown(ctx)).map(({ id: _, ...webhook }) => webhook);
    return { 'webhooks.json': { webhooks } };
  },
  read: (value) => readFile(webhooksFile, value),
  pathOf: () => 'webhooks.json',
  async write({ ctx }, { webhooks }) {
    const left = await listKnown(ctx);
    for (const webhook of webhooks) {
      const index = left.findIndex(({ name }) => name === webhook.name);
      const [before] = index === -1 ? [] : left.splice(index, 1);
      const settings = webhookFromWire(webhook);
      if (!before) await createWebhook(ctx, settings);
      else if (!isDeepStrictEqual(before, { id: before.id, ...webhook }))
        await updateWebhook(ctx, before.id, settings);
    }
  },
});

async function listKnown(ctx: ProjectContext): Promise<(Required<FileWebhook> & { id: string })[]> {
  const webhooks = await loadWebhooks(ctx);
  return webhooks
    .map(({ id, name, url, events, isEnabled }) => ({ id, name, url, events, enabled: isEnabled }))
    .sort(byText(({ name }) => name));
}
