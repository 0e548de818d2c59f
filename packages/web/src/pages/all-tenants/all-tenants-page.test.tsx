import { TenantId } from '@tenantscope/contract/ids'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeRun } from '../../testing/sync-runs.ts'
import { listOf, noTenants } from '../../testing/tenant-lists.ts'
import { makeFailure, makeFigures, makePosture, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const contoso = makeTenant({
  displayName: 'Contoso',
  defaultDomainName: 'contoso.com',
  figures: makeFigures({ people: 200, unassignedPaidSeats: 12 }),
})
const branch9 = makeTenant({ displayName: 'Branch 9', figures: makeFigures({ people: 9 }) })
const branch10 = makeTenant({ displayName: 'Branch 10', accessMethod: 'direct' })
const fresh = makeTenant({
  displayName: 'Neu & Öde',
  status: 'Pending',
  accessMethod: 'unknown',
  accessLevel: 'unknown',
  defaultDomainName: null,
  createdDateTime: null,
  dataAsOf: null,
  figures: null,
})
const withdrawn = makeTenant({
  displayName: 'Северсталь',
  figures: makeFigures({ mfa: 'none', mfaNotCovered: 12 }),
  failure: makeFailure(),
})
const asleep = makeTenant({ displayName: 'Tailspin', status: 'Inactive' })
const tenants = [withdrawn, contoso, branch10, fresh, branch9]
const list = listOf(tenants)

async function open(at = '/dashboard', person = administrator, answer = list) {
  const app = await renderApp({
    person,
    at,
    prepare: (server) => server.answer(listTenants, answer),
  })
  await screen.findByRole('heading', { name: 'All Tenants' })
  return app
}

async function shownNames() {
  const grid = await screen.findByRole('grid', { name: 'Tenants' })
  return (
    within(grid)
      .getAllByRole('link')
      // A row also links to its figures, by links with a label of their own.
      .filter((link) => !link.hasAttribute('aria-label'))
      .map((link) => link.textContent)
  )
}

async function cellsOf(name: string) {
  const link = await screen.findByRole('link', { name })
  const row = screen.getAllByRole('row').find((candidate) => candidate.contains(link))
  return Array.from(row?.children ?? [], (cell) => cell.textContent)
}

function address() {
  return Object.fromEntries(new URLSearchParams(location.search))
}

test('the tenants are listed by name, numbers in names by size, every script in its place', async () => {
  await open()
  expect(await shownNames()).toEqual([
    'Branch 9',
    'Branch 10',
    'Contoso',
    'Neu & Öde',
    'Северсталь',
  ])
  expect(screen.getByText('Showing 5 of 5 tenants')).toBeInTheDocument()
})

test('a row says what is known, and a dash where nothing is', async () => {
  await open('/dashboard?q=contoso')
  const cells = await cellsOf('Contoso')
  expect(cells.slice(0, 9)).toEqual([
    'Contoso',
    'contoso.com',
    'Active',
    'Full AccessCSP',
    '200',
    '12',
    '0.00',
    'Required',
    '92% A',
  ])
})

test('a tenant that is reached directly is marked so', async () => {
  await open('/dashboard?q=branch 10')
  expect((await cellsOf('Branch 10'))[3]).toBe('Full AccessDirect')
})

test('a tenant that was never read shows no zero', async () => {
  await open('/dashboard?status=Pending')
  const cells = await cellsOf(fresh.displayName)
  expect(cells.slice(1, 10)).toEqual([
    '—',
    'Pending',
    'Not readable',
    '—',
    '—',
    '—',
    '—',
    '—',
    'Never read',
  ])
})

test('a column sorts ascending first, then descending, and what is not known stays last', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'People' }))
  await waitFor(() => expect(address()).toEqual({ sort: 'people' }))
  expect(screen.getByRole('columnheader', { name: 'People' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await waitFor(async () => expect((await shownNames()).at(-1)).toBe(fresh.displayName))
  expect((await shownNames()).at(0)).toBe('Branch 9')

  await user.click(screen.getByRole('button', { name: 'People' }))
  await waitFor(() => expect(address()).toEqual({ sort: 'people', order: 'desc' }))
  await waitFor(async () => expect((await shownNames()).at(0)).toBe('Contoso'))
  expect((await shownNames()).at(-1)).toBe(fresh.displayName)
  expect(screen.getByRole('columnheader', { name: 'People' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
})

test('a link with filters, search and sort opens exactly that view', async () => {
  await open('/dashboard?q=branch&method=direct&sort=people&order=desc')
  expect(await shownNames()).toEqual(['Branch 10'])
  expect(screen.getByRole('searchbox')).toHaveValue('branch')
  expect(screen.getByRole('combobox', { name: 'Method' })).toHaveValue('direct')
  expect(screen.getByText('Showing 1 of 5 tenants')).toBeInTheDocument()
})

test('typing filters at once and replaces the address; choosing makes a step for the back button', async () => {
  const { user } = await open()
  const steps = history.length
  await user.type(await screen.findByRole('searchbox'), 'branch')
  await waitFor(async () => expect(await shownNames()).toEqual(['Branch 9', 'Branch 10']))
  await waitFor(() => expect(address()).toEqual({ q: 'branch' }))
  expect(history.length).toBe(steps)

  await user.selectOptions(screen.getByRole('combobox', { name: 'Method' }), 'Direct Access')
  await waitFor(() => expect(address()).toEqual({ q: 'branch', method: 'direct' }))
  expect(history.length).toBe(steps + 1)
  await waitFor(async () => expect(await shownNames()).toEqual(['Branch 10']))

  history.back()
  await waitFor(() => expect(address()).toEqual({ q: 'branch' }))
  await waitFor(async () => expect(await shownNames()).toEqual(['Branch 9', 'Branch 10']))
  expect(screen.getByRole('combobox', { name: 'Method' })).toHaveValue('')
})

test('a choice made while typing keeps the typed text', async () => {
  const { user } = await open()
  await user.type(await screen.findByRole('searchbox'), 'bra')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active')
  await waitFor(() => expect(address()).toEqual({ q: 'bra', status: 'Active' }))
  expect(screen.getByRole('searchbox')).toHaveValue('bra')
})

test('each stat card shows its number and filters by its status', async () => {
  const { user } = await open('/dashboard', viewer, listOf([...tenants, asleep]))
  const cards = within(await screen.findByRole('region', { name: 'Tenants by status' }))
  const [total, active, pending, inactive] = cards.getAllByRole('button')
  for (const [card, name, status, shown] of [
    [inactive, 'Inactive 1', 'Inactive', ['Tailspin']],
    [pending, 'Pending 1', 'Pending', ['Neu & Öde']],
    [active, 'Active Contracts 4', 'Active', ['Branch 9', 'Branch 10', 'Contoso', 'Северсталь']],
    [
      total,
      'Total Tenants 6',
      undefined,
      ['Branch 9', 'Branch 10', 'Contoso', 'Neu & Öde', 'Tailspin', 'Северсталь'],
    ],
  ] as const) {
    expect(card).toHaveAccessibleName(name)
    if (card) await user.click(card)
    await waitFor(() => expect(address()).toEqual(status ? { status } : {}))
    expect(card).toHaveAttribute('aria-pressed', 'true')
    await waitFor(async () => expect(await shownNames()).toEqual(shown))
  }
})

function optionsOf(name: string) {
  return within(screen.getByRole('combobox', { name }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
}

test('the search box and the filters say what they offer', async () => {
  await open()
  expect(await screen.findByRole('searchbox')).toHaveAttribute(
    'placeholder',
    'Search tenants, domains, or IDs...',
  )
  expect(optionsOf('Status')).toEqual(['All Statuses', 'Active', 'Inactive', 'Pending'])
  expect(optionsOf('Method')).toEqual(['All Methods', 'CSP Access', 'Direct Access'])
})

test('the columns of the tenant itself sort by what they show', async () => {
  setWindowWidth(1_920)
  const { user } = await open(
    '/dashboard',
    viewer,
    listOf([
      makeTenant({
        displayName: 'One',
        id: TenantId.parse('3aaaaaaa-0000-4000-8000-000000000000'),
        defaultDomainName: 'b.example',
        status: 'Pending',
        accessLevel: 'limited',
        posture: null,
        createdDateTime: '2023-11-01T12:00:00.000Z',
      }),
      makeTenant({
        displayName: 'Two',
        id: TenantId.parse('1aaaaaaa-0000-4000-8000-000000000000'),
        defaultDomainName: 'c.example',
        status: 'Inactive',
        accessLevel: 'full',
        posture: makePosture({ score: 90 }),
        createdDateTime: '2024-03-01T12:00:00.000Z',
      }),
      makeTenant({
        displayName: 'Three',
        id: TenantId.parse('2aaaaaaa-0000-4000-8000-000000000000'),
        defaultDomainName: 'a.example',
        status: 'Active',
        accessLevel: 'unknown',
        posture: makePosture({ score: 8, grade: 'F' }),
        createdDateTime: '2025-01-01T12:00:00.000Z',
      }),
    ]),
  )
  await user.click(await screen.findByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'TENANT ID' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Created' }))
  await user.keyboard('{Escape}')
  for (const [header, sort, shown] of [
    ['TENANT ID', 'id', ['Two', 'Three', 'One']],
    ['Domain', 'domain', ['Three', 'One', 'Two']],
    ['Status', 'status', ['Three', 'Two', 'One']],
    ['Access', 'access', ['One', 'Three', 'Two']],
    ['Created', 'created', ['One', 'Two', 'Three']],
    ['Posture', 'posture', ['Three', 'Two', 'One']],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: header }))
    await waitFor(() => expect(address()).toEqual({ sort }))
    await waitFor(async () => expect(await shownNames()).toEqual(shown))
  }
})

test('what needs attention is said in one line each and shows the tenants behind it', async () => {
  const { user } = await open()
  const strip = await screen.findByRole('region', { name: 'Needs attention' })
  expect(
    within(strip)
      .getAllByRole('button')
      .map((button) => button.textContent?.replaceAll(/[\u2068\u2069]/g, '')),
  ).toEqual([
    '12 unused paid seatsMost in Contoso (12)',
    '1 tenant without MFA for all membersNone in 1, partial in 0: Северсталь',
    '1 tenant could not be readConsent is missing in 1: Северсталь',
  ])
  const unread = within(strip).getByRole('button', { name: /could not be read/ })
  await user.click(unread)
  await waitFor(() => expect(address()).toEqual({ attention: 'unread' }))
  await waitFor(async () => expect(await shownNames()).toEqual(['Северсталь']))
  await user.click(unread)
  await waitFor(() => expect(address()).toEqual({}))
})

test('a search without a match says so and offers the way back', async () => {
  const { user } = await open('/dashboard?q=zzz&sort=people')
  expect(await screen.findByText('No tenants found')).toBeInTheDocument()
  expect(screen.getByText('Try adjusting your search')).toBeInTheDocument()
  await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!)
  await waitFor(() => expect(address()).toEqual({ sort: 'people' }))
  await waitFor(async () => expect(await shownNames()).toHaveLength(5))
})

test.each([
  ['an administrator sees the', administrator, 1],
  ['a technician sees the', technician, 1],
  ['a viewer sees no', viewer, 0],
])('%s refresh button', async (_, person, count) => {
  await open('/dashboard', person)
  await screen.findByRole('grid')
  expect(screen.queryAllByRole('button', { name: 'Refresh' })).toHaveLength(count)
})

test('while the tenants load, the screen keeps its place', async () => {
  let release: (() => void) | undefined
  await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (server) => {
      server.answer(listTenants, list)
      release = server.hold(listTenants)
    },
  })
  expect(await screen.findByLabelText('Loading tenants...')).toBeInTheDocument()
  release?.()
  expect(await shownNames()).toHaveLength(5)
  expect(screen.queryByLabelText('Loading tenants...')).not.toBeInTheDocument()
})

test('a failed load says why and can be tried again', async () => {
  const { server, user } = await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (server) =>
      server.refuse(listTenants, {
        status: 503,
        code: 'UNAVAILABLE',
        message: 'The database is starting.',
        requestId: 'request-7',
      }),
  })
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load tenant data')
  expect(alert).toHaveTextContent('The database is starting.')
  expect(alert).toHaveTextContent('request-7')
  server.answer(listTenants, list)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await shownNames()).toHaveLength(5)
})

test('a load without any answer shows the text of the specification', async () => {
  await renderApp({
    person: viewer,
    at: '/dashboard',
    prepare: (server) => server.cut(listTenants),
  })
  expect(
    await screen.findByText(
      'Unable to connect to Microsoft Graph API. Please check your configuration.',
    ),
  ).toBeInTheDocument()
})

test('without a connection a technician learns whom to ask', async () => {
  await open('/dashboard', technician, { ...noTenants, isConnected: false })
  expect(await screen.findByText('Not connected to Microsoft yet')).toBeInTheDocument()
  expect(screen.getByText(/ask an administrator/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
})

test('who was given no tenant learns whom to ask', async () => {
  await open('/dashboard', technician, noTenants)
  expect(await screen.findByText('You do not have access to any tenant yet')).toBeInTheDocument()
  expect(screen.getByText(/ask an administrator/)).toBeInTheDocument()
})

test('an administrator without tenants may read them now, once all else is set up', async () => {
  await open('/dashboard', administrator, noTenants)
  expect(await screen.findByText('No tenant data available')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled()
})

test('the first refresh under way is shown instead of an empty table', async () => {
  await open('/dashboard', viewer, { ...noTenants, currentRun: makeRun() })
  expect(await screen.findByText('Your tenants are being read')).toBeInTheDocument()
  expect(screen.getByText('Reading tenants: 12 of 40')).toBeInTheDocument()
})
