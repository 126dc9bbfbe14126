export interface Violation {
  path: string;
  line: number;
  /** The rule and the remedy, as one or two sentences without the last full stop. */
  message: string;
}
