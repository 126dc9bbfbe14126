import { apple } from './apple.ts';
import type { ProviderDefinition } from './definition.ts';
import { discord } from './discord.ts';
import { facebook } from './facebook.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { google } from './google.ts';
import { linkedin } from './linkedin.ts';
import { microsoft } from './microsoft.ts';
import { slack } from './slack.ts';

/** The built-in providers, by the names that every SDK uses. Any other name is a custom provider of the project. */
export const knownProviders: ReadonlyMap<string, ProviderDefinition> = new Map(
  Object.entries({ google, microsoft, github, apple, gitlab, facebook, linkedin, slack, discord }),
);
