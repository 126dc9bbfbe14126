/** Puts the values of a project into an example of the documentation. */
export function fillExample(
  code: string,
  { baseUrl, projectId, flowId }: { baseUrl: string; projectId: string; flowId: string },
): string {
  return code
    .replaceAll('http://localhost:8080', baseUrl)
    .replaceAll('P…', projectId)
    .replaceAll('sign-up-or-in', flowId);
}
