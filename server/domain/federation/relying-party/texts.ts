import type { RefusalCause } from '../../../core/refusal-causes.ts';
import type { Language } from '../../../http/language.ts';

interface Texts {
  title: string;
  unknownProject: string;
  /** Absent: the message of the limit, which names the time. */
  tooMany?: string;
  /** Absent: the advice of the protocol. */
  advice?: string;
  /** The reason in the user's words, and where it matters the one for administrators, which is in English. */
  reasons(cause: RefusalCause, reason: string): string[];
}

const germanReasons: Partial<Record<RefusalCause, string>> = {
  expiredLink:
    'Diese Anmeldung ist abgelaufen, schon abgeschlossen oder begann in einem anderen Browser. Beginnen Sie von vorn.',
  disabled: 'Das Konto ist gesperrt.',
  tenantDisabled: 'Der Mandant ist gesperrt.',
};

/** The texts of the page on which a sign-in ends that cannot return to an application. */
export const texts: Record<Language, Texts> = {
  en: {
    title: 'Couldn’t sign you in',
    unknownProject: 'There is no project with this ID. The address is incomplete or wrong.',
    reasons: (_, reason) => [reason],
  },
  de: {
    title: 'Die Anmeldung ist nicht gelungen',
    unknownProject: 'Es gibt kein Projekt mit dieser ID. Die Adresse ist unvollständig oder falsch.',
    tooMany: 'Das waren zu viele Versuche. Warten Sie einen Moment.',
    advice:
      'Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal. Geschieht es wieder, sagen Sie den Betreibern, was hier steht.',
    reasons(cause, reason) {
      const own = germanReasons[cause];
      return own
        ? [own]
        : ['Der Anbieter konnte Sie hier nicht anmelden. Der Grund, für die Betreiber:', reason];
    },
  },
};
