import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Role } from './session/session.tsx';

/** The parts of the navigation, in its order. `main`, `branding` and `project` have no title. */
export const sections = [
  'main',
  'authentication',
  'authorization',
  'applications',
  'branding',
  'messages',
  'developers',
  'project',
] as const;

export type Section = (typeof sections)[number];

interface Texts {
  en: string;
  de: string;
}

/**
 * A screen: its address, its navigation entry, its documentation, the role it requires, and a function that loads its
 * code when it is opened.
 */
export interface Screen {
  /** Relative to `/console/<project ID>/`. */
  path: string;
  /** The entry in the navigation and the command palette. Without it, the screen is reached from another screen. */
  entry?: {
    section: Section;
    icon: LucideIcon;
    title: Texts;
    /** Other words for what is here. The command palette shows them and finds the screen by them. */
    also?: Texts;
    /** Further words by which the command palette finds the screen. They are not shown. */
    keywords?: string[];
    /** The letter that opens the screen after `g`. */
    key?: string;
  };
  /** The section of the documentation about this screen, below `/docs/`. */
  help: string;
  /** The lowest role that can open the screen. Without it, every administrator can. */
  role?: Role;
  load(): Promise<{ default: ComponentType }>;
}
