/** The directory of a tenant in a project, as its rows name it. */
export interface Place {
  projectId: string;
  tenantId: string;
}
