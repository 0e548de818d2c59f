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
import { createCoverageFactsRepo } from './coverage-facts.repo.ts'
import { createCoverageFactsService } from './coverage-facts.service.ts'
import type { CoverageFactsService, CoverageParts } from './coverage-facts.service.ts'

export interface JudgedMfa {
  readonly mfa: MfaCoverage
  /** Ids of the people who are not covered; none where the coverage by person is not known. */
  readonly notCovered: readonly string[]
  /** The tenant's inputs of the verdict, see `findInputs`. */
  readonly inputs: string
}

/** Judges whether MFA is required in the generation that was just read. */
export function createMfaJudge(db: Db) {
  const facts = createCoverageFactsService(db)
  return async (generation: GenerationOfTenant, parts: CoverageParts): Promise<JudgedMfa> =>
    judge(facts, generation, () => facts.ofParts(generation, parts))
}

/** Locks the tenant; returns whether the inputs of a verdict are still those of the tenant. */
export async function hasInputs(trx: Trx, tenantId: TenantId, inputs: string): Promise<boolean> {
  await trx
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return (await createCoverageFactsRepo(trx).findInputs(tenantId)) === inputs
}

/**
 * Judges the current generation of a tenant again, after its emergency accounts or its reading of
 * per-user MFA changed; does nothing while there is none. What changes meanwhile is judged too.
 */
export async function judgeMfaAgain(db: Db, tenantId: TenantId): Promise<void> {
  const facts = createCoverageFactsService(db)
  for (;;) {
    const generationId = await currentGenerationOf(db, tenantId)
    if (generationId === null) return
    const generation = { tenantId, generationId }
    const judged = await judge(facts, generation, () => facts.ofStored(generation))
    const isStored = await db
      .transaction()
      .execute((trx) => storeIfCurrent(trx, generation, judged))
    if (isStored) return
  }
}

/** Returns false when the tenant has another generation or other inputs meanwhile. */
async function storeIfCurrent(
  trx: Trx,
  { tenantId, generationId }: GenerationOfTenant,
  { mfa, notCovered, inputs }: JudgedMfa,
): Promise<boolean> {
  const isCurrent =
    (await hasInputs(trx, tenantId, inputs)) &&
    (await currentGenerationOf(trx, tenantId)) === generationId
  if (!isCurrent) return false
  await trx
    .updateTable('generations')
    .set({ mfa: mfa.verdict, mfaCoverage: storedJson(mfa) })
    .where('id', '=', generationId)
    .execute()
  await saveNotCovered(trx, tenantId, notCovered)
  return true
}

/** Null: the tenant was not read, or is gone. */
async function currentGenerationOf(db: Db, tenantId: TenantId): Promise<number | null> {
  const tenant = await db
    .selectFrom('tenants')
    .select('currentGenerationId')
    .where('id', '=', tenantId)
    .executeTakeFirst()
  return tenant?.currentGenerationId ?? null
}

/** The inputs are read before the facts, so that a change between them is noticed. */
async function judge(
  { findInputs }: Pick<CoverageFactsService, 'findInputs'>,
  { tenantId }: GenerationOfTenant,
  factsOf: () => Promise<CoverageFacts>,
): Promise<JudgedMfa> {
  const inputs = await findInputs(tenantId)
  const { covered, mfa } = await inTimeSlices(coverageWithVerdictSteps(await factsOf()))
  return { mfa, notCovered: covered === null ? [] : idsNotCovered(covered), inputs }
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
