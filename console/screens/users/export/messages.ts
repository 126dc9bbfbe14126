import { countOf } from '../../../i18n/counts.ts';
import { defineMessages } from '../../../i18n/languages.ts';

const users = countOf('en', 'user', 'users');
const matching = countOf('en', 'user matches', 'users match');
const benutzer = countOf('de', 'Benutzer', 'Benutzer');
const passend = countOf('de', 'Benutzer passt', 'Benutzer passen');

export const exportMessages = defineMessages(
  {
    title: 'Export users',
    lead: (count: number) =>
      `${matching(count)} the current filters. The CSV file contains all their data except passwords and other credentials, and can be imported again.`,
    start: 'Export as CSV',
    progress: (done: string, total: string) => `${done} of ${total}`,
    stopped: (done: number) => `The export stopped after ${users(done)}.`,
    resume: 'Resume',
    done: (count: number) => `${users(count)} exported.`,
    fileName: 'users',
  },
  {
    title: 'Benutzer exportieren',
    lead: (count) =>
      `${passend(count)} zu den Filtern der Tabelle. Alles, was über sie bekannt ist, kommt in eine CSV-Datei, die sich wieder importieren lässt; Passwörter und andere Anmeldedaten bleiben hier.`,
    start: 'Als CSV exportieren',
    progress: (done, total) => `${done} von ${total}`,
    stopped: (done) => `Nach ${done.toLocaleString('de')} Benutzern ging es nicht weiter.`,
    resume: 'Weitermachen',
    done: (count) => `${benutzer(count)} exportiert.`,
    fileName: 'benutzer',
  },
);
