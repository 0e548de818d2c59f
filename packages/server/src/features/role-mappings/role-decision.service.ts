import { builtInRoleName } from '@tenantscope/analysis/directory-roles'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import type { Logger } from 'pino'

import type { OwnDirectoryRepo } from './own-directory.repo.ts'
import type { RoleMappingsRepo } from './role-mappings.repo.ts'
import { roleByMappings, rolesLookedFor } from './role-mappings.rules.ts'
import { roleNamesIn } from './role-names.ts'

export type RoleDecisionService = ReturnType<typeof createRoleDecisionService>

/** A user of the own directory. */
export interface AskedPerson {
  readonly microsoftId: string
  readonly isGuest: boolean
  /** The directory roles in the token; if absent or null, they are read from Microsoft. */
  readonly roleIds?: readonly string[] | null
}

/** The result of the stored mappings for one user. */
export interface RoleDecision {
  readonly role: Role
  /** Null when no mapping matched: viewer. */
  readonly mappingId: string | null
  /** The name of the deciding directory role. */
  readonly mappedBy: string | null
  /** Tenants that the mapping grants; null: grants are unchanged. */
  readonly access: TenantAccessGrant | null
}

/** Ids of the users with each role in the complete directory. */
export type RoleHolders = ReadonlyMap<string, ReadonlySet<string>>

/** Decides the local roles of users by the role mappings (docs/decisions/0027). */
export function createRoleDecisionService(deps: {
  repo: RoleMappingsRepo
  directory: OwnDirectoryRepo
  /** Reads role members from Microsoft, app-only and within a few seconds. */
  readHolders: (roleIds: readonly string[]) => Promise<RoleHolders>
  logger: Logger
}) {
  const { repo, directory, readHolders, logger } = deps

  /** By Microsoft id in lower case; null when the directory roles could not be read. */
  async function decideRoles(
    people: readonly AskedPerson[],
  ): Promise<ReadonlyMap<string, RoleDecision> | null> {
    const { mappings } = await repo.read()
    const holders = await holdersFor(mappings, people)
    if (holders === null) return null
    const names = await roleNamesIn(directory)
    return new Map(
      people.map((person) => {
        const microsoftId = person.microsoftId.toLowerCase()
        const roleIds =
          holders === 'in token' ? (person.roleIds ?? []) : rolesOf(holders, microsoftId)
        const { role, mapping, access } = roleByMappings(mappings, { ...person, roleIds })
        const mappedBy = mapping && (names.get(mapping.microsoftRole) ?? mapping.microsoftRole)
        return [microsoftId, { role, mappingId: mapping?.id ?? null, mappedBy, access }]
      }),
    )
  }

  async function holdersFor(
    mappings: readonly RoleMapping[],
    people: readonly AskedPerson[],
  ): Promise<RoleHolders | 'in token' | null> {
    const wanted = rolesLookedFor(mappings)
    if (wanted.length === 0) return new Map()
    if (isInToken(wanted, people)) return 'in token'
    try {
      return await readHolders(wanted)
    } catch (error) {
      logger.warn({ err: error }, 'reading directory roles from Microsoft failed')
      return null
    }
  }

  return {
    decideRoles,

    /** Returns null when the user's directory roles could not be read. */
    async decideRole(person: AskedPerson): Promise<RoleDecision | null> {
      const decisions = await decideRoles([person])
      return decisions?.get(person.microsoftId.toLowerCase()) ?? null
    },

    /** True when the stored directory lists the user as a guest. */
    async isStoredGuest(microsoftId: string): Promise<boolean> {
      const reading = await directory.reading()
      return reading !== undefined && directory.isGuest(reading, microsoftId.toLowerCase())
    },
  }
}

/** Tokens contain built-in roles only, not the directory's custom roles. */
const isInToken = (wanted: readonly string[], people: readonly AskedPerson[]): boolean =>
  people.every(({ roleIds }) => roleIds) && wanted.every((id) => builtInRoleName(id) !== undefined)

const rolesOf = (holders: RoleHolders, microsoftId: string): string[] =>
  [...holders].filter(([, ids]) => ids.has(microsoftId)).map(([roleId]) => roleId)
