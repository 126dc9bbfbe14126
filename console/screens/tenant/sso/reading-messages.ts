import { defineMessages } from '../../../i18n/languages.ts';

export const readingMessages = defineMessages(
  {
    title: 'Keys and metadata',
    lead: 'Latchkey reads this URL once a day, and when a signature matches no key.',
    byHand: 'Set up manually. When the identity provider changes its certificate, enter the new one.',
    address: 'Address',
    lastRead: 'Last read',
    readNow: 'Read now',
    readDone: 'Metadata read again.',
    failedTitle: 'The last update failed',
    failedLead: 'The previous keys and URLs stay in use.',
    leftOut: (count: number) =>
      count === 1 ? '1 certificate was left out' : `${count} certificates were left out`,
    changes: 'Certificate changes',
    who: 'By',
    removed: 'Old certificate',
    added: 'New certificate',
    actors: {
      address: 'Read from the URL',
      administrator: 'Administrator',
      managementKey: 'Management key',
      setupLink: 'Setup link',
      commandLine: 'Command line',
      system: 'Latchkey',
    } as Record<string, string>,
  },
  {
    title: 'Schlüssel und Metadaten',
    lead: 'Latchkey liest diese Adresse einmal am Tag und immer dann, wenn eine Signatur zu keinem Schlüssel passt.',
    byHand:
      'Von Hand eingerichtet. Wenn der Identitätsanbieter sein Zertifikat wechselt, tragen Sie das neue ein.',
    address: 'Adresse',
    lastRead: 'Zuletzt gelesen',
    readNow: 'Jetzt lesen',
    readDone: 'Neu gelesen.',
    failedTitle: 'Das letzte Lesen ist gescheitert',
    failedLead: 'Die bisherigen Schlüssel und Adressen gelten weiter.',
    leftOut: (count) =>
      count === 1 ? '1 Zertifikat wurde ausgelassen' : `${count} Zertifikate wurden ausgelassen`,
    changes: 'Gewechselte Zertifikate',
    who: 'Durch',
    removed: 'Altes Zertifikat',
    added: 'Neues Zertifikat',
    actors: {
      address: 'Von der Adresse gelesen',
      administrator: 'Administrator',
      managementKey: 'Management-Schlüssel',
      setupLink: 'Einrichtungslink',
      commandLine: 'Kommandozeile',
      system: 'Latchkey',
    },
  },
);
