import { endOfRound, FROM_NOW } from './delta.ts'
import type { Changed, DeltaPage } from './delta.ts'
import type { TenantGraph } from './graph.ts'
import { date, flag, guid, guidOrNull, list, row, schemaOf, text } from './rows.ts'
import type { Field } from './rows.ts'
import { readSplit } from './splitting.ts'

/** A license that somebody holds, without the plans that were switched off. */
export type AssignedLicense = { skuId: string; disabledPlans: string[] }

export const assignedLicense: Field<AssignedLicense> = row<AssignedLicense>({
  skuId: guid,
  disabledPlans: list(guid),
})

export type LicenseAssignmentState = {
  skuId: string
  disabledPlans: string[]
  /** The group that gives the license; null when it was given to the person directly. */
  assignedByGroup: string | null
  /** Active, ActiveWithError, Disabled or Error. */
  state: string | null
  /** None, or why the assignment failed. */
  error: string | null
  lastUpdatedDateTime: string | null
}

const licenseAssignmentState = row<LicenseAssignmentState>({
  skuId: guid,
  disabledPlans: list(guid),
  assignedByGroup: guidOrNull,
  state: text,
  error: text,
  lastUpdatedDateTime: date,
})

/** A person or guest of a tenant's directory. */
export type DirectoryUser = {
  id: string
  displayName: string | null
  userPrincipalName: string | null
  mail: string | null
  jobTitle: string | null
  department: string | null
  accountEnabled: boolean | null
  /** Member or Guest; null for accounts older than the property. */
  userType: string | null
  /** PendingAcceptance or Accepted; null for all but guests. */
  externalUserState: string | null
  /** False: was synchronised once; null: never. */
  onPremisesSyncEnabled: boolean | null
  /** Null for some who were synchronised before June 2018. */
  createdDateTime: string | null
  usageLocation: string | null
  /** DisableStrongPassword, DisablePasswordExpiration, or both with a comma between. */
  passwordPolicies: string | null
  assignedLicenses: AssignedLicense[]
  /** The same license twice, directly and by a group, uses one seat. */
  licenseAssignmentStates: LicenseAssignmentState[]
}

const directoryUser = row<DirectoryUser>({
  id: guid,
  displayName: text,
  userPrincipalName: text,
  mail: text,
  jobTitle: text,
  department: text,
  accountEnabled: flag,
  userType: text,
  externalUserState: text,
  onPremisesSyncEnabled: flag,
  createdDateTime: date,
  usageLocation: text,
  passwordPolicies: text,
  assignedLicenses: list(assignedLicense),
  licenseAssignmentStates: list(licenseAssignmentState),
})
export const DirectoryUser = schemaOf(directoryUser)

/** Also what a delta tells changes of: one list, or a full read and a delta would differ. */
export const USER_PROPERTIES = directoryUser.names.join(',')

// 999 is the largest page; selecting brings the cost of a page down to one unit.
const PATH = `/users?$top=999&$select=${USER_PROPERTIES}`

/** Up to here pages one after the other are quick enough. */
const SPLIT_ABOVE = 5_000

export type ReadUsersOptions = {
  /** How many there were last time; null or absent when nobody knows. */
  expectedPeople?: number | null
}

/**
 * `GET /users`, a page at a time. Large directories are read in parts at once: then pages come in any
 * order, and nobody comes twice. Who is renamed in the middle of it may be missing; the changes since
 * a delta token that was taken before the read name them.
 */
export function readUsers(
  graph: TenantGraph,
  { expectedPeople = null }: ReadUsersOptions = {},
): AsyncGenerator<DirectoryUser[], void, undefined> {
  if (expectedPeople !== null && expectedPeople <= SPLIT_ABOVE) {
    return graph.pages(DirectoryUser, PATH)
  }
  return readSplit(graph, { schema: DirectoryUser, path: PATH, splitAbove: SPLIT_ABOVE })
}

/** A person, with those properties that were sent; an absent one has not changed. */
export type ChangedUser = Changed<DirectoryUser>

/**
 * Where the changes from now on are read: take it before a full read, so that whatever happens during
 * that is among them. Microsoft keeps a token for seven days.
 */
export function startUserDelta(graph: TenantGraph): Promise<string> {
  const path = `/users/delta?${FROM_NOW}&$select=${USER_PROPERTIES}`
  return endOfRound(graph.delta(DirectoryUser, path))
}

/**
 * What changed since `deltaPath` was given; returns the path for the next time. Fails with
 * `isDeltaExpired` when only a full read can tell. A token answers for the properties that were
 * selected when it was started.
 */
export function readUserChanges(
  graph: TenantGraph,
  deltaPath: string,
): AsyncGenerator<DeltaPage<DirectoryUser>, string, undefined> {
  return graph.delta(DirectoryUser, deltaPath)
}
