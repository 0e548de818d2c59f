import type { StoredPage, StoredRow, StoredRows, StoredTable } from '../stored-rows.ts'

/** Collects the pages of a tenant. */
export function createRowCollector() {
  const rows: { readonly [Table in StoredTable]: StoredRow[Table][] } = {
    directoryOrganizations: [],
    directoryDomains: [],
    directorySkus: [],
    directorySubscriptions: [],
    directoryUsers: [],
    directoryLicenseAssignments: [],
    directoryGroups: [],
    directoryGroupMembers: [],
    directoryPolicies: [],
    directoryNamedLocations: [],
    directorySettings: [],
    directoryRoleAssignments: [],
    directoryRoleDefinitions: [],
    directoryServicePrincipals: [],
    directoryApplications: [],
    directoryDelegatedGrants: [],
    directoryApplicationGrants: [],
    activityRegistrations: [],
    activitySignIns: [],
    activityUsage: [],
    activityDevices: [],
    activityOwners: [],
    activityDns: [],
    activityPerUserMfa: [],
  }

  return {
    add(page: StoredPage): void {
      const collected: object[] = rows[page.table]
      for (const row of page.rows) collected.push(row)
    },
    all: (): StoredRows => rows,
  }
}
