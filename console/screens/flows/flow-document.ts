/** A flow in our format, as the API imports and exports it (`docs/flows.md`). */
export interface FlowDocument {
  format: string;
  /** The built-in flow that it comes from. */
  base: string;
  start: string;
  /** The sign-in methods in their order, if they differ from those of the project. */
  methods?: string[];
  texts?: FlowTexts;
  screens: Record<string, Record<string, Interaction>>;
}

interface Interaction {
  does: string;
  to: string[];
}

/** Texts that replace the built-in ones: by screen, element and language. */
export type FlowTexts = Record<string, Record<string, Record<string, string>>>;

/** One interaction of a screen, with what can follow. */
export interface Transition extends Interaction {
  screen: string;
  interaction: string;
}

/** The results of an interaction that are no screens, in the order in which they are shown. */
export const ends: readonly string[] = ['passkeyDialog', 'otherSite', 'done'];

export function transitionsOf({ screens }: Pick<FlowDocument, 'screens'>): Transition[] {
  return Object.entries(screens).flatMap(([screen, interactions]) =>
    Object.entries(interactions).map(([interaction, { does, to }]) => ({ screen, interaction, does, to })),
  );
}
