import { defineMessages } from '../i18n/languages.ts';

/** Texts of tables of records. */
export const tableMessages = defineMessages(
  {
    width: (title: string) => `Width of ${title}`,
    others: (count: number, texts: string) => `${count} more: ${texts}`,
    shortcuts: 'Keyboard shortcuts',
  },
  {
    width: (title) => `Breite von ${title}`,
    others: (count, texts) => `${count} weitere: ${texts}`,
    shortcuts: 'Tastenkürzel',
  },
);
