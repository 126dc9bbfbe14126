import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { describeFlows } from '../flows/describe-flows.ts';
import { installed } from './installed.ts';
import { library } from './releases.ts';
import { describeWidgets } from './widgets/widgets.ts';

/** The only style of a project: its branding. */
export const styleId = 'theme';

/** Describes a project for the components. Throws E501001 unless the library that they load is installed. */
export async function describeProject(ctx: ProjectContext): Promise<object> {
  const integrity = installed(ctx).libraryIntegrity();
  if (!integrity) throw notInstalled();
  const style = { fonts: {} };
  return {
    componentsVersion: library.version,
    componentsVersionSri: integrity,
    styles: { [styleId]: { light: style, dark: style } },
    flows: await describeFlows(ctx),
    widgets: describeWidgets(ctx),
  };
}

export function notInstalled(): ServiceError {
  return new ServiceError(
    'E501001',
    'The components are not installed on this server. Run `latchkey components install`',
  );
}
