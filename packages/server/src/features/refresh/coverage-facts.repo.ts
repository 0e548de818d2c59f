import type {
  CoverageFacts,
  CoveragePolicy,
  Part,
  PersonFacts,
} from '@tenantscope/analysis/coverage/facts'
import { sql } from 'kysely'

import { isInGeneration, rowsOf } from '../../db/generation-rows.ts'
import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'

/** Rows per statement, so that the event loop is free between them. */
const ROWS = 5_000

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
          .select(['id', 'accountEnabled', 'userType', 'externalUserState'])
          .where('id', '>', after)
          .$if(userIds !== undefined, (rows) => rows.where('id', 'in', userIds ?? []))
          .orderBy('id')
          .limit(ROWS)
          .execute()
        people.push(...rows)
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
          .where('memberKind', '=', 'user')
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

    /** Groups whose members only the members may see. */
    async findHiddenGroups(generation: GenerationOfTenant): Promise<string[]> {
      const rows = await rowsOf(db, 'directoryGroups', generation)
        .select('id')
        .where('visibility', '=', 'HiddenMembership')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Returns whom per-user MFA is on for, by the last night's reading. */
    async readPerUserMfa({ tenantId }: GenerationOfTenant): Promise<CoverageFacts['perUserMfa']> {
      const reading = await db
        .selectFrom('tenantActivity')
        .select('currentReadingId')
        .where('tenantId', '=', tenantId)
        .where('part', '=', 'perUserMfa')
        .where('failureCode', 'is', null)
        .executeTakeFirst()
      const readingId = reading?.currentReadingId ?? null
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
}
