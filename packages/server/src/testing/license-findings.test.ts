import { licenseTypeText } from '@tenantscope/analysis/license-type-text'
import { TenantId } from '@tenantscope/contract/ids'
import {
  listLicenseHolders,
  setLicensePrice,
  setLicenseVisibility,
} from '@tenantscope/contract/licenses'
import { getTenantPosture } from '@tenantscope/contract/posture'
import { refreshTenant } from '@tenantscope/contract/sync'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { assignLicense, setSeats, takeLicense } from '@tenantscope/graph-sim/world/change-licenses'
import type { Story, Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRefreshWorld } from './refresh-world.ts'
import type { RefreshWorld } from './refresh-world.ts'
import type { TestBrowser } from './test-browser.ts'

// What public reports of other products found about licenses (N1, N6 to N8), shown by stories of the
// simulated Microsoft, each with what the product states of it.

let world: RefreshWorld
let admin: TestBrowser

const STORIES: ReadonlySet<Story | null> = new Set<Story>([
  'basic-by-part-number',
  'self-service-pools',
  'device-licenses',
  'group-licensing',
])

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 35, users: 12, isWhole: true })
  for (const tenant of world.simulator.world.tenants)
    if (tenant.kind !== 'partner' && !STORIES.has(tenant.story))
      Object.assign(tenant, { isListedAsContract: false, delegatedRelationships: [] })
  admin = await world.signIn('admin')
  await world.refresh(admin)
})
afterAll(() => world.close())

function storyOf(story: Story): Tenant {
  const tenant = world.simulator.world.tenants.find((each) => each.story === story)
  if (tenant === undefined) throw new Error(`The simulated world has no story ${story}`)
  return tenant
}

/** Seats of a license as the directory sold and gave them. */
function seatsOf(story: Story, partNumber: string) {
  const { subscriptions, people } = storyOf(story)
  const sold = subscriptions.find(({ sku }) => sku.skuPartNumber === partNumber)
  if (sold === undefined) throw new Error(`${story} has no ${partNumber}`)
  const holders = people.filter(({ licenses }) =>
    licenses.some(({ skuId }) => skuId === sold.sku.skuId),
  )
  const idle = holders.filter(({ accountEnabled }) => !accountEnabled).length
  return { skuId: sold.sku.skuId, bought: sold.enabled, taken: holders.length, idle }
}

async function statedOf(story: Story) {
  const params = { tenantId: TenantId.parse(storyOf(story).id) }
  const { licenses, licenseSummary: summary } = await admin.call(getTenantDetails, { params })
  if (summary === null) throw new Error(`The licenses of ${story} were not read`)
  const { tenants } = await admin.call(listTenants, {})
  return {
    license: (partNumber: string) =>
      licenses.find(({ skuPartNumber }) => skuPartNumber === partNumber),
    seats: [summary.totalLicenses, summary.consumedLicenses, summary.availableLicenses],
    summary,
    savings: tenants.find(({ id }) => id === params.tenantId)?.figures?.savings,
  }
}

test('N1: how a license is assigned follows within one refresh, though no change reports it', async () => {
  const tenant = storyOf('group-licensing')
  const tenantId = TenantId.parse(tenant.id)
  const person = tenant.people.find(({ licenses }) => licenses[0]?.assignedByGroup)
  const [{ skuId, assignedByGroup } = { skuId: '', assignedByGroup: null }] = person?.licenses ?? []
  if (person === undefined) throw new Error('No user holds a license through a group')
  const group = tenant.groups.find(({ id }) => id === assignedByGroup)?.displayName
  setSeats(tenant, skuId, 100)
  const shown = async () => {
    const { runId } = await admin.call(refreshTenant, { params: { tenantId } })
    await world.finished(admin, runId)
    const { holders } = await admin.call(listLicenseHolders, {
      params: { tenantId },
      query: { skuId },
    })
    const { isDirectlyAssigned, groups } = holders.find(({ id }) => id === person.id) ?? {}
    return [isDirectlyAssigned, groups]
  }
  expect(await shown()).toEqual([false, [group]])
  assignLicense(tenant, person.id, skuId)
  expect(await shown()).toEqual([true, [group]])
  takeLicense(tenant, person.id, skuId)
  expect(await shown()).toEqual([false, [group]])
})

test("N6: 'Basic' in a part number decides nothing: the license is paid, with its unassigned seats", async () => {
  const partNumber = 'Microsoft_365_Business_Basic_EEA_(no_Teams)'
  const { bought, taken, idle } = seatsOf('basic-by-part-number', partNumber)
  expect(bought).toBe(40)
  const { license, seats, savings } = await statedOf('basic-by-part-number')
  expect(license(partNumber)).toMatchObject({
    kind: 'paid',
    licenseType: 'paid',
    consumedUnits: taken,
    savings: { removableSeats: bought - taken + idle },
  })
  expect(seats).toEqual([bought, taken, bought - taken])
  expect(savings?.removableSeats).toBe(bought - taken + idle)
})

test('N7: free, trial, self-service and unknown pools are in no sum until a price shows a cost', async () => {
  const { bought, taken } = seatsOf('self-service-pools', 'O365_BUSINESS_ESSENTIALS')
  const before = await statedOf('self-service-pools')
  expect(before.seats).toEqual([bought, taken, bought - taken])
  const expected = {
    POWERAPPS_DEV: 'Self-service',
    FORMS_PRO: 'Trial',
    NONPROFIT_PORTAL: 'Free',
    Orchard_Insights_Makers: 'Not known',
    Orchard_Insights_Archive: 'Not known',
  }
  for (const [partNumber, type] of Object.entries(expected)) {
    const license = before.license(partNumber)
    expect([partNumber, license && licenseTypeText(license), license?.savings]).toEqual([
      partNumber,
      type,
      null,
    ])
  }
  expect(before.summary).toMatchObject({ totalSkus: 6, paidSkus: 1, unknownSkus: 2 })

  const { skuId } = seatsOf('self-service-pools', 'Orchard_Insights_Archive')
  await admin.call(setLicensePrice, { params: { skuId }, body: { monthlyPrice: 4 } })
  const after = await statedOf('self-service-pools')
  expect(after.seats).toEqual([bought + 30, taken, bought - taken + 30])
  expect(after.license('Orchard_Insights_Archive')).toMatchObject({
    kind: 'paid',
    savings: { removableSeats: 30, monthlyAmount: 120 },
  })
  await admin.call(setLicensePrice, { params: { skuId }, body: { monthlyPrice: null } })
})

test('N7: the checks count the seats of the tenant page, by price and visibility', async () => {
  const { bought, taken } = seatsOf('self-service-pools', 'O365_BUSINESS_ESSENTIALS')
  const { skuId } = seatsOf('self-service-pools', 'Orchard_Insights_Archive')
  const tenantId = TenantId.parse(storyOf('self-service-pools').id)
  const unassigned = async () => {
    const { checks } = await admin.call(getTenantPosture, { params: { tenantId } })
    return checks.find(({ id }) => id === 'lic.unassigned')?.counts['seats']
  }
  const show = (isVisible: boolean) =>
    admin.call(setLicenseVisibility, { params: { skuId }, body: { isVisible } })
  const price = (monthlyPrice: number | null) =>
    admin.call(setLicensePrice, { params: { skuId }, body: { monthlyPrice } })
  // The test above ends with a judging.
  await expect.poll(unassigned).toBe(bought - taken)
  await price(4)
  await expect.poll(unassigned).toBe(bought - taken + 30)
  await show(false)
  await expect.poll(unassigned).toBe(bought - taken)
  await show(true)
  await expect.poll(unassigned).toBe(bought - taken + 30)
  await price(null)
  await expect.poll(unassigned).toBe(bought - taken)
})

test('N8: licenses of devices are outside waste, and name the day they renew', async () => {
  const { bought, taken } = seatsOf('device-licenses', 'SPB')
  const { license, seats, summary } = await statedOf('device-licenses')
  expect(license('INTUNE_A_D')).toMatchObject({
    kind: 'device',
    licenseType: 'paid',
    enabledUnits: 30,
    consumedUnits: 0,
    utilization: null,
    savings: null,
    renewals: [{ seats: 30 }],
  })
  expect(license('INTUNE_A_D')?.renewals[0]?.date).toMatch(/^\d{4}-\d{2}-\d{2}/u)
  expect(seats).toEqual([bought, taken, bought - taken])
  expect(summary.deviceSkus).toBe(1)
})
