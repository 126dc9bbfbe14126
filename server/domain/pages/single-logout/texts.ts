import type { Language } from '../../../http/language.ts';
import type { LogoutStep } from '../../applications/saml-provider/single-logout/logout.ts';

export interface Texts {
  title: string;
  lead: string;
  states: Record<LogoutStep['state'], string>;
  deletedApplication: string;
  goOn: string;
  again: string;
  skip(application: string): string;
  unanswered(application: string): string;
  unansweredLead: string;
  done: string;
  doneLead: string;
  partialLead: string;
  returning: string;
  nothing: { title: string; text: string };
  foreignForm: string;
}

export const texts: Record<Language, Texts> = {
  en: {
    title: 'Signing you out',
    lead: 'You are signed out here. Your applications follow, one after the other.',
    states: {
      waiting: 'Waiting',
      asked: 'Signing out…',
      done: 'Signed out',
      failed: 'Not confirmed',
    },
    deletedApplication: 'Deleted application',
    goOn: 'Continue',
    again: 'Try again',
    skip: (application) => `Continue without ${application}`,
    unanswered: (application) => `${application} didn’t respond`,
    unansweredLead: 'You may still be signed in there. Try again, or continue with the next application.',
    done: 'You are signed out',
    doneLead: 'You can close this window.',
    partialLead:
      'These applications didn’t confirm it, so you may still be signed in there. Sign out in each of them, or close all browser windows.',
    returning: 'Returning to the application',
    nothing: {
      title: 'Nothing to finish here',
      text: 'This sign-out is finished, or it was started too long ago. You can close this window.',
    },
    foreignForm: 'This form was sent from another site. Go back and try again.',
  },
  de: {
    title: 'Sie werden abgemeldet',
    lead: 'Hier sind Sie abgemeldet. Ihre Anwendungen folgen, eine nach der anderen.',
    states: {
      waiting: 'Wartet',
      asked: 'Wird abgemeldet …',
      done: 'Abgemeldet',
      failed: 'Nicht bestätigt',
    },
    deletedApplication: 'Gelöschte Anwendung',
    goOn: 'Weiter',
    again: 'Erneut versuchen',
    skip: (application) => `Ohne ${application} fortfahren`,
    unanswered: (application) => `${application} hat nicht geantwortet`,
    unansweredLead:
      'Möglicherweise sind Sie dort noch angemeldet. Versuchen Sie es erneut, oder fahren Sie mit der nächsten Anwendung fort.',
    done: 'Sie sind abgemeldet',
    doneLead: 'Sie können dieses Fenster schließen.',
    partialLead:
      'Diese Anwendungen haben es nicht bestätigt; möglicherweise sind Sie dort noch angemeldet. Melden Sie sich in jeder von ihnen ab, oder schließen Sie alle Browserfenster.',
    returning: 'Zurück zur Anwendung',
    nothing: {
      title: 'Hier ist nichts mehr zu tun',
      text: 'Diese Abmeldung ist abgeschlossen, oder sie wurde vor zu langer Zeit begonnen. Sie können dieses Fenster schließen.',
    },
    foreignForm:
      'Dieses Formular kam von einer anderen Website. Gehen Sie zurück und versuchen Sie es erneut.',
  },
};
