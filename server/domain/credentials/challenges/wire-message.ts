import { t } from '../../../http/schema.ts';

/** How a message shall look. */
export const messageFields = {
  templateId: t.reference({ description: 'One of the templates of the project' }),
  templateOptions: t.optional(
    t.map(t.text(), {
      description:
        'Values for the template. Without a management key (in the calls of users: as the last part of the bearer) a ' +
        'value that has a place in the template is refused',
    }),
  ),
  locale: t.reference({ description: 'The language of the message, such as `de`' }),
};
