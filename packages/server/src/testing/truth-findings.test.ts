import { mfaReasonText } from '@tenantscope/analysis/coverage/mfa-text'
import { tenantIssuesText } from '@tenantscope/analysis/license-issue-text'
import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import { removableSentence } from '@tenantscope/analysis/savings-sentence'
import {
  checkConsent,
  getAzurePermissions,
  getConnectionRefusal,
} from '@tenantscope/contract/azure'
import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'
import { TenantId } from '@tenantscope/contract/ids'
import { refreshTenant } from '@tenantscope/contract/sync'
import {
  getAdminStats,
  getBackupSchedule,
  runBackup,
  saveBackupSchedule,
} from '@tenantscope/contract/system'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import type { Story, Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRefreshWorld } from './refresh-world.ts'
import type { RefreshWorld } from './refresh-world.ts'
import type { TestBrowser } from './test-browser.ts'

let world: RefreshWorld
let admin: TestBrowser

const STORIES: ReadonlySet<Story | null> = new Set([
  'seats-wasted',
  'no-mfa-policy',
  'consent-withdrawn',
  'never-consented',
  'security-defaults',
  'over-allocated',
  'seats-in-grace',
  'seats-suspended',
  'directory-gone',
  'mfa-at-risk',
  'mfa-with-exceptions',
  'mfa-by-strength',
  'narrow-consent',
])

/** The stories of the table, read once; one administrator withdraws the consent afterwards. */
beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 26, users: 12, isWhole: true })
  // The others take time to read and show nothing here.
  for (const tenant of world.simulator.world.tenants)
    if (tenant.kind !== 'partner' && !STORIES.has(tenant.story))
      Object.assign(tenant, { isListedAsContract: false, delegatedRelationships: [] })
  admin = await world.signIn('admin')
  const withdrawing = storyOf('consent-withdrawn')
  withdrawing.consent = storyOf('seats-wasted').consent
  const { subscriptions, people } = storyOf('seats-suspended')
  const held = subscriptions.find(({ sku }) => sku.skuPartNumber === 'SPB')?.sku.skuId
  const holder = people.findLast(({ licenses }) => licenses.some(({ skuId }) => skuId === held))
  Object.assign(holder ?? {}, { accountEnabled: false })
  await world.refresh(admin)
  withdrawing.consent = null
  await refreshOne('consent-withdrawn')
})
afterAll(() => world.close())

function storyOf(story: Story): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`The simulated world has no story ${story}`)
  return tenant
}

const paramsOf = (story: Story) => ({ params: { tenantId: TenantId.parse(storyOf(story).id) } })
const details = (story: Story) => admin.call(getTenantDetails, paramsOf(story))
const listed = async (story: Story) => {
  const { tenants } = await admin.call(listTenants, {})
  return tenants.find(({ id }) => id === storyOf(story).id)
}
const refreshOne = async (story: Story) => {
  const { runId } = await admin.call(refreshTenant, paramsOf(story))
  await world.finished(admin, runId)
}
const english = (value: number): string => value.toLocaleString('en')

/** The verdict of a tenant, the members who are not covered, and the reasons as the screen shows them. */
async function mfaOf(story: Story) {
  const { mfa } = await details(story)
  return [mfa?.verdict, mfa?.counts?.membersNotCovered, mfa?.reasons.map(mfaReasonText).join(' ')]
}

/** The enabled members of a story's directory, where `isMeant`. */
const enabledMembers = (story: Story, isMeant: (id: string) => boolean = () => true): number =>
  storyOf(story).people.filter(
    ({ id, accountEnabled, userType }) => accountEnabled && userType !== 'Guest' && isMeant(id),
  ).length

/** Seats of a license as the directory sold and gave them. */
function seatsOf(story: Story, partNumber: string) {
  const { subscriptions, people } = storyOf(story)
  const sold = subscriptions.find(({ sku }) => sku.skuPartNumber === partNumber)
  if (sold === undefined) throw new Error(`${story} has no ${partNumber}`)
  const holders = people.filter(({ licenses }) =>
    licenses.some(({ skuId }) => skuId === sold.sku.skuId),
  )
  const idle = holders.filter((each) => !each.accountEnabled || each.userType === 'Guest').length
  const { enabled, warning, suspended, lockedOut } = sold
  return { enabled, warning, suspended, lockedOut, taken: holders.length, idle }
}

interface Truth {
  readonly finding: string
  /** The story of the simulated world, or the state that shows the finding. */
  readonly shownBy: string
  readonly stated: () => Promise<unknown>
  /** As the finding or Microsoft's documentation says it; figures are counted in the directory. */
  readonly expected: () => unknown
}

const text = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/** In this order: the last three change the connection or the installation. */
const TRUTHS: readonly Truth[] = [
  {
    finding: 'T1',
    shownBy: 'no-mfa-policy',
    stated: () => mfaOf('no-mfa-policy'),
    expected: () => [
      'none',
      enabledMembers('no-mfa-policy'),
      text(/^Security defaults are off, and no enabled Conditional Access policy/u),
    ],
  },
  {
    finding: 'T1',
    shownBy: 'security-defaults',
    stated: () => mfaOf('security-defaults'),
    expected: () => ['requiredBySecurityDefaults', 0, text(/They require MFA of all users/u)],
  },
  {
    // A sign-in risk policy asks only at a sign-in that Microsoft finds risky.
    finding: 'T1',
    shownBy: 'mfa-at-risk',
    stated: () => mfaOf('mfa-at-risk'),
    expected: () => [
      'none',
      enabledMembers('mfa-at-risk'),
      text(/'Require MFA for risky sign-ins'\u2069 is limited by sign-in risk\./u),
    ],
  },
  {
    finding: 'T1',
    shownBy: 'mfa-with-exceptions',
    stated: () => mfaOf('mfa-with-exceptions'),
    expected: () => {
      const { groups } = storyOf('mfa-with-exceptions')
      const excluded = groups.find(({ displayName }) => displayName === 'MFA exceptions')?.memberIds
      const open = enabledMembers('mfa-with-exceptions', (id) => excluded?.includes(id) ?? false)
      return [
        'partial',
        open,
        text(new RegExp(`all users'\u2069 excludes ${open} people whom no other policy`, 'u')),
      ]
    },
  },
  {
    // A policy with an authentication strength has no built-in control 'mfa', and requests MFA.
    finding: 'T1',
    shownBy: 'mfa-by-strength',
    stated: () => mfaOf('mfa-by-strength'),
    expected: () => ['required', 0, ''],
  },
  {
    finding: 'T2',
    shownBy: 'narrow-consent',
    stated: async () => {
      const decoded = await admin.call(decodeCspLicenses, paramsOf('narrow-consent'))
      return [
        decoded.endpointsTested.map(({ code }) => code),
        // The screen shows 'not known' for each, and 'None' only for what is complete.
        Object.values(decoded.isComplete),
        decoded.recommendations[0]?.message,
      ]
    },
    expected: () => [
      Array.from({ length: 4 }, () => 'PERMISSION_MISSING'),
      [false, false, false],
      text(/Organization\.Read\.All is not granted/u),
    ],
  },
  {
    finding: 'T3',
    shownBy: 'one tenant refreshed 25 minutes after the others',
    stated: async () => {
      world.clock.advance({ minutes: 25 })
      await refreshOne('seats-wasted')
      const { dataAge, tenants } = await admin.call(listTenants, {})
      const minutesApart =
        (Date.parse(dataAge.newest ?? '') - Date.parse(dataAge.oldest ?? '')) / 60_000
      const newest = tenants.filter(({ dataAsOf }) => dataAsOf === dataAge.newest)
      return [minutesApart >= 25, newest.map(({ id }) => id)]
    },
    expected: () => [true, [storyOf('seats-wasted').id]],
  },
  {
    finding: 'T4',
    shownBy: 'seats-wasted, narrow-consent, never-consented, directory-gone',
    stated: async () => {
      const { evaluationMetrics: counts } = await admin.call(getAzurePermissions, {})
      const { total } = await admin.call(listTenants, {})
      const { fullAccess, limitedAccess, failedTenants, inactiveTenants } = counts
      const rows = ['seats-wasted', 'narrow-consent', 'never-consented', 'directory-gone'] as const
      return [
        await Promise.all(rows.map(async (story) => (await listed(story))?.verification)),
        fullAccess + limitedAccess + failedTenants + inactiveTenants - total,
      ]
    },
    // A tenant whose organization and users are refused is not readable, whatever else is granted.
    expected: () => [['full', 'notReadable', 'notReadable', 'inactive'], 0],
  },
  {
    finding: 'T5',
    shownBy: 'directory-gone',
    stated: async () => {
      const { tenant, fullAccess, mfa, message } = await details('directory-gone')
      const { status, accessLevel, figures, failure } = tenant
      return [status, accessLevel, figures, failure, fullAccess, mfa, message]
    },
    expected: () => ['Inactive', 'unknown', null, null, false, null, text(/it was deleted/u)],
  },
  {
    // Two licenses with unused seats; Microsoft sells one of them no longer, so it has no price.
    finding: 'T6',
    shownBy: 'seats-suspended, where somebody with a license is blocked',
    stated: async () => {
      const savings = (await listed('seats-suspended'))?.figures?.savings
      return savings && removableSentence(savings, english)
    },
    expected: () => {
      const priced = seatsOf('seats-suspended', 'SPB')
      const unpriced = seatsOf('seats-suspended', 'AAD_BASIC')
      const unassigned = priced.enabled - priced.taken + unpriced.enabled - unpriced.taken
      const held = priced.idle + unpriced.idle
      const withoutPrice = unpriced.enabled - unpriced.taken + unpriced.idle
      return (
        `${unassigned} unassigned + ${held} held by blocked users or guests = ` +
        `${unassigned + held} removable seats; ${withoutPrice} without a price`
      )
    },
  },
  ...(
    [
      [
        'over-allocated',
        () => {
          const { taken, enabled } = seatsOf('over-allocated', 'SPB')
          return `${taken - enabled} over-allocated seats`
        },
      ],
      [
        'seats-in-grace',
        () => {
          const { warning } = seatsOf('seats-in-grace', 'O365_BUSINESS_PREMIUM')
          return `${warning} seats in the grace period`
        },
      ],
      [
        'seats-suspended',
        () => {
          const { taken, suspended } = seatsOf('seats-suspended', 'O365_BUSINESS_PREMIUM')
          const { lockedOut } = seatsOf('seats-suspended', 'POWER_BI_PRO')
          const ended = `${suspended + lockedOut} suspended seats, 1 retired license`
          return `${taken} ${taken === 1 ? 'seat' : 'seats'} used without entitlement, ${ended}`
        },
      ],
    ] as const
  ).map(([story, expected]) => ({
    finding: 'T7',
    shownBy: story,
    stated: async () => tenantIssuesText((await listed(story))?.figures?.issues ?? [], english),
    expected,
  })),
  {
    finding: 'T9',
    shownBy: 'over-allocated, which has a company-wide license that costs money',
    stated: async () => {
      const { licenses, licenseSummary: sums } = await details('over-allocated')
      if (sums === null) throw new Error('No licenses were read')
      const companyWide = licenses.find(({ skuPartNumber }) => skuPartNumber === 'CDS_DB_CAPACITY')
      return [
        companyWide && licenseTypeText(companyWide),
        [sums.paidSkus, sums.freeSkus, sums.trialSkus, sums.companyWideSkus],
        [sums.totalLicenses, sums.consumedLicenses, sums.availableLicenses, sums.seatsBeyond],
      ]
    },
    expected: () => {
      const { enabled, taken } = seatsOf('over-allocated', 'SPB')
      return ['Company-wide', [1, 2, 0, 1], [enabled, taken, 0, taken - enabled]]
    },
  },
  {
    finding: 'T10',
    shownBy: "the fault 'wrong-secret'",
    stated: async () => {
      world.simulator.faults.add('wrong-secret')
      await admin.call(checkConsent, {})
      const { refusal } = await admin.call(getConnectionRefusal, {})
      const { tenants } = await admin.call(listTenants, {})
      world.simulator.faults.clear()
      await admin.call(checkConsent, {})
      const after = await admin.call(getConnectionRefusal, {})
      return [
        refusal?.title,
        tenants.filter(({ verification }) => verification === 'full').length,
        after.refusal,
      ]
    },
    expected: () => [
      'Microsoft refuses the connection. The client secret is wrong, or its ID was entered in place of its value.',
      0,
      null,
    ],
  },
  {
    finding: 'T11',
    shownBy: 'a write permission that is granted some seconds after a check',
    stated: async () => {
      const { consent } = world.simulator.world.partner
      const before = await admin.call(checkConsent, {})
      world.clock.advance({ seconds: 5 })
      if (consent) consent.roles = [...consent.roles, 'Directory.ReadWrite.All']
      const refreshed = await admin.call(getAzurePermissions, { query: { refresh: 'true' } })
      const write = refreshed.permissions.find(({ value }) => value === 'Directory.ReadWrite.All')
      const age = Date.parse(refreshed.check?.checkedAt ?? '') - Date.parse(before.checkedAt)
      return [age >= 5_000, write?.isGranted, write?.kind]
    },
    expected: () => [true, true, 'moreThanNeeded'],
  },
  {
    finding: 'T12',
    shownBy: 'never-consented, consent-withdrawn',
    stated: async () => [
      (await listed('never-consented'))?.consent.state,
      (await listed('consent-withdrawn'))?.consent.state,
    ],
    expected: () => ['none', 'lost'],
  },
  {
    finding: 'T12',
    shownBy: 'an installation before and after its first backup',
    stated: async () => {
      const before = await lastBackups()
      // The clock of this file is far ahead by now.
      admin = await world.signIn('admin')
      await admin.call(saveBackupSchedule, {
        body: { isEnabled: true, time: '02:30', keep: 2, passphrase: 'the scheduled passphrase' },
      })
      await admin.call(runBackup, {})
      // A copy by schedule may end between the two calls.
      const isSame = async () => {
        const [schedule, overview] = await lastBackups()
        return schedule !== null && schedule === overview
      }
      await expect.poll(isSame, { timeout: 30_000 }).toBe(true)
      return before
    },
    expected: () => [null, null],
  },
]

/** The last backup as System and the Overview show it. */
async function lastBackups(): Promise<(string | null)[]> {
  const [schedule, stats] = await Promise.all([
    admin.call(getBackupSchedule, {}),
    admin.call(getAdminStats, {}),
  ])
  return [schedule.lastBackupAt, stats.lastBackup]
}

test.each(TRUTHS)('$finding is shown by $shownBy', async ({ stated, expected }) => {
  expect(await stated()).toEqual(expected())
})

/** T8 names screens that show what is read; no tenant is needed to see it. */
test('every finding about a wrong statement has a story or a state that shows it', () => {
  const shown = new Set(TRUTHS.map(({ finding }) => finding))
  const found = Array.from({ length: 12 }, (_, index) => `T${index + 1}`)
  expect(found.filter((finding) => !shown.has(finding))).toEqual(['T8'])
})
