import type { TenantLicense } from '@tenantscope/contract/licenses'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails, makeLicense } from '../../testing/tenant-details.ts'
import { makeTenant } from '../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso' })

async function open(licenses: readonly TenantLicense[], changes: Partial<TenantDetails> = {}) {
  const details = makeDetails(contoso, { licenses: [...licenses], ...changes })
  const app = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}?tab=licenses`,
    prepare: (server) => server.answer(getTenantDetails, details),
  })
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  return app
}

function itemsOf(group: string) {
  const card = screen.getByRole('region', { name: group })
  return within(card)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.parentElement === card)
}

function itemOf(product: string): HTMLElement {
  const item = screen.getByText(product).closest('li')
  if (!item) throw new Error(`No license is called ${product}`)
  return item
}

test('the tiles count paid seats only', async () => {
  await open([makeLicense()])
  const tiles = screen.getByLabelText('Paid licenses', { selector: 'dl' })
  expect(tiles).toHaveTextContent('Total Licenses10Assigned8Available2License Types1')
})

test('the licenses with most unused paid seats stand first, equal ones by name', async () => {
  await open([
    makeLicense({ productName: 'Zero', availableUnits: 0 }),
    makeLicense({ productName: 'B two', availableUnits: 2 }),
    makeLicense({ productName: 'Most', availableUnits: 90 }),
    makeLicense({ productName: 'A two', availableUnits: 2 }),
  ])
  expect(
    itemsOf('Paid licenses').map(
      (item) => within(item).getByText(/^(Zero|B two|Most|A two)$/).textContent,
    ),
  ).toEqual(['Most', 'A two', 'B two', 'Zero'])
})

test('free and company-wide licenses stand apart, without a share of use', async () => {
  await open([
    makeLicense({ productName: 'Paid one' }),
    makeLicense({
      productName: 'Power Automate Free',
      licenseType: 'free',
      countsAsPaid: false,
      consumedUnits: 180,
      enabledUnits: 1_000_000,
      availableUnits: 999_820,
      utilizationPercent: 0,
      utilization: null,
    }),
    makeLicense({
      productName: 'Extra storage',
      appliesTo: 'Company',
      countsAsPaid: false,
      utilizationPercent: null,
      utilization: null,
    }),
  ])
  expect(itemsOf('Paid licenses')).toHaveLength(1)
  expect(itemsOf('Free, trial and company-wide licenses')).toHaveLength(2)
  expect(itemOf('Power Automate Free')).toHaveTextContent('180 / 1,000,000')
  expect(itemOf('Power Automate Free')).not.toHaveTextContent('%')
  expect(itemOf('Extra storage')).toHaveTextContent('Company-wide')
})

test.each([
  ['Overallocated', 140],
  ['Fully Utilized', 100],
  ['Well Utilized', 85],
  ['Some Waste', 60],
  ['High Waste', 10],
] as const)('use is said in a word and in numbers: %s', async (utilization, utilizationPercent) => {
  await open([
    makeLicense({
      productName: 'E3',
      skuPartNumber: 'SPE_E3',
      consumedUnits: 1_400,
      enabledUnits: 1_000,
      availableUnits: 7,
      utilization,
      utilizationPercent,
    }),
  ])
  const item = itemOf('E3')
  for (const text of [
    'SPE_E3',
    'Paid',
    'Enabled',
    `1,400 / 1,000 (${utilizationPercent}%)`,
    utilization,
    '1,400 assigned',
    '7 available',
  ])
    expect(item).toHaveTextContent(text)
})

test('seats in use without any usable seat are named', async () => {
  await open([
    makeLicense({
      productName: 'Gone',
      capabilityStatus: 'Suspended',
      consumedUnits: 3,
      enabledUnits: 0,
      availableUnits: 0,
      prepaidUnits: { enabled: 0, warning: 0, suspended: 3, lockedOut: 1 },
      utilizationPercent: null,
      utilization: 'In use without entitlement',
    }),
  ])
  expect(itemOf('Gone')).toHaveTextContent('In use without entitlement')
  expect(itemOf('Gone')).toHaveTextContent('Seats: 3 suspended, 1 locked out')
})

test('seats in the grace period are named', async () => {
  await open([
    makeLicense({
      productName: 'Lapsing',
      capabilityStatus: 'Warning',
      prepaidUnits: { enabled: 0, warning: 10, suspended: 0, lockedOut: 0 },
    }),
  ])
  expect(itemOf('Lapsing')).toHaveTextContent('Seats: 10 in the grace period (warning)')
})

test('service plans are counted and listed on demand', async () => {
  const { user } = await open([
    makeLicense({
      productName: 'Bundle',
      servicePlans: [{ servicePlanName: 'TEAMS1' }, { servicePlanName: 'EXCHANGE_S_STANDARD' }],
    }),
  ])
  expect(screen.getByText('TEAMS1')).not.toBeVisible()
  await user.click(screen.getByText('2 service plans'))
  expect(screen.getByText('TEAMS1')).toBeVisible()
})

test('a product name of HTML is text and a state that Microsoft adds is shown as it comes', async () => {
  const productName = '<img src=x onerror=alert(1)>'
  await open([
    makeLicense({ productName, capabilityStatus: 'Hibernating', licenseType: 'retired' }),
  ])
  expect(itemOf(productName)).toHaveTextContent('RetiredHibernating')
  expect(document.querySelector('img')).toBeNull()
})

test('licenses that could not be read are not shown as none', async () => {
  await open([], {
    licenseSummary: null,
    partFailures: [{ part: 'licenses', code: 'THROTTLED', message: 'Too many requests.' }],
  })
  expect(screen.getByText('Licenses: could not be read')).toBeInTheDocument()
  expect(screen.queryByText('This tenant has no licenses')).not.toBeInTheDocument()
})

test('a tenant without licenses says so', async () => {
  await open([])
  expect(screen.getByText('This tenant has no licenses')).toBeInTheDocument()
})
