import { t } from '../../../http/schema.ts';

/** Fields for the look of a message. */
export const messageFields = {
  templateId: t.reference({ description: 'One of the project’s templates' }),
  templateOptions: t.optional(
    t.map(t.text(), {
      description:
        'Values for the template. If the template uses one of them, the call needs a management key (for calls ' +
        'by users, at the end of the bearer)',
    }),
  ),
  locale: t.reference({ description: 'The language of the message, such as `de`' }),
};
