export type Kind =
  | 'guide'
  | 'page'
  | 'error'
  | 'setting'
  | 'overview'
  | 'operation'
  | 'contributing'
  | 'decision'
  | 'history';

/** A thing that a search can find: a section of a document, a row of a table, an operation or an error code. */
export interface Entry {
  kind: Kind;
  /** The page with this entry: all entries of a page share it. */
  page: string;
  /** Where the entry is, such as `/docs/sso.html#require-sso`. */
  address: string;
  title: string;
  heading: string;
  /** Identifiers of the entry: a setting, an error code, an operation and its path. */
  name: string;
  /** Words that people search for and that the text does not contain. */
  keywords: string;
  /** Sentences and rows, each in a line. */
  text: string;
}
