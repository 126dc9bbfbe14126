import { t } from '../../../http/schema.ts';

/** Fields for the look of a message. */
export const messageFields = {
  templateId: t.reference({ description: 'One of the project’s templates' }),
  templateOptions: t.optional(
    t.map(t.text(), {
      description:
        'Values for the template. Without a management key (in calls of users: at the end of the bearer), a value that the ' +
        'template renders is refused',
    }),
  ),
  locale: t.reference({ description: 'The language of the message, such as `de`' }),
};
