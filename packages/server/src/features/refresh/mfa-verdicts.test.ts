import { getTenantCoverage } from '@tenantscope/contract/coverage'
import { TenantId } from '@tenantscope/contract/ids'
import type { MfaCoverage } from '@tenantscope/contract/mfa'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'

type SimulatedTenant = RefreshWorld['simulator']['world']['tenants'][number]

let world: RefreshWorld

const storyOf = (story: string): SimulatedTenant => {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`The simulated world has no story ${story}`)
  return tenant
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** Replaces a tenant's policies by its policy of MFA for all users, with the changes given. */
function setPolicy(
  tenant: SimulatedTenant,
  changes: { conditions?: object; users?: object; grantControls?: object },
): void {
  const [first] = storyOf('seats-wasted').policies
  if (first === undefined) throw new Error('The story has no policy')
  const conditions = recordOf(first['conditions'])
  const users = { ...recordOf(conditions['users']), excludeUsers: [], ...changes.users }
  Object.assign(tenant, {
    policies: [
      {
        ...first,
        conditions: { ...conditions, users, ...changes.conditions },
        grantControls: { ...recordOf(first['grantControls']), ...changes.grantControls },
      },
    ],
  })
}

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 14, users: 9 })
  const excluded = storyOf('unknown-sku')
  const [group] = excluded.groups
  // Nearly all members, as 'MFA exceptions' groups grow.
  if (group) group.memberIds = group.memberIds.slice(2)
  setPolicy(excluded, { users: { excludeGroups: [group?.id] } })
  setPolicy(storyOf('over-allocated'), { conditions: { signInRiskLevels: ['high'] } })
  setPolicy(storyOf('seats-suspended'), { conditions: { agentIdRiskLevels: 'high' } })
  setPolicy(storyOf('group-licensing'), {
    grantControls: {
      builtInControls: [],
      authenticationStrength: {
        id: '00000000-0000-0000-0000-000000000004',
        displayName: 'Phishing-resistant MFA',
        allowedCombinations: ['windowsHelloForBusiness', 'fido2', 'x509CertificateMultiFactor'],
      },
    },
  })
  await world.refresh(await world.signIn('admin'))
})
afterAll(() => world.close())

async function coverageOf(story: string): Promise<MfaCoverage> {
  const admin = await world.signIn('admin')
  const tenantId = TenantId.parse(storyOf(story).id)
  const { mfa } = await admin.call(getTenantDetails, { params: { tenantId } })
  if (mfa === null) throw new Error(`${story} was not judged`)
  return mfa
}

test.each([
  ['security-defaults', 'requiredBySecurityDefaults', 'securityDefaults'],
  ['hostile-directions', 'none', 'noProtection'],
  ['no-mfa-policy', 'none', 'noEnabledPolicy'],
  ['report-only', 'none', 'noEnabledPolicy'],
  ['policies-disabled', 'none', 'situation'],
  ['over-allocated', 'none', 'noEnabledPolicy'],
  ['seats-suspended', 'notKnown', 'notKnownPeople'],
  ['seats-wasted', 'partial', 'situation'],
  ['unknown-sku', 'partial', 'situation'],
  ['group-licensing', 'required', undefined],
])('the story %s is %s', async (story, verdict, firstReason) => {
  const mfa = await coverageOf(story)
  expect([mfa.verdict, mfa.reasons[0]?.kind]).toEqual([verdict, firstReason])
})

test('an emergency account that a policy excludes is one member who is not covered', async () => {
  const { counts, reasons } = await coverageOf('seats-wasted')
  expect(counts?.membersNotCovered).toBe(1)
  expect(reasons).toContainEqual(expect.objectContaining({ gap: 'excludes', people: 1 }))
})

test('members of an excluded group are counted from the directory', async () => {
  const tenant = storyOf('unknown-sku')
  const members = new Set(tenant.groups[0]?.memberIds)
  const open = tenant.people.filter(
    ({ id, accountEnabled, userType }) => members.has(id) && accountEnabled && userType !== 'Guest',
  )
  const { counts } = await coverageOf('unknown-sku')
  expect(counts?.membersNotCovered).toBe(open.length)
  const { tenants } = await (await world.signIn('admin')).call(listTenants, {})
  expect(tenants.find(({ id }) => id === tenant.id)?.figures?.mfaNotCovered).toBe(open.length)
})

test('a condition that this version does not know is named, and the policy does not count', async () => {
  const { reasons } = await coverageOf('seats-suspended')
  expect(reasons).toContainEqual(
    expect.objectContaining({ gap: 'notReadable', details: ['agentIdRiskLevels'] }),
  )
})

test('a refresh stores who is not covered, as the list of the tenant has it', async () => {
  const admin = await world.signIn('admin')
  for (const story of ['unknown-sku', 'group-licensing', 'no-mfa-policy']) {
    const tenantId = TenantId.parse(storyOf(story).id)
    const { people } = await admin.call(getTenantCoverage, {
      params: { tenantId },
      query: { limit: 200 },
    })
    const stored = await world.database.handle.db
      .selectFrom('peopleNotCovered')
      .select('userId')
      .where('tenantId', '=', tenantId)
      .execute()
    const notCovered = people.filter(({ coverage }) => coverage === 'notCovered')
    expect(stored.map(({ userId }) => userId).toSorted()).toEqual(
      notCovered.map(({ userId }) => userId).toSorted(),
    )
    expect([story, stored.length > 0]).toEqual([story, story !== 'group-licensing'])
  }
})
