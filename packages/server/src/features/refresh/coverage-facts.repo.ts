import type {
  CoverageFacts,
  CoveragePolicy,
  Part,
  PersonFacts,
} from '@tenantscope/analysis/coverage/facts'
import { isAgentType, PEOPLE_KINDS } from '@tenantscope/analysis/coverage/facts'
import type { HiddenGroups } from '@tenantscope/analysis/coverage/named-groups'
import type { TenantId } from '@tenantscope/contract/ids'
import { sql } from 'kysely'

import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { isReadingUsable } from '../../lib/nightly-reading.ts'

/** Rows per statement, so that the event loop is free between them. */
const ROWS = 5_000

const NAMED_KINDS = PEOPLE_KINDS.filter((kind) => kind !== null)

/** Reads what a generation has of people, members of groups, roles and security defaults. */
export function createCoverageFactsRepo(db: Db) {
  return {
    /** Returns the parts that a reading has in memory; those of `failures` are outdated. */
    async readParts(generation: GenerationOfTenant) {
      const { tenantId, generationId } = generation
      const read = db
        .selectFrom('generations')
        .where('generations.id', '=', generationId)
        .where('generations.tenantId', '=', tenantId)
      const [counted, skus, policies, roles, failures, malformedRows] = await Promise.all([
        read.select('people').executeTakeFirst(),
        rowsOf(db, 'directorySkus', generation)
          .select(['capabilityStatus', 'servicePlans'])
          .execute(),
        rowsOf(db, 'directoryPolicies', generation)
          .select(['id', 'displayName', 'state', 'conditions', 'grantControls', 'sessionControls'])
          .$narrowType<CoveragePolicy>()
          .orderBy('id')
          .execute(),
        rowsOf(db, 'directoryRoleAssignments', generation)
          .select(['roleTemplateId', 'principalId', 'principalKind', 'scope'])
          .execute(),
        read
          .innerJoin('generationPartFailures as failed', 'failed.generationId', 'generations.id')
          .select(['failed.part', 'failed.code'])
          .execute(),
        read
          .innerJoin('generationMalformedRows as found', 'found.generationId', 'generations.id')
          .select('found.part')
          .execute(),
      ])
      const hasPeople = counted !== undefined && counted.people !== null
      return { hasPeople, skus, policies, roles, failures, malformedRows }
    },

    /** Returns the ids of the declared accounts, in lower case. */
    async readEmergencyAccounts({ tenantId }: GenerationOfTenant): Promise<string[]> {
      const rows = await db
        .selectFrom('emergencyAccounts')
        .select('userId')
        .where('tenantId', '=', tenantId)
        .execute()
      return rows.map(({ userId }) => userId)
    },

    /** All people, or those of the ids. */
    async readPeople(
      generation: GenerationOfTenant,
      userIds?: readonly string[],
    ): Promise<PersonFacts[]> {
      const people: PersonFacts[] = []
      for (let after = ''; ; after = people.at(-1)?.id ?? '') {
        const rows = await rowsOf(db, 'directoryUsers', generation)
          .select(['id', 'objectType', 'accountEnabled', 'userType', 'externalUserState'])
          .where('id', '>', after)
          .$if(userIds !== undefined, (rows) => rows.where('id', 'in', userIds ?? []))
          .orderBy('id')
          .limit(ROWS)
          .execute()
        people.push(...rows.map(personOf))
        if (rows.length < ROWS) return people
      }
    },

    /** Groups without rows are absent: they are empty, or were deleted. */
    async readMembers(
      generation: GenerationOfTenant,
      userIds?: readonly string[],
    ): Promise<Map<string, string[]>> {
      const members = new Map<string, string[]>()
      let last = { groupId: '', memberId: '' }
      for (;;) {
        const rows = await rowsOf(db, 'directoryGroupMembers', generation)
          .select(['groupId', 'memberId'])
          .where((eb) => eb.or([eb('memberKind', 'in', NAMED_KINDS), eb('memberKind', 'is', null)]))
          .$if(userIds !== undefined, (found) => found.where('memberId', 'in', userIds ?? []))
          .where(sql<boolean>`(group_id, member_id) > (${last.groupId}, ${last.memberId})`)
          .orderBy('groupId')
          .orderBy('memberId')
          .limit(ROWS)
          .execute()
        for (const { groupId, memberId } of rows) {
          const ids = members.get(groupId) ?? []
          if (ids.length === 0) members.set(groupId, ids)
          ids.push(memberId)
        }
        last = rows.at(-1) ?? last
        if (rows.length < ROWS) return members
      }
    },

    /** Groups without stored members that hide them, and groups that contain one that hides its own. */
    async findHiddenGroups(generation: GenerationOfTenant): Promise<HiddenGroups> {
      const hiding = rowsOf(db, 'directoryGroups', generation)
        .select('id')
        .where(sql<boolean>`lower(visibility) = 'hiddenmembership'`)
      const members = rowsOf(db, 'directoryGroupMembers', generation)
      const [hidden, containing] = await Promise.all([
        hiding.where('id', 'not in', members.select('groupId')).execute(),
        members
          .select('groupId as id')
          .distinct()
          .where('memberKind', '=', 'group')
          .where('memberId', 'in', hiding)
          .execute(),
      ])
      return { hidden: hidden.map(({ id }) => id), containing: containing.map(({ id }) => id) }
    },

    /** Returns the ids of groups with stored members, in lower case. */
    async findGroupsWithMembers(generation: GenerationOfTenant): Promise<ReadonlySet<string>> {
      const rows = await rowsOf(db, 'directoryGroupMembers', generation)
        .select('groupId')
        .distinct()
        .execute()
      return new Set(rows.map(({ groupId }) => groupId.toLowerCase()))
    },

    /**
     * Identifies what a verdict depends on beside the generation: the declared emergency accounts and
     * the reading of per-user MFA.
     */
    async findInputs(tenantId: TenantId): Promise<string> {
      const tenant = await db
        .selectFrom('tenants')
        .select('emergencyAccountsVersion')
        .where('id', '=', tenantId)
        .executeTakeFirst()
      return `${tenant?.emergencyAccountsVersion} ${await findPerUserMfa(tenantId)}`
    },

    /** Returns whom per-user MFA is on for, by the last reading that is usable. */
    async readPerUserMfa({ tenantId }: GenerationOfTenant): Promise<CoverageFacts['perUserMfa']> {
      const readingId = await findPerUserMfa(tenantId)
      if (readingId === null) return { absent: 'notRead' }
      const rows = await db
        .selectFrom('activityPerUserMfa')
        .select(['userId', 'state'])
        .where('readingId', '=', readingId)
        .execute()
      if (rows.some(({ state }) => state === null)) return { absent: 'notRead' }
      const using = rows.filter(({ state }) => state === 'enabled' || state === 'enforced')
      return { value: new Set(using.map(({ userId }) => userId)) }
    },

    async readSecurityDefaults(
      generation: GenerationOfTenant,
    ): Promise<CoverageFacts['securityDefaults']> {
      const { rows } = await sql<{ isEnabled: unknown }>`
        select value -> 'isEnabled' as is_enabled from directory_settings
        where kind = 'securityDefaults' and ${isInGeneration('directorySettings', generation)}
      `.execute(db)
      const isEnabled = rows[0]?.isEnabled
      const part: Part<{ isEnabled: boolean }> =
        typeof isEnabled === 'boolean' ? { value: { isEnabled } } : { absent: 'notRead' }
      return part
    },
  }

  async function findPerUserMfa(tenantId: TenantId): Promise<number | null> {
    const tried = await db
      .selectFrom('tenantActivity')
      .select(['currentReadingId', 'asOf', 'triedAt', 'failureCode'])
      .where('tenantId', '=', tenantId)
      .where('part', '=', 'perUserMfa')
      .executeTakeFirst()
    return tried !== undefined && isReadingUsable(tried) ? tried.currentReadingId : null
  }
}

/** Adds whether a user is an agent: no person, and not asked for MFA. */
const personOf = ({ objectType, ...person }: PersonFacts & { objectType: string | null }) => ({
  ...person,
  isAgent: isAgentType(objectType),
})
