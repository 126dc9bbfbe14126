import { defineMessages } from './languages.ts';

/** Texts of the form components. */
export const formMessages = defineMessages(
  {
    unsaved: 'Unsaved changes',
    discard: 'Discard',
    leaving: {
      changes: {
        title: 'Discard changes?',
        lead: 'You have changes that are not saved.',
        leave: 'Discard changes',
        stay: 'Keep editing',
      },
      action: {
        title: 'Stop and leave?',
        lead: 'The action is still running. If you leave, it stops. What is already done is kept.',
        leave: 'Leave',
        stay: 'Stay',
      },
    },
    unitOf: (label: string) => `Unit: ${label}`,
    units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
    between: (min: string, max: string) => `From ${min} to ${max}`,
    newEntry: (label: string) => `New entry: ${label}`,
    removeEntry: (entry: string) => `Remove ${entry}`,
    moveUp: (entry: string) => `Move ${entry} up`,
    moveDown: (entry: string) => `Move ${entry} down`,
    alreadyThere: 'This entry is already on the list.',
    atMost: (count: number) => `At most ${count} entries.`,
    emptyList: 'No entries',
    notAdded: 'Add this entry to the list or clear the field.',
  },
  {
    unsaved: 'Noch nicht gespeichert',
    discard: 'Verwerfen',
    leaving: {
      changes: {
        title: 'Änderungen verwerfen?',
        lead: 'Sie haben Änderungen, die noch nicht gespeichert sind.',
        leave: 'Änderungen verwerfen',
        stay: 'Weiter bearbeiten',
      },
      action: {
        title: 'Anhalten und verlassen?',
        lead: 'Der Vorgang läuft noch. Wenn Sie die Ansicht verlassen, hält er an; was schon geschehen ist, bleibt.',
        leave: 'Verlassen',
        stay: 'Hier bleiben',
      },
    },
    unitOf: (label) => `Einheit: ${label}`,
    units: { s: 'Sekunden', min: 'Minuten', h: 'Stunden', d: 'Tage' },
    between: (min, max) => `Von ${min} bis ${max}.`,
    newEntry: (label) => `Neuer Eintrag: ${label}`,
    removeEntry: (entry) => `${entry} entfernen`,
    moveUp: (entry) => `${entry} nach oben`,
    moveDown: (entry) => `${entry} nach unten`,
    alreadyThere: 'Das steht schon auf der Liste.',
    atMost: (count) => `Höchstens ${count}.`,
    emptyList: 'Auf der Liste steht nichts.',
    notAdded: 'Das steht noch nicht auf der Liste: Fügen Sie es hinzu, oder leeren Sie das Feld.',
  },
);
