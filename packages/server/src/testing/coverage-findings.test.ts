import { mfaReasonText } from '@tenantscope/analysis/coverage/mfa-text'
import { getTenantCoverage } from '@tenantscope/contract/coverage'
import { TenantId } from '@tenantscope/contract/ids'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import { getTenantPosture } from '@tenantscope/contract/posture'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import { activeUserReport } from '@tenantscope/graph-sim/graph/reports/usage-report'
import type { Story, Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readUsage } from '../features/activity/activity.jobs.ts'
import { createRefreshWorld } from './refresh-world.ts'
import type { RefreshWorld } from './refresh-world.ts'
import type { TestBrowser } from './test-browser.ts'

// What public reports of other products found (N2 to N5 and N9 to N12), shown by stories of the
// simulated Microsoft, each with what the product states of it.

let world: RefreshWorld
let admin: TestBrowser

const STORIES: ReadonlySet<Story | null> = new Set<Story>([
  'mfa-hidden-exceptions',
  'agent-users',
  'mfa-four-clients',
  'mfa-by-other-provider',
  'mfa-with-exceptions',
  'mfa-for-no-user',
  'usage-without-names',
])

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 32, users: 12, isWhole: true })
  for (const tenant of world.simulator.world.tenants)
    if (tenant.kind !== 'partner' && !STORIES.has(tenant.story))
      Object.assign(tenant, { isListedAsContract: false, delegatedRelationships: [] })
  // Microsoft refuses large pages everywhere, and overnight (N5).
  world.simulator.faults.add('smaller-pages')
  admin = await world.signIn('admin')
  await world.refresh(admin)
})
afterAll(() => world.close())

function storyOf(story: Story): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`The simulated world has no story ${story}`)
  return tenant
}

const paramsOf = (story: Story) => ({ params: { tenantId: TenantId.parse(storyOf(story).id) } })

async function mfaOf(story: Story) {
  const { mfa, tenant } = await admin.call(getTenantDetails, paramsOf(story))
  if (mfa === null) throw new Error(`${story} was not judged: ${JSON.stringify(tenant.failure)}`)
  return { ...mfa, text: mfa.reasons.map(mfaReasonText).join(' ') }
}

const membersOf = (story: Story): Tenant['people'] =>
  storyOf(story).people.filter(
    ({ accountEnabled, userType, agentOf }) =>
      accountEnabled && userType !== 'Guest' && agentOf === undefined,
  )

test('N2: an excluded group that hides its members makes it not known who is covered', async () => {
  const { verdict, counts, text } = await mfaOf('mfa-hidden-exceptions')
  expect([verdict, counts?.membersNotKnown]).toEqual([
    'notKnown',
    membersOf('mfa-hidden-exceptions').length,
  ])
  expect(text).toContain('Microsoft hides the members of a group that a policy or a role names')
})

test('N3: agent users are counted apart, are no people without MFA, and hold licenses', async () => {
  const { verdict, counts } = await mfaOf('agent-users')
  const agents = storyOf('agent-users').people.filter(({ agentOf }) => agentOf !== undefined)
  expect(agents).toHaveLength(3)
  expect([verdict, counts?.agents, counts?.members]).toEqual([
    'required',
    3,
    membersOf('agent-users').length,
  ])
  const { people } = await admin.call(getTenantCoverage, {
    ...paramsOf('agent-users'),
    query: { filter: 'all', limit: 200 },
  })
  const ids = new Set(people.map(({ userId }) => userId))
  expect(agents.filter(({ id }) => ids.has(id))).toEqual([])
  const { users } = await admin.call(listTenantUsers, paramsOf('agent-users'))
  const shown = users.filter(({ userType }) => userType === 'Agent user')
  expect(shown.map(({ id }) => id).toSorted()).toEqual(agents.map(({ id }) => id).toSorted())
  const licensed = agents.filter(({ licenses }) => licenses.length > 0)
  expect(licensed).toHaveLength(1)
  expect(shown.filter(({ licenses }) => licenses.length > 0).map(({ id }) => id)).toEqual(
    licensed.map(({ id }) => id),
  )
})

/** The verdict of a check of inactive people with its people, and what it says of the usage report. */
async function inactiveBy(checkId: 'usr.stale' | 'lic.inactive-holder') {
  const { checks } = await admin.call(getTenantPosture, paramsOf('usage-without-names'))
  const { verdict, reason, objects } = checks.find(({ id }) => id === checkId) ?? {}
  const note = /The usage report conceals.*|\S+ rows? of the usage report.*/u.exec(reason ?? '')
  return { verdict, note: note?.[0], ids: objects?.map(({ id }) => id) ?? [] }
}

const noteOf = async () => (await inactiveBy('usr.stale')).note

test('N4: rows of the usage report that name no user are counted, and call no person inactive', async () => {
  const tenant = storyOf('usage-without-names')
  const tenantId = TenantId.parse(tenant.id)
  const report = await activeUserReport(tenant, world.clock.now().getTime())
  const unnamed = report.split('\r\n').filter((line) => line.includes(',(Unknown),')).length
  expect(unnamed).toBeGreaterThan(1)
  const named = new Set(
    tenant.people.flatMap(({ id, userPrincipalName }) =>
      report.includes(userPrincipalName) ? [id] : [],
    ),
  )
  await world.jobs.send(readUsage, { tenantId })
  await expect.poll(noteOf).toBe(`${unnamed} rows of the usage report name no user.`)
  for (const checkId of ['usr.stale', 'lic.inactive-holder'] as const) {
    const { ids, note } = await inactiveBy(checkId)
    expect([checkId, note]).toEqual([checkId, await noteOf()])
    expect(ids.filter((id) => !named.has(id))).toEqual([])
  }

  // A code of hexadecimal digits in place of every name.
  Object.assign(tenant, { concealsNamesInReports: true, unknownInReports: 0 })
  await world.jobs.send(readUsage, { tenantId })
  await expect.poll(noteOf).toBe('The usage report conceals all names.')
  for (const checkId of ['usr.stale', 'lic.inactive-holder'] as const)
    expect([checkId, (await inactiveBy(checkId)).verdict]).toEqual([checkId, 'notRead'])
})

test('N5: pages that Microsoft finds too large cost no data', async () => {
  for (const story of STORIES) {
    if (story === null) continue
    const { tenant, partFailures } = await admin.call(getTenantDetails, paramsOf(story))
    expect([story, tenant.failure, partFailures]).toEqual([story, null, []])
  }
})

test('N9: all four types of client apps are the same as all', async () => {
  expect(await mfaOf('mfa-four-clients')).toMatchObject({ verdict: 'required', text: '' })
})

test('N10: what another provider checks in place of MFA is not known', async () => {
  const { verdict, text } = await mfaOf('mfa-by-other-provider')
  expect(verdict).toBe('notKnown')
  expect(text).toMatch(/'Require MFA or Duo'\u2069 depends on .+ \(custom control\)/u)
})

test('N11: a group of most people that is excluded is named with its size', async () => {
  const { verdict, counts, text } = await mfaOf('mfa-with-exceptions')
  const group = storyOf('mfa-with-exceptions').groups.find(
    ({ displayName }) => displayName === 'MFA exceptions',
  )
  const excluded = membersOf('mfa-with-exceptions').filter(({ id }) =>
    group?.memberIds.includes(id),
  ).length
  expect([verdict, counts?.membersNotCovered]).toEqual(['partial', excluded])
  expect(text).toContain(`excludes ${excluded} people whom no other policy covers`)
})

test('N12: a policy for no user is like no policy', async () => {
  const { verdict, text } = await mfaOf('mfa-for-no-user')
  expect(verdict).toBe('none')
  expect(text).toContain('applies to no enabled member')
})
