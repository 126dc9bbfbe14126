/** A test file that a change concerns. */
export interface Concerned {
  file: string;
  /** The distance from the change; 0 is the change itself. */
  closeness: number;
  /** The reason in words, for the output. */
  reason: string;
  /** The subjects, of those through which the file goes, that the change concerns. Absent: all of them. */
  only?: Subjects;
}

export interface Subjects {
  kind: 'groups' | 'screens';
  names: string[];
}

export const closeness = {
  itself: 0,
  sameName: 1,
  beside: 2,
  importing: 3,
  group: 4,
  loops: 5,
  besideUsers: 6,
  screens: 7,
  journeys: 8,
};
