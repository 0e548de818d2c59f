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

/** A person of the own directory. */
export interface AskedPerson {
  readonly microsoftId: string
  readonly isGuest: boolean
  /** The directory roles that a token named; absent or null: they are read at Microsoft. */
  readonly roleIds?: readonly string[] | null
}

/** What the stored mappings make of one person. */
export interface RoleDecision {
  readonly role: Role
  /** Null: no mapping matched, viewer. */
  readonly mappingId: string | null
  /** The name of the directory role that decided. */
  readonly mappedBy: string | null
  /** What the mapping grants along with the role; null: grants stay as they are. */
  readonly access: TenantAccessGrant | null
}

/** Ids of those who hold each of the roles in the whole directory. */
export type RoleHolders = ReadonlyMap<string, ReadonlySet<string>>

/** Which local role people get by the role mappings (docs/decisions/0027). */
export function createRoleDecisionService(deps: {
  repo: RoleMappingsRepo
  directory: OwnDirectoryRepo
  /** Asks Microsoft, app-only and for a few seconds at most. */
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
        const roleIds = holders === 'told' ? (person.roleIds ?? []) : rolesOf(holders, microsoftId)
        const { role, mapping, access } = roleByMappings(mappings, { ...person, roleIds })
        const mappedBy = mapping && (names.get(mapping.microsoftRole) ?? mapping.microsoftRole)
        return [microsoftId, { role, mappingId: mapping?.id ?? null, mappedBy, access }]
      }),
    )
  }

  async function holdersFor(
    mappings: readonly RoleMapping[],
    people: readonly AskedPerson[],
  ): Promise<RoleHolders | 'told' | null> {
    const wanted = rolesLookedFor(mappings)
    if (wanted.length === 0) return new Map()
    if (isTold(wanted, people)) return 'told'
    try {
      return await readHolders(wanted)
    } catch (error) {
      logger.warn({ err: error }, 'directory roles could not be read at Microsoft')
      return null
    }
  }

  return {
    decideRoles,

    /** Null when the person's directory roles could not be read. */
    async decideRole(person: AskedPerson): Promise<RoleDecision | null> {
      const decisions = await decideRoles([person])
      return decisions?.get(person.microsoftId.toLowerCase()) ?? null
    },

    /** Whether the directory, as it was last read, has the person as a guest. */
    async isStoredGuest(microsoftId: string): Promise<boolean> {
      const reading = await directory.reading()
      return reading !== undefined && directory.isGuest(reading, microsoftId.toLowerCase())
    },
  }
}

/** Tokens name the roles that Microsoft made; of those that the directory made itself they say nothing. */
const isTold = (wanted: readonly string[], people: readonly AskedPerson[]): boolean =>
  people.every(({ roleIds }) => roleIds) && wanted.every((id) => builtInRoleName(id) !== undefined)

const rolesOf = (holders: RoleHolders, microsoftId: string): string[] =>
  [...holders].filter(([, ids]) => ids.has(microsoftId)).map(([roleId]) => roleId)
