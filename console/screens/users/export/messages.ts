import { defineMessages } from '../../../i18n/language.tsx';

export const exportMessages = defineMessages(
  {
    title: 'Export users',
    lead: (count: string) =>
      `${count} users match the current filters. The CSV file contains all their data except passwords and other credentials, and can be imported again.`,
    start: 'Export as CSV',
    progress: (done: string, total: string) => `${done} of ${total}`,
    stopped: (done: string) => `The export stopped after ${done} users.`,
    resume: 'Resume',
    done: (count: string) => `${count} users exported.`,
    fileName: 'users',
  },
  {
    title: 'Benutzer exportieren',
    lead: (count) =>
      `${count} Benutzer passen zu den Filtern der Tabelle. Alles, was über sie bekannt ist, kommt in eine CSV-Datei, die sich wieder importieren lässt; Passwörter und andere Anmeldedaten bleiben hier.`,
    start: 'Als CSV exportieren',
    progress: (done, total) => `${done} von ${total}`,
    stopped: (done) => `Nach ${done} Benutzern ging es nicht weiter.`,
    resume: 'Weitermachen',
    done: (count) => `${count} Benutzer exportiert.`,
    fileName: 'benutzer',
  },
);
