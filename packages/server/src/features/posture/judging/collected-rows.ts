import type { StoredPage, StoredRow, StoredRows, StoredTable, TableText } from '../stored-rows.ts'

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

  function addRows(table: StoredTable, added: readonly object[]): void {
    const collected: object[] = rows[table]
    for (const row of added) collected.push(row)
  }

  return {
    add: (page: StoredPage): void => addRows(page.table, page.rows),
    addText({ table, text }: TableText): void {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the database made it of rows
      addRows(table, JSON.parse(text) as object[])
    },
    all: (): StoredRows => rows,
  }
}
