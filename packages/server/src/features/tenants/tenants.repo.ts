import type { PolicySettings } from '@tenantscope/analysis/policy-details'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import type { MalformedRows } from '@tenantscope/contract/parts'
import { sql } from 'kysely'

import { byAlphabet } from '../../db/alphabet.ts'
import { rowsOf } from '../../db/generation-rows.ts'
import type { Db } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'
import { isInScope } from '../../db/tenant-scope.ts'
import type { TenantScope } from '../../db/tenant-scope.ts'
import type { TenantAccess } from '../../lib/tenant-access.ts'

export type TenantsRepo = ReturnType<typeof createTenantsRepo>

/** Reads tenants and their stored data for screens. */
export function createTenantsRepo(db: Db) {
  // The pointer and the figures behind it come from one statement, so they belong together.
  const rows = () =>
    db
      .selectFrom('tenants')
      .leftJoin('generations', 'generations.id', 'tenants.currentGenerationId')
      .leftJoin('tenantSettings', 'tenantSettings.tenantId', 'tenants.id')
      .selectAll('tenants')
      .select([
        shownName('tenants').as('shownName'),
        'tenantSettings.tags',
        'generations.people',
        'generations.licensedPeople',
        'generations.mfa',
        'generations.mfaCoverage',
        sql<TenantGroupId[]>`array(select held.group_id from tenant_group_members as held
          where held.tenant_id = tenants.id order by held.group_id)`.as('groupIds'),
        sql<boolean>`not exists (select from generation_part_failures as failed
          where failed.generation_id = tenants.current_generation_id
            and failed.part = 'licenses')`.as('hasLicenses'),
      ])

  return {
    list: (scope: TenantScope) =>
      rows()
        .where(isInScope('tenants.id', scope))
        .orderBy(byAlphabet(shownName('tenants')))
        .orderBy('tenants.id')
        .execute(),

    async exists(tenantId: TenantId, scope: TenantScope): Promise<boolean> {
      const row = await db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', tenantId)
        .where(isInScope('tenants.id', scope))
        .executeTakeFirst()
      return row !== undefined
    },

    find: (access: TenantAccess) =>
      rows().where('tenants.id', '=', access.tenantId).executeTakeFirst(),

    /** The partner's own directory, when it is in the scope. */
    async findPartner(scope: TenantScope): Promise<TenantId | undefined> {
      const row = await db
        .selectFrom('tenants')
        .select('id')
        .where('isPartnerTenant', '=', true)
        .where(isInScope('tenants.id', scope))
        .executeTakeFirst()
      return row?.id
    },

    /**
     * Everything but the seats of one generation that `find` named. Its rows never change and outlive the flip to
     * the next one, so the statements need no transaction.
     */
    async readGeneration({ tenantId }: TenantAccess, generationId: number) {
      const generation = { tenantId, generationId }
      const [organization, policies, partFailures, ofGeneration, ofActivity] = await Promise.all([
        rowsOf(db, 'directoryOrganizations', generation).selectAll().executeTakeFirst(),
        rowsOf(db, 'directoryPolicies', generation)
          .select(['id', 'displayName', 'state', 'conditions', 'grantControls', 'sessionControls'])
          .$narrowType<PolicySettings>()
          .orderBy(byAlphabet(sql.ref('displayName')))
          .orderBy('id')
          .execute(),
        db
          .selectFrom('generationPartFailures')
          .innerJoin('generations', 'generations.id', 'generationPartFailures.generationId')
          .select(['part', 'code', 'message'])
          .where('generations.id', '=', generationId)
          .where('generations.tenantId', '=', tenantId)
          .orderBy('part')
          .execute(),
        db
          .selectFrom('generationMalformedRows')
          .innerJoin('generations', 'generations.id', 'generationMalformedRows.generationId')
          .select(['part', 'malformed', 'named'])
          .where('generations.id', '=', generationId)
          .where('generations.tenantId', '=', tenantId)
          .orderBy('part')
          .execute(),
        db
          .selectFrom('tenantActivity')
          .innerJoin('activityReadings', 'activityReadings.id', 'tenantActivity.currentReadingId')
          .select(['tenantActivity.part', 'activityReadings.malformedRows'])
          .where('tenantActivity.tenantId', '=', tenantId)
          .where('tenantActivity.part', 'in', ['signIns', 'registrations', 'devices'])
          .$narrowType<{ part: 'signIns' | 'registrations' | 'devices' }>()
          .orderBy('tenantActivity.part')
          .execute(),
      ])
      const malformedRows = [...ofGeneration, ...ofActivity.flatMap(rowsOfActivity)]
      return { organization, policies, partFailures, malformedRows }
    },
  }
}

function rowsOfActivity(reading: {
  part: MalformedRows['part']
  malformedRows: Omit<MalformedRows, 'part'> | null
}): MalformedRows[] {
  const { part, malformedRows } = reading
  return malformedRows === null ? [] : [{ part, ...malformedRows }]
}
