import { entraP1In } from '@tenantscope/analysis/coverage/entra-license'
import type {
  Absence,
  CoverageFacts,
  CoveragePolicy,
  Part,
  RoleAssignmentFacts,
} from '@tenantscope/analysis/coverage/facts'
import { groupsNamedBy, membersOfNamed } from '@tenantscope/analysis/coverage/named-groups'
import type { TenantId } from '@tenantscope/contract/ids'
import type {
  MalformedRows,
  PartFailure,
  PartFailureCode,
  TenantPart,
} from '@tenantscope/contract/parts'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { createCoverageFactsRepo } from './coverage-facts.repo.ts'

export type CoverageFactsService = ReturnType<typeof createCoverageFactsService>

/** What coverage is judged by, beside the stored people and groups; null: it could not be read. */
export interface CoverageParts {
  readonly hasEntraP1: boolean | null
  readonly policies: readonly CoveragePolicy[] | null
  readonly roles: readonly RoleAssignmentFacts[] | null
  readonly hasPeople: boolean
  readonly failures: readonly Pick<PartFailure, 'part' | 'code'>[]
  readonly malformedRows: readonly Pick<MalformedRows, 'part'>[]
}

/** Collects the facts by which the coverage of a generation is judged. */
export function createCoverageFactsService(db: Db) {
  const repo = createCoverageFactsRepo(db)

  async function factsOf(
    generation: GenerationOfTenant,
    parts: CoverageParts,
    userIds?: readonly string[],
  ): Promise<CoverageFacts> {
    const absenceOf = (part: TenantPart): Absence =>
      ABSENCES[parts.failures.find((each) => each.part === part)?.code ?? 'INTERNAL'] ?? 'failed'
    const part = <Value>(name: TenantPart, value: Value | null): Part<Value> =>
      value === null ? { absent: absenceOf(name) } : { value }
    const groups = await hiddenGroupsOf(generation, parts)
    return {
      hasHiddenGroups: groups.isAnyHidden,
      people: part(
        'users',
        parts.hasPeople && hasPart(parts, 'users')
          ? await repo.readPeople(generation, userIds)
          : null,
      ),
      groupMembers: part(
        'groupMembers',
        hasPart(parts, 'groupMembers')
          ? membersOfNamed(parts, {
              stored: await repo.readMembers(generation, userIds),
              ...groups,
            })
          : null,
      ),
      roleAssignments: part('roles', hasPart(parts, 'roles') ? parts.roles : null),
      policies: part('policies', hasPart(parts, 'policies') ? parts.policies : null),
      securityDefaults: await repo.readSecurityDefaults(generation),
      hasEntraP1: parts.hasEntraP1,
      perUserMfa: await repo.readPerUserMfa(generation),
      emergencyAccounts: await repo.readEmergencyAccounts(generation),
    }
  }

  /** Where it was not read which groups hide their members, an empty one may. */
  async function hiddenGroupsOf(generation: GenerationOfTenant, parts: CoverageParts) {
    const named = groupsNamedBy(parts)
    if (hasPart(parts, 'groups')) {
      const { hidden, containing } = await repo.findHiddenGroups(generation)
      const unknown = new Set([...hidden, ...containing].map((id) => id.toLowerCase()))
      return { hidden, containing, isAnyHidden: named.some((id) => unknown.has(id.toLowerCase())) }
    }
    const known = await repo.findGroupsWithMembers(generation)
    const hidden = named.filter((id) => !known.has(id.toLowerCase()))
    return { hidden, containing: [], isAnyHidden: false }
  }

  return {
    findInputs: (tenantId: TenantId): Promise<string> => repo.findInputs(tenantId),

    /** For a generation that is being read, whose parts are in memory. */
    ofParts: factsOf,

    /** For a complete generation; with ids only these people, and the members among them. */
    async ofStored(
      generation: GenerationOfTenant,
      userIds?: readonly string[],
    ): Promise<CoverageFacts> {
      const { skus, policies, roles, ...rest } = await repo.readParts(generation)
      const isRead = (part: TenantPart) => rest.failures.every((each) => each.part !== part)
      const read = {
        ...rest,
        hasEntraP1: entraP1In(isRead('licenses') ? skus : null, {
          isComplete: hasPart(rest, 'licenses'),
        }),
        policies: isRead('policies') ? policies : null,
        roles: isRead('roles') ? roles : null,
      }
      return factsOf(generation, read, userIds)
    },
  }
}

/**
 * Returns whether a part was read with all its rows: one that cannot be read may be the policy that
 * requires MFA, the member who is excluded from it, or a person without it.
 */
function hasPart(
  { failures, malformedRows }: Pick<CoverageParts, 'failures' | 'malformedRows'>,
  wanted: TenantPart,
): boolean {
  return [...failures, ...malformedRows].every(({ part }) => part !== wanted)
}

const ABSENCES: Readonly<Partial<Record<PartFailureCode, Absence>>> = {
  PERMISSION_MISSING: 'noPermission',
  NOT_LICENSED: 'notLicensed',
  NOT_IN_CLOUD: 'notInCloud',
}
