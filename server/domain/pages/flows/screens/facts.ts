import type { ProjectContext } from '../../../../core/context.ts';
import { type SignInMethod, signInMethods } from '../../../../core/hosted-pages.ts';
import type { Language } from '../../../../core/languages/language.ts';
import type { Texts } from '../../../../core/languages/texts.ts';
import { rulesOf } from '../../../credentials/passwords/rules.ts';
import type { AttributeDefinition } from '../../../directory/custom-attributes/attribute.ts';
import { listProviders } from '../../../federation/oauth/load-provider.ts';
import { titleOf } from '../../../federation/oauth/provider.ts';
import { passwordHint } from '../../hosted-pages/steps/password-steps.ts';
import { providerTitle } from './element.ts';

/** The settings that a screen depends on, besides the state of the flow, which fills in `{{…}}` and hides elements. */
export interface Facts {
  words: Texts['hostedPages'];
  flowWords: Texts['flows'];
  accountWords: Texts['account'];
  tenantWords: Texts['tenantPage'];
  /** The text of a button that saves. */
  save: string;
  projectName: string;
  methods: readonly SignInMethod[];
  signUp: boolean;
  signUpProvesAddress: boolean;
  providers: { id: string; title: string }[];
  passwordHint: string;
  /** The custom attribute that the screen is about. */
  attribute?: ShownAttribute | undefined;
}

type ShownAttribute = Pick<AttributeDefinition, 'name' | 'displayName' | 'type' | 'options'>;

export async function factsOf(
  ctx: ProjectContext,
  { texts }: Language,
  attribute?: ShownAttribute,
): Promise<Facts> {
  const { name, settings } = ctx.project;
  const { signInMethods: methods, signUp, signUpProvesAddress } = settings.hostedPages;
  const providers = methods.includes('oauth') ? await listProviders(ctx) : [];
  return {
    words: texts.hostedPages,
    flowWords: texts.flows,
    accountWords: texts.account,
    tenantWords: texts.tenantPage,
    save: texts.widgets.save,
    attribute,
    projectName: name,
    methods,
    signUp,
    signUpProvesAddress,
    providers: providers
      .filter(({ enabled, settings }) => enabled && settings.clientId !== '')
      .map((provider) => ({ id: provider.id, title: titleOf(provider) })),
    passwordHint: passwordHint(texts.hostedPages, await rulesOf(ctx)),
  };
}

/** The facts with which a screen has all elements that it can have. One button stands for those of all providers. */
export async function fullFacts(
  ctx: ProjectContext,
  { texts }: Language,
  methods: readonly SignInMethod[] = signInMethods,
): Promise<Facts> {
  return {
    words: texts.hostedPages,
    flowWords: texts.flows,
    accountWords: texts.account,
    tenantWords: texts.tenantPage,
    save: texts.widgets.save,
    projectName: ctx.project.name,
    methods,
    signUp: true,
    signUpProvesAddress: true,
    providers: [{ id: '', title: providerTitle }],
    passwordHint: passwordHint(texts.hostedPages, await rulesOf(ctx)),
  };
}
