import type { Result } from '../../../../client/client.ts';
import { useRead } from '../../../api/use-api.ts';
import { useProject } from '../../../session/project.tsx';

/** Returns the built-in texts of a screen in a language, by element. Undefined until they have loaded. */
export function useBuiltInTexts(screen: string, language: string): Map<string, string> | undefined {
  const { project } = useProject();
  return useRead(['built-in-texts', screen, language], () => load(project.id, screen, language)).data;
}

/** Reads them from the screen as the component loads it, because exported flows have those of one language. */
async function load(
  projectId: string,
  screen: string,
  language: string,
): Promise<Result<Map<string, string>>> {
  try {
    const file = `${screen}-${language.toLowerCase()}.html`;
    const response = await fetch(`/pages/${projectId}/v2-beta/${file}`, { credentials: 'omit' });
    const texts = response.ok ? textsIn(await response.text()) : new Map();
    return { ok: true, code: response.status, data: texts };
  } catch (error) {
    const failure = { errorCode: 'network', errorDescription: String(error), errorMessage: '' };
    return { ok: false, code: 0, error: failure };
  }
}

function textsIn(screen: string): Map<string, string> {
  const elements = new DOMParser().parseFromString(screen, 'text/html').querySelectorAll('[id]');
  return new Map(
    [...elements].flatMap((element) => {
      const [name, label] = [element.getAttribute('name'), element.getAttribute('label')];
      const text = label ?? element.textContent.trim();
      if (text === '' || element.children.length > 0) return [];
      // Fields are named after what is typed. The one for the address has one of two names.
      const isField = name !== null && element.localName !== 'descope-checkbox';
      const id = isField ? `${name === 'email' ? 'loginId' : name}Field` : element.id;
      return [[id, text] as const];
    }),
  );
}
