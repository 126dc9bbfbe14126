import { defineMessages } from '../i18n/languages.ts';

export const shortcutMessages = defineMessages(
  {
    title: 'Keyboard shortcuts',
    useLetters: 'Use single-key shortcuts',
    useLettersLead:
      'Turn this off if you use speech input. Arrow keys, Enter and Ctrl shortcuts always work.',
    everywhere: 'Everywhere',
    palette: 'Find a screen, project or user',
    calls: 'Show the API calls of the screen',
    help: 'Show these shortcuts',
    screens: 'Go to a screen',
    inTables: 'In tables',
    next: 'Next row',
    previous: 'Previous row',
    open: 'Open the row',
    select: 'Select the row',
    search: 'Go to the search',
    onColumns: 'On the edge of a column',
    resize: 'Change the width',
    resetWidth: 'Reset the width',
  },
  {
    title: 'Tastenkürzel',
    useLetters: 'Einzelne Tasten benutzen',
    useLettersLead:
      'Schalten Sie das ab, wenn Sie mit Sprache eingeben. Pfeiltasten, Eingabetaste und Kürzel mit Strg gelten immer.',
    everywhere: 'Überall',
    palette: 'Ansicht, Projekt oder Benutzer finden',
    calls: 'API-Aufrufe der Ansicht zeigen',
    help: 'Diese Kürzel zeigen',
    screens: 'Zu einer Ansicht',
    inTables: 'In Tabellen',
    next: 'Nächste Zeile',
    previous: 'Vorige Zeile',
    open: 'Zeile öffnen',
    select: 'Zeile auswählen',
    search: 'Zur Suche',
    onColumns: 'Am Rand einer Spalte',
    resize: 'Breite ändern',
    resetWidth: 'Anfängliche Breite benutzen',
  },
);
