import { defineMessages } from './language.tsx';

/** What forms say that change settings. */
export const formMessages = defineMessages(
  {
    unsaved: 'Not saved yet',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveLead: 'What you have changed here is not saved, or not done yet. It ends when you leave.',
    leave: 'Leave',
    stay: 'Stay here',
    unitOf: (label: string) => `Unit: ${label}`,
    units: { s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
    between: (min: string, max: string) => `From ${min} to ${max}.`,
    newEntry: (label: string) => `New entry: ${label}`,
    removeEntry: (entry: string) => `Remove ${entry}`,
    moveUp: (entry: string) => `Move ${entry} up`,
    moveDown: (entry: string) => `Move ${entry} down`,
    alreadyThere: 'It is on the list already.',
    atMost: (count: number) => `At most ${count}.`,
    emptyList: 'Nothing is on the list.',
    notAdded: 'This is not on the list yet: add it or clear it.',
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
