import { sealedConnectorSecrets } from './connectors/connectors.ts';
import { deleteForgottenMessages } from './history.ts';
import { sealedMessages } from './message.ts';
import { sealedWebhookSecrets } from './webhook/deliver-event.ts';

/** The records of delivery, as those of a group of the domain (`server/domain/group.ts`). */
export const delivery = {
  name: 'delivery',
  tables: {
    messageConnectors: { key: 'channel' },
    messageTemplates: { key: 'templateId kind channel locale' },
    webhooks: { key: 'id' },
    outbox: { stays: 'the instance that wrote a message sends it' },
    messageLimits: { stays: 'counts the messages of this instance' },
  },
  sweep: deleteForgottenMessages,
  sealed: [sealedConnectorSecrets, sealedWebhookSecrets, sealedMessages],
} as const;
