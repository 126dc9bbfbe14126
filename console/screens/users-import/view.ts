export type Step = 'source' | 'columns' | 'check' | 'result';
export const steps: Step[] = ['source', 'columns', 'check', 'result'];

/** The view state in the address. The back button returns to the previous step. */
export const defaultView = { step: 'source', page: 1, bad: false };

export const pageSize = 25;
export const maxRows = 50_000;
export const maxMegabytes = 20;

/** The file and the fields of its columns. */
export interface Table {
  header: string[];
  rows: string[][];
}

export interface Invitation {
  sendMail: boolean;
  sendSMS: boolean;
}
