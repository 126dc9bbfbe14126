import type { Language } from '../../../http/language.ts';

interface Texts {
  title(application: string): string;
  expired: string;
  lead: string;
  refused: string;
  nameId: string;
  nothing: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: (application) => `Test: ${application}`,
    expired: 'This test has expired. Start it again in the console.',
    lead: 'The sign-in succeeds. This is what the application would get. Nothing was sent to it.',
    refused: 'The application would refuse this sign-in. Nothing was sent to it.',
    nameId: 'Name ID',
    nothing: 'The application would get nothing about this account.',
  },
  de: {
    title: (application) => `Test: ${application}`,
    expired: 'Dieser Test ist abgelaufen. Beginnen Sie ihn in der Konsole noch einmal.',
    lead: 'Die Anmeldung gelingt. Das würde die Anwendung bekommen. An sie wurde nichts gesendet.',
    refused: 'Diese Anmeldung würde abgewiesen. An die Anwendung wurde nichts gesendet.',
    nameId: 'Name-ID',
    nothing: 'Die Anwendung würde nichts über dieses Konto bekommen.',
  },
};
