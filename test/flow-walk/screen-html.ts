import type { FlowDefinition } from '../../server/domain/pages/flows/definitions/flow.ts';
import type { Latchkey } from '../harness.ts';

/** The parts of a screen that a person sees, and that the component reads. */
export interface ScreenHtml {
  buttons: string[];
  fields: string[];
  /** The parts of the state that the texts need. */
  needs: string[];
}

/** Fetches a screen as the component does, and reads its buttons, its fields and its templates. */
export async function fetchScreen(latchkey: Latchkey, id: string): Promise<ScreenHtml> {
  const path = `/pages/${latchkey.projectId}/v2-beta/${id}.html`;
  const { status, body } = await latchkey.request('GET', path, { bearer: null });
  if (status !== 200) throw new Error(`${path}: ${status}`);
  const html = String(body);
  const pressed = [...html.matchAll(/<descope-(?:button|passcode)[^>]* id="([^"]+)"/g)].map(([, one]) => one);
  const offering = [...html.matchAll(/<descope-[^>]* id="([^"]+)"[^>]*autocomplete="webauthn"/g)].map(
    ([, one]) => one,
  );
  return {
    buttons: [...pressed, ...offering] as string[],
    fields: [...html.matchAll(/<descope-[^>]* name="([^"]+)"/g)].map(([, name]) => name as string),
    needs: [
      ...[...html.matchAll(/\{\{([^}]+)\}\}/g)].map(([, name]) => name as string),
      ...(html.includes('<descope-totp-image') ? ['totp.image'] : []),
    ],
  };
}

export const interactionOfButton = (id: string): string => id.replace(/^provider-.*/, 'provider');

/** Returns the buttons that the state leaves on a screen. */
export function shownButtons({ buttons }: ScreenHtml, state: { componentsState?: object }): string[] {
  const hidden = Object.keys(state.componentsState ?? {});
  return buttons.filter((id) => !hidden.includes(id));
}

/** Returns the needs that the state does not fill. */
export function missingIn({ needs }: ScreenHtml, state: object): string[] {
  return needs.filter((need) => {
    // biome-ignore lint/suspicious/noExplicitAny: the state of any screen.
    const value = need.split('.').reduce((at: any, name) => at?.[name], state);
    return typeof value !== 'string' || value === '';
  });
}

export function interactionsOf({ screens }: FlowDefinition, screen: string) {
  return screens[screen as keyof typeof screens] ?? {};
}
