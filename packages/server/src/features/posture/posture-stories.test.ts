import { CHECKS } from '@tenantscope/analysis/checks/catalogue'
import { TenantId } from '@tenantscope/contract/ids'
import { getTenantPosture, setEmergencyAccounts } from '@tenantscope/contract/posture'
import { POSTURE_STORIES, tenantOfStory } from '@tenantscope/graph-sim/stories/stories'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { createPendingJobs } from '../../jobs/pending-jobs.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { readSignIns, readUsage, startActivity } from '../activity/activity.jobs.ts'
import { judgeTenant } from './posture.jobs.ts'

// Small tenants are read as Microsoft returns them, stored, judged and returned by the product. What is
// expected of each was written from Microsoft's documentation.

const stories = POSTURE_STORIES.map((story) => ({ ...story, ...tenantOfStory(story) }))
/** Stories of one installation: their refresh ends in time also on a busy machine. */
const TOGETHER = 12
/** `npm test` reads every fifth story; the tables of the checks hold the rules. */
const every = process.env['TENANTSCOPE_TESTS'] === 'short' ? 5 : 1
const read = stories.filter((_, index) => index % every === 0)
const batches = Array.from({ length: Math.ceil(read.length / TOGETHER) }, (_, index) => ({
  stories: read.slice(index * TOGETHER, (index + 1) * TOGETHER),
}))

describe.each(batches)('stories', (batch) => {
  let world: RefreshWorld
  let admin: TestBrowser
  beforeAll(async () => {
    world = await createRefreshWorld({
      tenants: 1,
      users: 3,
      customers: batch.stories.map(({ tenant }) => tenant),
    })
    await world.database.handle.executeSql('delete from pgboss.schedule')
    admin = await world.signIn('admin')
    await world.refresh(admin)
    for (const { tenant, emergencyAccountId: userId } of batch.stories)
      if (userId !== null)
        await admin.call(setEmergencyAccounts, {
          params: { tenantId: TenantId.parse(tenant.id) },
          body: { accounts: [{ userId, reason: 'Kept in a safe of the office' }], version: 0 },
        })
    await world.jobs.send(startActivity, {})
    await untilQuiet(world)
  })
  afterAll(() => world.close())

  test.each(batch.stories)('$name: $reason', async ({ tenant, expects }) => {
    const { checks } = await admin.call(getTenantPosture, {
      params: { tenantId: TenantId.parse(tenant.id) },
    })
    const verdicts = new Map<string, string>(checks.map(({ id, verdict }) => [id, verdict]))
    const found = Object.keys(expects).map((id) => [id, verdicts.get(id)])
    expect(Object.fromEntries(found)).toEqual(expects)
  })
})

/** Waits until everything was read and judged. */
async function untilQuiet({ database }: RefreshWorld): Promise<void> {
  const pending = createPendingJobs(database.handle.db)
  await vi.waitFor(
    async () => {
      const found = await Promise.all([
        pending.find(startActivity),
        pending.find(readUsage),
        pending.find(readSignIns),
        pending.find(judgeTenant),
      ])
      const count = found.flat().length
      if (count > 0) throw new Error(`${count} jobs are not done`)
    },
    { timeout: 30_000, interval: 100 },
  )
}

/** Verdicts that a check cannot have, with the reason. */
const NEVER: Readonly<Record<string, string>> = {
  'role.permanent passed': 'The permission to read how long assignments last is not requested.',
  'role.permanent failed': 'The permission to read how long assignments last is not requested.',
}

/** The checks of the first release; a later one may have its table of cases alone. */
const WITH_STORIES = 101

test('checks are expected to pass in one story and to fail in another', () => {
  const expected = new Set(
    stories.flatMap(({ expects }) =>
      Object.entries(expects).map(([id, verdict]) => `${id} ${verdict}`),
    ),
  )
  const without = CHECKS.map(({ id }) => id).filter((id) =>
    [`${id} passed`, `${id} failed`].some((each) => !expected.has(each) && !(each in NEVER)),
  )
  expect(without.slice(CHECKS.length - WITH_STORIES)).toEqual([])
  const ids = new Set(CHECKS.map(({ id }) => id))
  const named = stories.flatMap(({ expects }) => Object.keys(expects))
  expect(named.filter((id) => !ids.has(id))).toEqual([])
})
