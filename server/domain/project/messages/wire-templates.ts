import { messageKinds } from '../../../delivery/message.ts';
import { t } from '../../../http/schema.ts';
import type { TemplateKey } from './edit-templates.ts';
import { channel } from './wire-connectors.ts';

export const templateKey = {
  kind: t.choice([...messageKinds]),
  channel,
  locale: t.text({ maxLength: 35, emptyIsAbsent: true, description: 'A language tag: `en`, `de`, `pt-BR`' }),
  templateId: t.reference({
    maxLength: 64,
    description: 'The template that is used if a request does not specify one',
  }),
};

export const templateContent = {
  subject: t.text({ maxLength: 256 }),
  text: t.text({ maxLength: 20_000 }),
  html: t.text({ maxLength: 40_000, description: 'The HTML part of an email; empty: plain text only' }),
};

export function keyFromWire({
  templateId = '',
  kind,
  channel,
  locale,
}: Omit<TemplateKey, 'templateId'> & { templateId?: string }): TemplateKey {
  return { kind, channel, locale, templateId };
}
