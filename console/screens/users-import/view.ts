export type Step = 'source' | 'columns' | 'check' | 'result';
export const steps: Step[] = ['source', 'columns', 'check', 'result'];

/** Of the address: the way back leads to the step before. */
export const defaultView = { step: 'source', page: 1, bad: false };

export const pageSize = 25;
export const maxRows = 50_000;
export const maxMegabytes = 20;

/** The file, and what its columns mean. */
export interface Table {
  header: string[];
  rows: string[][];
}

export interface Invitation {
  sendMail: boolean;
  sendSMS: boolean;
}
