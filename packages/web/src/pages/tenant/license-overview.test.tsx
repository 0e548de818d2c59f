import type { TenantLicense } from '@tenantscope/contract/licenses'
import { getTenantDetails, getTenantHistory } from '@tenantscope/contract/tenants'
import type { HistoryDay, TenantDetails } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails, makeLicense } from '../../testing/tenant-details.ts'
import { makeTenant } from '../../testing/tenants.ts'

const PAID = 'Paid licenses'
const OTHERS = 'Free, trial and company-wide licenses'
const contoso = makeTenant({ displayName: 'Contoso' })

async function open(
  licenses: readonly TenantLicense[],
  changes: Partial<TenantDetails> = {},
  { at = '?tab=licenses', days = [] }: { at?: string; days?: HistoryDay[] } = {},
) {
  const details = makeDetails(contoso, { licenses: [...licenses], ...changes })
  const app = await renderApp({
    person: viewer,
    at: `/tenant/${contoso.id}${at}`,
    prepare: (server) => {
      server.answer(getTenantDetails, details)
      server.answer(getTenantHistory, { days })
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Contoso' })
  return app
}

function itemsOf(group: string) {
  const card = screen.queryByRole('region', { name: group })
  if (card === null) return []
  return within(card)
    .getAllByRole('listitem')
    .filter((item) => item.parentElement?.parentElement === card)
}

function itemOf(product: string): HTMLElement {
  const item = [...itemsOf(PAID), ...itemsOf(OTHERS)].find(
    (each) => within(each).queryByText(product) !== null,
  )
  if (!item) throw new Error(`No license is called ${product}`)
  return item
}

function makeDay(day: string, changes: Partial<HistoryDay>): HistoryDay {
  return {
    day,
    people: 12,
    licensedPeople: 10,
    paidSeats: 10,
    assignedPaidSeats: null,
    policies: null,
    ...changes,
  }
}

test('the tiles count paid seats only, and licenses of every kind', async () => {
  await open([makeLicense()])
  const tiles = screen.getByLabelText('Licenses in numbers', { selector: 'dl' })
  expect(tiles).toHaveTextContent('Total Licenses10Assigned8Available2License Types31 paid, 2 free')
})

test('the licenses with most unused paid seats come first, equal ones by name', async () => {
  await open([
    makeLicense({ displayName: 'Zero', availableUnits: 0 }),
    makeLicense({ displayName: 'B two', availableUnits: 2 }),
    makeLicense({ displayName: 'Most', availableUnits: 90 }),
    makeLicense({ displayName: 'A two', availableUnits: 2 }),
  ])
  expect(
    itemsOf(PAID).map((item) => within(item).getByText(/^(Zero|B two|Most|A two)$/).textContent),
  ).toEqual(['Most', 'A two', 'B two', 'Zero'])
})

test('free and company-wide licenses are listed separately, without a utilization', async () => {
  await open([
    makeLicense({ displayName: 'Paid one' }),
    makeLicense({
      displayName: 'Power Automate Free',
      licenseType: 'free',
      kind: 'free',
      countsAsPaid: false,
      consumedUnits: 180,
      enabledUnits: 1_000_000,
      availableUnits: 999_820,
      utilizationPercent: 0,
      utilization: null,
    }),
    makeLicense({
      displayName: 'Extra storage',
      kind: 'company-wide',
      appliesTo: 'Company',
      countsAsPaid: false,
      utilizationPercent: null,
      utilization: null,
    }),
  ])
  expect(itemsOf(PAID)).toHaveLength(1)
  expect(itemsOf(OTHERS)).toHaveLength(2)
  expect(itemOf('Power Automate Free')).toHaveTextContent('180 / Unlimited')
  expect(itemOf('Power Automate Free')).not.toHaveTextContent('available')
  expect(
    within(itemOf('Power Automate Free')).getByTitle(
      'Microsoft provides 1,000,000 seats of this license.',
    ),
  ).toBeInTheDocument()
  expect(itemOf('Power Automate Free')).not.toHaveTextContent('%')
  expect(itemOf('Extra storage')).toHaveTextContent('Company-wide')
})

const uncounted = (changes: Partial<TenantLicense>) =>
  makeLicense({
    countsAsPaid: false,
    utilizationPercent: null,
    utilization: null,
    savings: null,
    consumedUnits: 0,
    enabledUnits: 30,
    availableUnits: 30,
    ...changes,
  })
const RENEWAL = [{ date: '2027-03-01T12:00:00.000Z', seats: 30 }]

test('licenses of devices are listed apart: no utilization, no waste, and the day they renew', async () => {
  const { user } = await open([
    uncounted({ displayName: 'Intune Device', kind: 'device', renewals: RENEWAL }),
    uncounted({ displayName: 'Defender for Servers', kind: 'device', renewals: [] }),
  ])
  const card = screen.getByRole('region', { name: 'Not assigned to people' })
  expect(card).toHaveTextContent('their unused seats are not waste')
  const [server, device] = itemsOf('Not assigned to people')
  expect(server).toHaveTextContent('Defender for Servers')
  expect(server).toHaveTextContent('The renewal date is not known')
  expect(device).toHaveTextContent('0 / 30')
  expect(device).toHaveTextContent('30 seats renew or end on Mar 01, 2027')
  expect(card).not.toHaveTextContent(/available|%/u)
  await user.hover(within(device!).getByText('Device or server'))
  const [explained] = await screen.findAllByText(/not assigned to people: unused seats/u)
  expect(explained).toBeInTheDocument()
})

test('a license of which nothing shows a cost is listed apart, and claims none', async () => {
  await open([
    uncounted({ displayName: 'New thing', kind: 'unknown', renewals: RENEWAL }),
    uncounted({ displayName: 'New pool', kind: 'unknown', enabledUnits: 10_000 }),
  ])
  const card = screen.getByRole('region', { name: 'Not known' })
  expect(card).toHaveTextContent('nothing shows that their seats cost anything')
  const [pool, thing] = itemsOf('Not known')
  expect(pool).toHaveTextContent('New pool')
  expect(pool).not.toHaveTextContent('renewal date')
  expect(thing).toHaveTextContent('30 seats renew or end on Mar 01, 2027')
  expect(itemsOf(PAID)).toEqual([])
})

test('a trial and a self-service license are named as such, the trial with its end', async () => {
  await open([
    uncounted({ displayName: 'Voice', licenseType: 'free', kind: 'trial', renewals: RENEWAL }),
    uncounted({ displayName: 'Apps', licenseType: 'free', kind: 'self-service' }),
  ])
  expect(itemOf('Voice')).toHaveTextContent('Trial')
  expect(itemOf('Voice')).toHaveTextContent('Ends on Mar 01, 2027')
  expect(itemOf('Apps')).toHaveTextContent('Self-service')
  expect(itemOf('Apps')).not.toHaveTextContent('Free')
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
      displayName: 'E3',
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
    '7 available',
  ])
    expect(item).toHaveTextContent(text)
})

const some = (displayName: string, utilizationPercent: number) =>
  makeLicense({
    displayName,
    utilizationPercent,
    utilization: 'Some Waste',
    consumedUnits: 72,
    enabledUnits: 142,
    availableUnits: 70,
  })

test('seats are counted once, with the unused share; a quarter of waste is a warning', async () => {
  await open([some('Much', 51), some('Little', 79)])
  expect(itemOf('Much')).toHaveTextContent('72 / 142 (51%)Some Waste70 available, 49% unused')
  expect(itemOf('Much')).not.toHaveTextContent('72 assigned')
  const shapeOf = (name: string) =>
    within(itemOf(name)).getByText('Some Waste').previousElementSibling
  expect(shapeOf('Much')?.innerHTML).not.toBe(shapeOf('Little')?.innerHTML)
})

test('savings come before the list of licenses', async () => {
  await open([makeLicense()])
  const savings = screen.getByRole('region', { name: 'Cost-saving opportunities' })
  const list = screen.getByRole('region', { name: PAID })
  expect(savings.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('seats in use without any usable seat are named', async () => {
  await open([
    makeLicense({
      displayName: 'Gone',
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
      displayName: 'Lapsing',
      capabilityStatus: 'Warning',
      prepaidUnits: { enabled: 0, warning: 10, suspended: 0, lockedOut: 0 },
    }),
  ])
  expect(itemOf('Lapsing')).toHaveTextContent('Seats: 10 in the grace period')
})

test('service plans are counted and listed on demand', async () => {
  const { user } = await open([
    makeLicense({
      displayName: 'Bundle',
      servicePlans: [{ servicePlanName: 'TEAMS1' }, { servicePlanName: 'EXCHANGE_S_STANDARD' }],
    }),
  ])
  expect(screen.getByText('TEAMS1')).not.toBeVisible()
  await user.click(screen.getByText('2 service plans'))
  expect(screen.getByText('TEAMS1')).toBeVisible()
})

test('a product name of HTML is text and a state that Microsoft adds is shown as it comes', async () => {
  const displayName = '<img src=x onerror=alert(1)>'
  await open([
    makeLicense({ displayName, capabilityStatus: 'constructor', licenseType: 'retired' }),
  ])
  expect(itemOf(displayName)).toHaveTextContent('Retiredconstructor')
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

test('without licenses the diagnosis says why, what is required and what to do, and nothing says it twice', async () => {
  await open([], {
    licenseSummary: null,
    partFailures: [
      { part: 'licenses', code: 'PERMISSION_MISSING', message: 'Missing' },
      { part: 'subscriptions', code: 'PERMISSION_MISSING', message: 'Missing' },
      { part: 'policies', code: 'NOT_LICENSED', message: 'Not licensed' },
    ],
    licenseDiagnostic: {
      message: 'The licenses of this tenant could not be read.',
      requiredPermissions: ['Organization.Read.All'],
      recommendation: 'Ask for admin consent.',
    },
  })
  const alert = screen.getByText('No licenses to show').closest('.fui-MessageBar')
  expect(alert).toHaveTextContent('The licenses of this tenant could not be read.')
  expect(alert).toHaveTextContent('Required permissions: Organization.Read.All')
  expect(alert).toHaveTextContent('Ask for admin consent.')
  expect(screen.queryByText(/^Licenses:/)).not.toBeInTheDocument()
  expect(screen.queryByText('Total Licenses')).not.toBeInTheDocument()
  const others = screen.getByRole('region', { name: 'What else could not be read' })
  expect(others).toHaveTextContent('Permission Organization.Read.All missing')
  expect(within(others).getByRole('listitem')).toHaveTextContent(
    'Subscriptions (renewal dates and trials)',
  )
})

test('hidden licenses are counted, not named', async () => {
  await open([makeLicense()], { hiddenLicenses: 3 })
  expect(screen.getByText('3 licenses are hidden by an administrator')).toBeInTheDocument()
})

test('where all licenses are hidden the tenant is not said to have none', async () => {
  await open([], { hiddenLicenses: 1 })
  expect(screen.getByText('This tenant has no visible licenses')).toBeInTheDocument()
  expect(screen.getByText('1 license is hidden by an administrator')).toBeInTheDocument()
})

test('a link to a license opens the tab at it', async () => {
  await open(
    [
      makeLicense({ displayName: 'E3', skuId: 'e3', consumedUnits: 8, enabledUnits: 1_000_000 }),
      makeLicense({ displayName: 'Flow', countsAsPaid: false }),
    ],
    {},
    { at: '?license=e3' },
  )
  await waitFor(() => expect(itemOf('E3')).toHaveFocus())
  expect(itemOf('E3')).toHaveAttribute('aria-current', 'true')
  expect(document.title).toBe('License Overview – Contoso – Tenantscope')
})

test('counts of two days are lines; a count that is known of one day is none', async () => {
  const days = [makeDay('2026-11-19', { paidSeats: null }), makeDay('2026-11-20', {})]
  await open([makeLicense()], {}, { days })
  const people = await screen.findByRole('figure', { name: 'People over time' })
  expect(people).toHaveTextContent('People12')
  expect(screen.queryByText('Seats over time')).not.toBeInTheDocument()
})

test.each([
  ['a single day', [makeDay('2026-11-20', {})], /^Counted each day since Nov 20, 2026 \(UTC\)/],
  ['no day', [], /^No history yet/],
])('of %s there is no chart, but it is said since when there are counts', async (_, days, text) => {
  await open([makeLicense()], {}, { days })
  expect(await screen.findByText(text)).toBeInTheDocument()
})

test('a license that may be free says when, a retired one since when', async () => {
  const { user } = await open([
    makeLicense({ skuPartNumber: 'SPB', licenseType: 'context-dependent' }),
    makeLicense({ skuPartNumber: 'AAD_BASIC', licenseType: 'retired' }),
  ])
  await user.hover(screen.getByText('Context-dependent'))
  expect(await screen.findByText('As a partner benefit')).toBeInTheDocument()
  await user.hover(screen.getByText('Retired'))
  expect(await screen.findByText('Retired 2023-04-01, formerly paid')).toBeInTheDocument()
})

test.each([
  ['Active', 1],
  ['Inactive', 0],
] as const)('%s: an inactive tenant has licenses and no savings', async (status, cards) => {
  await open([makeLicense({ displayName: 'Business Premium' })], {
    tenant: { ...contoso, status },
  })
  expect(itemOf('Business Premium')).toBeInTheDocument()
  const savings = screen.queryAllByRole('region', { name: 'Cost-saving opportunities' })
  expect(savings).toHaveLength(cards)
})
