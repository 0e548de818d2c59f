import { z } from 'zod'

import { date, flag, guid, id, list, text } from './fields.ts'
import type { TenantGraph } from './graph.ts'

/** A license that somebody holds, without the plans that were switched off. */
export const AssignedLicense = z.object({ skuId: guid, disabledPlans: list(guid) })

const LicenseAssignmentState = z.object({
  skuId: guid,
  disabledPlans: list(guid),
  /** The group that gives the license; null when it was given to the person directly. */
  assignedByGroup: text,
  /** Active, ActiveWithError, Disabled or Error. */
  state: text,
  /** None, or why the assignment failed. */
  error: text,
  lastUpdatedDateTime: date,
})

/** A person or guest of a tenant's directory. */
export const DirectoryUser = z.object({
  id,
  displayName: text,
  userPrincipalName: text,
  mail: text,
  accountEnabled: flag,
  /** Member or Guest; null for accounts older than the property. */
  userType: text,
  /** False: was synchronised once; null: never. */
  onPremisesSyncEnabled: flag,
  createdDateTime: date,
  usageLocation: text,
  assignedLicenses: list(AssignedLicense),
  /** The same license twice, directly and by a group, uses one seat. */
  licenseAssignmentStates: list(LicenseAssignmentState),
})
export type DirectoryUser = z.infer<typeof DirectoryUser>

// 999 is the largest page; selecting brings the cost of a page down to one unit.
const PATH = `/users?$top=999&$select=${Object.keys(DirectoryUser.shape).join(',')}`

/** `GET /users`, a page at a time. */
export function readUsers(graph: TenantGraph): AsyncGenerator<DirectoryUser[], void, undefined> {
  return graph.pages(DirectoryUser, PATH)
}
