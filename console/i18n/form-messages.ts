import { defineMessages } from './language.tsx';

/** Texts of the form components. */
export const formMessages = defineMessages(
  {
    unsaved: 'Unsaved changes',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveLead:
      'Your changes are not saved, or an action is still running. If you leave, you lose the changes and stop the action.',
    leave: 'Leave',
    stay: 'Stay',
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
    leaveTitle: 'Ohne Speichern verlassen?',
    leaveLead:
      'Was Sie hier geändert haben, ist noch nicht gespeichert oder nicht fertig. Es endet, wenn Sie die Ansicht verlassen.',
    leave: 'Verlassen',
    stay: 'Hier bleiben',
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
