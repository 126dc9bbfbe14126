import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import {
  listTemplates,
  loadTemplate,
  previewTemplate,
  resetTemplate,
  setTemplate,
} from './edit-templates.ts';
import { templateContent as content, templateKey as key, keyFromWire } from './wire-templates.ts';

const long = { maxLength: 1_000_000 };
const rendered = t.object({ subject: t.text(long), text: t.text(long), html: t.text(long) });
const editable = { ...t.partial(content) };

const places =
  'Only `{{path}}` is replaced: `project.name`, its appearance (`project.logo`, `project.color`, `project.textOnColor`, ' +
  '`project.linkColor`, `project.background`), `validFor`, `code`, `link`, `links.0.number`, ' +
  '`links.0.link`, `newAddress`, and `options.…` for the caller’s `templateOptions`.';

export const templateEndpoints = [
  endpoint({
    name: 'management.messageTemplates.list',
    method: 'GET',
    path: '/v1/mgmt/message/templates',
    summary: 'List all message templates',
    description: 'Returns the project’s own templates, and the built-in templates that it has not replaced.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({
      templates: t.list(
        t.object({
          kind: t.text(),
          channel: t.text(),
          locale: t.text(),
          templateId: t.text(),
          isBuiltIn: t.flag(),
          changedAt: t.integer({ description: 'Milliseconds since 1970; 0: never' }),
        }),
      ),
    }),
    errors: [],
    client: { parameters: [], returns: 'templates' },
    async handle(ctx) {
      const templates = await listTemplates(ctx);
      return {
        templates: templates.map(({ kind, channel, locale, templateId, isBuiltIn, changedAt }) => ({
          kind,
          channel,
          locale,
          templateId,
          isBuiltIn,
          changedAt,
        })),
      };
    },
  }),
  endpoint({
    name: 'management.messageTemplates.load',
    method: 'GET',
    path: '/v1/mgmt/message/template',
    summary: 'Load a message template',
    description: places,
    auth: 'management',
    role: 'auditor',
    input: t.object(key),
    output: t.object({
      ...content,
      isBuiltIn: t.flag(),
      hasBuiltIn: t.flag({ description: 'True if there is a built-in text that `reset` restores' }),
    }),
    errors: ['E011004', 'E113101'],
    client: { parameters: ['kind', 'channel', 'locale', 'templateId'] },
    async handle(ctx, input) {
      const { subject, text, html, isBuiltIn, hasBuiltIn } = await loadTemplate(ctx, keyFromWire(input));
      return { subject, text, html, isBuiltIn, hasBuiltIn };
    },
  }),
  endpoint({
    name: 'management.messageTemplates.set',
    method: 'POST',
    path: '/v1/mgmt/message/template/set',
    summary: 'Replace a message template',
    description: places,
    auth: 'management',
    input: t.object({ ...key, ...editable }),
    output: emptyObject,
    errors: ['E011004'],
    client: { returnsNothing: true },
    bodyLimitBytes: 256 * 1024,
    async handle(ctx, { subject = '', text = '', html = '', ...input }) {
      await setTemplate(ctx, keyFromWire(input), { subject, text, html });
      return {};
    },
  }),
  endpoint({
    name: 'management.messageTemplates.reset',
    method: 'POST',
    path: '/v1/mgmt/message/template/reset',
    summary: 'Restore the built-in message template',
    auth: 'management',
    input: t.object(key),
    output: emptyObject,
    errors: ['E011004', 'E113101'],
    client: { parameters: ['kind', 'channel', 'locale', 'templateId'], returnsNothing: true },
    async handle(ctx, input) {
      await resetTemplate(ctx, keyFromWire(input));
      return {};
    },
  }),
  endpoint({
    name: 'management.messageTemplates.preview',
    method: 'POST',
    path: '/v1/mgmt/message/template/preview',
    summary: 'Preview a message template with sample data',
    description: 'Renders the given `text`, or the saved template without it.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      ...key,
      ...editable,
      templateOptions: t.optional(t.map(t.text(), { maxProperties: 50 })),
    }),
    output: rendered,
    errors: ['E011004', 'E113101'],
    bodyLimitBytes: 256 * 1024,
    handle: async (ctx, { subject = '', text, html = '', templateOptions, ...input }) =>
      previewTemplate(ctx, keyFromWire(input), {
        content: text === undefined ? undefined : { subject, text, html },
        templateOptions,
      }),
  }),
];
