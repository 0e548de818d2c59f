import type { Tenant } from './types.ts'

type EmptyParts = Pick<
  Tenant,
  | 'isGone'
  | 'policies'
  | 'namedLocations'
  | 'roleAssignments'
  | 'applications'
  | 'servicePrincipals'
  | 'delegatedGrants'
  | 'applicationGrants'
  | 'delegatedRelationships'
  | 'bin'
  | 'concealsNamesInReports'
  | 'journal'
>

/** What a directory holds on its first day. */
export function emptyDirectory(): EmptyParts {
  return {
    isGone: false,
    policies: [],
    namedLocations: [],
    roleAssignments: [],
    applications: [],
    servicePrincipals: [],
    delegatedGrants: [],
    applicationGrants: [],
    delegatedRelationships: [],
    bin: { people: [], groups: [] },
    concealsNamesInReports: true,
    journal: [],
  }
}
