import type { CoverageFacts } from '@tenantscope/analysis/coverage/facts'
import { coverageWithVerdictSteps } from '@tenantscope/analysis/coverage/mfa-verdict'
import { idsNotCovered } from '@tenantscope/analysis/coverage/not-covered'
import type { TenantId } from '@tenantscope/contract/ids'
import type { MfaCoverage } from '@tenantscope/contract/mfa'
import { sql } from 'kysely'

import type { GenerationOfTenant } from '../../db/generation-rows.ts'
import type { Db, Trx } from '../../db/tables.ts'
import { storedJson } from '../../lib/stored-text.ts'
import { inTimeSlices } from '../../lib/time-slices.ts'
import { createCoverageFactsService } from './coverage-facts.service.ts'
import type { CoverageParts } from './coverage-facts.service.ts'

export interface JudgedMfa {
  readonly mfa: MfaCoverage
  /** Ids of the people who are not covered; none where the coverage by person is not known. */
  readonly notCovered: readonly string[]
}

/** Judges whether MFA is required in the generation that was just read. */
export function createMfaJudge(db: Db) {
  const facts = createCoverageFactsService(db)
  return async (generation: GenerationOfTenant, parts: CoverageParts): Promise<JudgedMfa> =>
    judge(await facts.ofParts(generation, parts))
}

/**
 * Judges the current generation of a tenant again, after its emergency accounts changed; does nothing
 * while there is none, or when another one is published meanwhile.
 */
export async function judgeMfaAgain(db: Db, tenantId: TenantId): Promise<void> {
  const currentOf = (reader: Db) =>
    reader.selectFrom('tenants').select('currentGenerationId').where('id', '=', tenantId)
  const { currentGenerationId: generationId } = await currentOf(db).executeTakeFirstOrThrow()
  if (generationId === null) return
  const facts = await createCoverageFactsService(db).ofStored({ tenantId, generationId })
  const { mfa, notCovered } = await judge(facts)
  await db.transaction().execute(async (trx) => {
    const current = await currentOf(trx).forUpdate().executeTakeFirst()
    if (current?.currentGenerationId !== generationId) return
    await trx
      .updateTable('generations')
      .set({ mfa: mfa.verdict, mfaCoverage: storedJson(mfa) })
      .where('id', '=', generationId)
      .execute()
    await saveNotCovered(trx, tenantId, notCovered)
  })
}

async function judge(facts: CoverageFacts): Promise<JudgedMfa> {
  const { covered, mfa } = await inTimeSlices(coverageWithVerdictSteps(facts))
  return { mfa, notCovered: covered === null ? [] : idsNotCovered(covered) }
}

/** Replaces the stored ids of a tenant; only differences are written. */
export async function saveNotCovered(
  trx: Trx,
  tenantId: TenantId,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    with given as materialized (select distinct unnest(${userIds}::text[]) as user_id),
    removed as (
      delete from people_not_covered as known where tenant_id = ${tenantId}
        and not exists (select from given where given.user_id = known.user_id)
    )
    insert into people_not_covered (tenant_id, user_id)
    select ${tenantId}, user_id from given on conflict do nothing`.execute(trx)
}
