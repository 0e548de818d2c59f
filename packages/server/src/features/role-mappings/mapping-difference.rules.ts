import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

interface Names {
  readonly roleNames: ReadonlyMap<string, string>
  readonly groupNames: ReadonlyMap<number, string>
}

/** Returns the changes of a new list as sentences for the trail; empty when there are none. */
export function differenceOf(
  before: readonly RoleMapping[],
  after: readonly RoleMapping[],
  names: Names,
): string[] {
  const newById = new Map(after.map((mapping) => [mapping.id, mapping]))
  const oldById = new Map(before.map((mapping) => [mapping.id, mapping]))
  const nameOf = ({ microsoftRole }: RoleMapping) =>
    names.roleNames.get(microsoftRole) ?? microsoftRole
  const removed = before.filter(({ id }) => !newById.has(id))
  const added = after.filter(({ id }) => !oldById.has(id))
  const changed = after.flatMap((mapping) => {
    const old = oldById.get(mapping.id)
    const changes = old ? changesOf(old, mapping, names) : []
    return changes.length === 0 ? [] : [`changed ${nameOf(mapping)}: ${changes.join(', ')}`]
  })
  return [
    ...removed.map((mapping) => `removed ${nameOf(mapping)} to ${ROLE_NAMES[mapping.localRole]}`),
    ...added.map((mapping) => `added ${nameOf(mapping)} to ${summaryOf(mapping, names)}`),
    ...changed,
    ...(isReordered(before, after) ? [`new order: ${after.map(nameOf).join(', ')}`] : []),
  ]
}

function summaryOf(mapping: RoleMapping, names: Names): string {
  const parts = [
    ROLE_NAMES[mapping.localRole],
    ...(mapping.access === null ? [] : [grantOf(mapping, names)]),
    ...(mapping.enabled ? [] : ['off']),
  ]
  return parts.join(', ')
}

function changesOf(old: RoleMapping, mapping: RoleMapping, names: Names): string[] {
  const name = names.roleNames.get(mapping.microsoftRole) ?? mapping.microsoftRole
  const grant = grantOf(mapping, names)
  return [
    ...(old.microsoftRole === mapping.microsoftRole ? [] : [`directory role ${name}`]),
    ...(old.localRole === mapping.localRole ? [] : [`role ${ROLE_NAMES[mapping.localRole]}`]),
    ...(old.enabled === mapping.enabled ? [] : [mapping.enabled ? 'on' : 'off']),
    ...(grantKey(old) === grantKey(mapping) ? [] : [grant]),
    ...(old.description === mapping.description ? [] : ['description']),
  ]
}

const grantKey = ({ access }: RoleMapping): string => JSON.stringify(access)

/** Tenants by id: their names must not be in the trail. */
function grantOf({ access }: RoleMapping, { groupNames }: Names): string {
  if (access === null) return 'grants as they are'
  if (access.mode === 'all') return 'all tenants'
  if (access.mode === 'list') return `tenants ${access.tenantIds.join(' ') || 'none'}`
  const groups = access.groupIds.map((id) => groupNames.get(id) ?? String(id))
  return `tenant groups ${groups.join(', ') || 'none'}`
}

/** True when the kept mappings have another order. */
function isReordered(before: readonly RoleMapping[], after: readonly RoleMapping[]): boolean {
  const kept = new Set(after.map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  const old = before.filter(({ id }) => kept.has(id)).map(({ id }) => id)
  const now = after.filter(({ id }) => known.has(id)).map(({ id }) => id)
  return old.join('\n') !== now.join('\n')
}
