import { entraLicenseOf } from '@tenantscope/analysis/coverage/entra-license'
import type {
  Absence,
  CoverageFacts,
  CoveragePolicy,
  Part,
  RoleAssignmentFacts,
} from '@tenantscope/analysis/coverage/facts'
import { membersOfNamed } from '@tenantscope/analysis/coverage/named-groups'
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
  readonly skus: Parameters<typeof entraLicenseOf>[0] | null
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
    const hasMembers = parts.failures.every((each) => each.part !== 'groupMembers')
    return {
      people: part('users', parts.hasPeople ? await repo.readPeople(generation, userIds) : null),
      groupMembers: part(
        'groupMembers',
        hasMembers ? await membersOf(generation, parts, userIds) : null,
      ),
      roleAssignments: part('roles', parts.roles),
      policies: part('policies', hasAllRows(parts, 'policies') ? parts.policies : null),
      securityDefaults: await repo.readSecurityDefaults(generation),
      license: part('licenses', parts.skus && entraLicenseOf(parts.skus)),
      perUserMfa: await repo.readPerUserMfa(generation),
      emergencyAccounts: await repo.readEmergencyAccounts(generation),
    }
  }

  async function membersOf(
    generation: GenerationOfTenant,
    naming: CoverageParts,
    userIds?: readonly string[],
  ) {
    const stored = await repo.readMembers(generation, userIds)
    return membersOfNamed(naming, { stored, hidden: await repo.findHiddenGroups(generation) })
  }

  return {
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
        skus: isRead('licenses') ? skus : null,
        policies: isRead('policies') ? policies : null,
        roles: isRead('roles') ? roles : null,
      }
      return factsOf(generation, read, userIds)
    },
  }
}

/** A row that cannot be read may be the policy that requires MFA, or that excludes users from it. */
function hasAllRows({ malformedRows }: CoverageParts, wanted: TenantPart): boolean {
  return malformedRows.every(({ part }) => part !== wanted)
}

const ABSENCES: Readonly<Partial<Record<PartFailureCode, Absence>>> = {
  PERMISSION_MISSING: 'noPermission',
  NOT_LICENSED: 'notLicensed',
  NOT_IN_CLOUD: 'notInCloud',
}
