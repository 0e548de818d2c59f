import { PartFailureCode } from '@tenantscope/contract/parts'
import type { Fault } from '@tenantscope/graph-sim/faults'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { expectedRows } from '../../testing/directory-oracle.ts'
import {
  codesUnder,
  expectedParts,
  impedimentOf,
  isPartExcused,
  unreadOf,
} from '../../testing/expected-failures.ts'
import { refresh, stateOf } from '../../testing/model-refresh.ts'
import type { Interference, Outcome, Standing } from '../../testing/model-refresh.ts'
import { act, addFaults, beginRun, change, endTrouble } from '../../testing/model-run.ts'
import type { ModelRun } from '../../testing/model-run.ts'
import { createRefreshLab } from '../../testing/refresh-lab.ts'
import type { RefreshLab } from '../../testing/refresh-lab.ts'
import { comparable, differences, withoutUnknownMembers } from '../../testing/visible-rows.ts'

// TENANTSCOPE_MODEL_SEED=7 repeats one run, TENANTSCOPE_MODEL_RUNS=1000 makes more of them.
const ONE_SEED = process.env['TENANTSCOPE_MODEL_SEED']
const FIRST_SEED = Number(ONE_SEED ?? 1)
// The short tier and the embedded database, which works in the test's own process, make fewer runs.
const isQuick =
  process.env['TENANTSCOPE_TESTS'] === 'short' ||
  process.env['TENANTSCOPE_TEST_DATABASE'] === 'pglite'
const USUAL_RUNS = isQuick ? 40 : 120
const RUNS = Number(
  process.env['TENANTSCOPE_MODEL_RUNS'] ?? (ONE_SEED === undefined ? USUAL_RUNS : 1),
)
const INTERFERENCES: readonly Interference[] = [
  'none',
  'none',
  'changes',
  'cut short',
  'second writer',
]

/** Also where every processor is taken. */
const TIMEOUT_MS = 120_000

let lab: RefreshLab

beforeAll(async () => {
  lab = await createRefreshLab()
})
afterAll(() => lab.close())
afterEach(() => {
  lab.simulator.faults.clear()
  lab.wire.pageSize = null
})

describe(`seeds ${FIRST_SEED} to ${FIRST_SEED + RUNS - 1}`, () => {
  test.each(Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index))(
    'seed %i: whatever happens, the directory is stored as it is or the tenant names why not',
    async (seed) => {
      const run = await beginRun(lab, seed)
      try {
        expect(await tell(run), 'refreshes').toBeGreaterThan(0)
      } catch (error) {
        throw new Error(`Seed ${seed}: ${String(error)}\n\n${run.story.join('\n')}`, {
          cause: error,
        })
      }
    },
    TIMEOUT_MS,
  )
})

/** How many refreshes there were; each has been judged. */
async function tell(run: ModelRun): Promise<number> {
  const { random, lab } = run
  const steps = random.int(1, 4)
  for (let step = 0; step < steps; step += 1) {
    for (let count = random.int(0, 2); count > 0; count -= 1) await act(run)
    lab.wire.pageSize = random.pick([null, 3, 7])
    const faults = addFaults(run)
    await refreshAndJudge(run, random.pick(INTERFERENCES), faults)
    lab.simulator.faults.clear()
  }
  endTrouble(run)
  if (run.hasUnknownMembers) await forgetLinks(run)
  run.hasUnknownMembers = false
  await refreshAndJudge(run, 'none', [])
  if (random.chance(0.5)) return steps + 1
  if (random.chance(0.5)) await forgetLinks(run)
  else change(run)
  await refreshAndJudge(run, 'none', [])
  return steps + 2
}

/** So that everything is read again. */
async function forgetLinks(run: ModelRun): Promise<void> {
  const { db } = run.lab.database.handle
  await db.deleteFrom('tenantDeltaLinks').where('tenantId', '=', run.tenantId).execute()
  run.story.push('The links to the changes are lost')
}

async function refreshAndJudge(
  run: ModelRun,
  interference: Interference,
  faults: readonly Fault[],
): Promise<void> {
  const before = await stateOf(run)
  const startedAt = run.lab.clock.now().getTime()
  const outcome = await refresh(run, interference)
  const after = await stateOf(run)
  const hasPublished = after.currentGenerationId !== before.currentGenerationId
  if (outcome.kind === 'failed') judgeFailure(run, faults, { outcome, after })
  if (outcome.kind === 'succeeded') expect(hasPublished, 'a new generation is current').toBe(true)
  // One writer may have lost the consent with which the other still read.
  const isDisputed = outcome.isContested && !after.isConsented
  if (!hasPublished)
    expect(differences(comparable(after.rows), comparable(before.rows))).toEqual([])
  else if (!isDisputed) await judgeSuccess(run, faults, { outcome, after, startedAt })
}

/** Returns whether the directory or the faults explain the code, and whether it is recorded. */
function judgeFailure(
  { tenant, story }: ModelRun,
  faults: readonly Fault[],
  { outcome, after }: { outcome: Outcome; after: Standing },
): void {
  const impediment = impedimentOf(tenant, tenant.consent?.roles ?? [])
  const right = codesUnder(faults)
  if (impediment !== null) right.add(impediment)
  story.push(...outcome.log)
  expect([...right], 'codes that may be named').toContain(outcome.code)
  if (outcome.isContested) return
  expect(after.failureCode, "the code in the tenant's record").toBe(outcome.code)
  if (outcome.code === 'CONSENT_REQUIRED') expect(after.isConsented).toBe(false)
  if (faults.length === 0 && tenant.isGone) expect(after.isGone).toBe(true)
}

async function judgeSuccess(
  run: ModelRun,
  faults: readonly Fault[],
  { outcome, after, startedAt }: { outcome: Outcome; after: Standing; startedAt: number },
): Promise<void> {
  const { tenant, lab } = run
  const roles = after.grantedPermissions
  expect(impedimentOf(tenant, roles), 'impediments to reading').toBe(null)
  if (faults.length === 0) expect(roles.toSorted()).toEqual(tenant.consent?.roles.toSorted())
  if (!outcome.isContested) expect(after.failureCode).toBe(null)
  if (outcome.hasChanged) return
  const named = await namedParts(run, after)
  const due = expectedParts(tenant, roles)
  for (const [part, code] of named) {
    const isRight = due.get(part) === code || isPartExcused([part, code], { tenant, faults })
    expect(isRight, `${part} is rightly named ${code}, not ${due.get(part)}`).toBe(true)
  }
  for (const part of due.keys()) expect([...named.keys()], 'parts not read').toContain(part)
  const storedKinds = new Set(after.rows['directory_settings']?.map((row) => row['kind']))
  const unread = unreadOf(named, { roles, storedKinds })
  const { world } = lab.simulator
  const now = readAt(after, startedAt, lab.clock.now().getTime())
  const expected = expectedRows({ world, tenant, roles, now }, unread)
  const [have, want] = run.hasUnknownMembers
    ? withoutUnknownMembers(after.rows, expected)
    : [after.rows, expected]
  expect(differences(comparable(have), comparable(want)).join('\n')).toBe('')
  expect(after.displayName).toBe(tenant.displayName)
}

async function namedParts({ lab }: ModelRun, { currentGenerationId }: Standing) {
  const rows = await lab.database.handle.db
    .selectFrom('generationPartFailures')
    .select(['part', 'code'])
    .where('generationId', '=', currentGenerationId ?? 0)
    .execute()
  return new Map(rows.map(({ part, code }) => [part, PartFailureCode.parse(code)]))
}

const SYNC_AGE_MS = 20 * 60_000

/**
 * When the organization was asked: a directory that is synchronized says when it last was, some
 * minutes ago, and the clock may have gone on since.
 */
function readAt({ rows }: Standing, startedAt: number, endedAt: number): number {
  const [organization] = rows['directory_organizations'] ?? []
  const askedAt = Date.parse(String(organization?.['onPremisesLastSyncDateTime'])) + SYNC_AGE_MS
  return askedAt >= startedAt && askedAt <= endedAt ? askedAt : endedAt
}
