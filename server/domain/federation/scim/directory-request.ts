/** A request of a directory and its response. Contains no value that the directory sent. */
export interface DirectoryRequest {
  id: string;
  occurredAt: number;
  /** The access key. */
  keyId: string;
  method: string;
  /** As `describeRequest` returns it. */
  path: string;
  status: number;
  scimType: string;
  /** Why the request failed. Empty if it succeeded. */
  detail: string;
}

export function isFailure({ status }: Pick<DirectoryRequest, 'status'>): boolean {
  return status >= 400;
}
