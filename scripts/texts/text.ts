/** Separates sentences that the text does not separate itself. */
export const endOfSentence = '\u2029';

/** A text that people read, such as a paragraph, a table cell, a label or an error message. */
export interface Text {
  path: string;
  /** The line on which the text begins. */
  line: number;
  /** Keeps the line breaks of the file. */
  text: string;
  /** True for prose in a document. */
  isDocument?: boolean;
}
