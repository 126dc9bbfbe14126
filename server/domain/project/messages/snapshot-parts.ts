import { type Static, t } from '../../../http/schema.ts';
import { part, readFile } from '../../snapshot-part.ts';
import { listTemplates, loadTemplate, setTemplate } from './edit-templates.ts';
import {
  type ConnectorFile,
  clearSecrets,
  connectorFile,
  describeConnectors,
  restoreConnector,
} from './restore-connector.ts';
import { keyFromWire, templateContent, templateKey } from './wire-templates.ts';

export const connectorsPart = part<ConnectorFile>({
  name: 'connectors',
  secrets: { kind: 'connectors', stored: clearSecrets },
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
