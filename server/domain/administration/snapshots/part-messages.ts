import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { type Static, t } from '../../../http/schema.ts';
import { listTemplates, loadTemplate, setTemplate } from '../../project/messages/edit-templates.ts';
import {
  type ConnectorFile,
  connectorFile,
  describeConnectors,
  restoreConnector,
} from '../../project/messages/restore-connector.ts';
import { keyFromWire, templateContent, templateKey } from '../../project/messages/wire-templates.ts';
import { createWebhook, loadWebhooks, updateWebhook } from '../../project/webhooks/change-webhooks.ts';
import { webhookFromWire, webhookSettings } from '../../project/webhooks/wire.ts';
import { part } from './part.ts';
import { byText, readFile } from './snapshot.ts';

export const connectorsPart = part<ConnectorFile>({
  name: 'connectors',
  paths: /^messages\/connectors\/[^/]+\.json$/,
  async export(ctx) {
    const connectors = await describeConnectors(ctx);
    return Object.fromEntries(connectors.map((connector) => [connectorPath(connector), connector]));
  },
  read: (value) => readFile(connectorFile, value),
  pathOf: connectorPath,
  async write({ ctx, secrets }, file) {
    const { channel, provider, secrets: types = [] } = file;
    const given = types.flatMap((type) => {
      const value = secrets.find('connectors', channel, type);
      return value === undefined ? [] : [[type, value] as const];
    });
    await restoreConnector(ctx, file, Object.fromEntries(given));
    const now = (await describeConnectors(ctx)).find((one) => one.channel === channel);
    for (const type of types) {
      if (!now?.secrets.includes(type)) secrets.miss('connectors', { id: channel, name: provider, type });
    }
  },
});

function connectorPath({ channel }: ConnectorFile): string {
  return `messages/connectors/${channel}.json`;
}

const templateFile = t.object({ ...templateKey, ...t.partial(templateContent) });

export const templatesPart = part<Static<typeof templateFile>>({
  name: 'templates',
  paths: /^messages\/templates\/[^/]+\.json$/,
  async export(ctx) {
    const own = (await listTemplates(ctx)).filter(({ isBuiltIn }) => !isBuiltIn);
    const files = await Promise.all(
      own.map(async ({ kind, channel, locale, templateId }) => {
        const key = { kind, channel, locale, templateId };
        const { subject, text, html } = await loadTemplate(ctx, key);
        return [templatePath(key), { ...key, subject, text, html }] as const;
      }),
    );
    return Object.fromEntries(files);
  },
  read: (value) => readFile(templateFile, value),
  pathOf: templatePath,
  write: ({ ctx }, { subject = '', text = '', html = '', ...key }) =>
    setTemplate(ctx, keyFromWire(key), { subject, text, html }),
});

function templatePath(key: Omit<Static<typeof templateFile>, 'subject' | 'text' | 'html'>): string {
  const { kind, channel, locale, templateId } = key;
  const name = [kind, channel, locale, ...(templateId ? [templateId] : [])].join('.');
  return `messages/templates/${name}.json`;
}

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
