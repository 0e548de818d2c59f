import { endOfRound, FROM_NOW } from '../engine/delta.ts'
import type { Changed, DeltaPage } from '../engine/delta.ts'
import type { TenantGraph } from '../engine/graph.ts'
import { address, date, flag, guid, guidOrNull, list, row, schemaOf, text } from '../engine/rows.ts'
import type { RowOf } from '../engine/rows.ts'
import { readSplit } from '../engine/splitting.ts'
import { TYPE_PREFIX } from './principal-kinds.ts'

/** Microsoft names the type of an object in a list only when it is derived from the list's own type. */
function derivedUser(value: unknown): string | null {
  const type = text(value)?.replace(TYPE_PREFIX, '') ?? null
  return type?.toLowerCase() === 'user' ? null : type
}

/** A license that a user holds, and the plans that are switched off. */
export const assignedLicense = row({ skuId: guid, disabledPlans: list(guid) })

/** How a user gets a license; the same license may come directly and by groups. */
export const licenseAssignmentState = row({
  skuId: guid,
  disabledPlans: list(guid),
  /** The group that gives the license; null when it was given to the user directly. */
  assignedByGroup: guidOrNull,
  /** Active, ActiveWithError, Disabled or Error. */
  state: text,
  /** None, or why the assignment failed. */
  error: text,
  lastUpdatedDateTime: date,
})

const directoryUser = row({
  id: guid,
  /** Microsoft's type where it is derived from user, such as `agentUser`; null for a user. */
  '@odata.type': derivedUser,
  displayName: text,
  userPrincipalName: address,
  mail: address,
  jobTitle: text,
  department: text,
  accountEnabled: flag,
  /** Member or Guest; null for accounts older than the property. */
  userType: text,
  /** PendingAcceptance or Accepted; null for all but guests. */
  externalUserState: text,
  /** When the state above became what it is; null for all but guests. */
  externalUserStateChangeDateTime: date,
  /** False: was synchronised once; null: never. */
  onPremisesSyncEnabled: flag,
  /** Null for some who were synchronised before June 2018. */
  createdDateTime: date,
  usageLocation: text,
  /** DisableStrongPassword, DisablePasswordExpiration, or both with a comma between. */
  passwordPolicies: text,
  assignedLicenses: list(assignedLicense),
  /** The same license twice, directly and by a group, uses one seat. */
  licenseAssignmentStates: list(licenseAssignmentState),
})
/** A member or guest of a tenant's directory. */
export type DirectoryUser = RowOf<typeof directoryUser>
export const DirectoryUser = schemaOf(directoryUser)

/** Returns the user that a change describes; what was not sent is null or empty. */
export const completeUser = (change: ChangedUser): DirectoryUser => ({
  ...directoryUser({ id: change.id }),
  ...change,
})

/** Selected by a full read and by a delta alike, so that both return the same. */
export const USER_PROPERTIES = directoryUser.names.join(',')

// 999 is the largest page; selecting brings the cost of a page down to one unit.
const PATH = `/users?$top=999&$select=${USER_PROPERTIES}`

/** Up to here pages one after the other are quick enough. */
export const SPLIT_ABOVE = 5_000

type ReadUsersOptions = {
  /** The number of users at the last reading; null or absent when unknown. */
  expectedPeople?: number | null
}

/**
 * `GET /users`, a page at a time. Large directories are read in parts at once: then pages come in any
 * order, and no user comes twice. A user renamed during the read may be missing; the changes since a
 * delta token that was taken before the read contain them.
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
 * `isDeltaExpired` when only a full read can show the changes. A token answers for the properties that were
 * selected when it was started.
 */
export function readUserChanges(
  graph: TenantGraph,
  deltaPath: string,
): AsyncGenerator<DeltaPage<DirectoryUser>, string, undefined> {
  return graph.delta(DirectoryUser, deltaPath)
}
