import { getPreferences } from '@tenantscope/contract/account'
import { TenantGroupId } from '@tenantscope/contract/ids'
import { getTenantDetails, listTenants } from '@tenantscope/contract/tenants'
import { loadView, saveView } from '@tenantscope/contract/views'
import type { ViewPreferences } from '@tenantscope/contract/views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { preferences, technician, viewer } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { makeDetails } from '../../testing/tenant-details.ts'
import { listOf } from '../../testing/tenant-lists.ts'
import { makeFigures, makePosture, makeSavingsSummary, makeTenant } from '../../testing/tenants.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

beforeEach(() => setWindowWidth(1_440))

const contoso = makeTenant({
  displayName: '=Contoso',
  accessLevel: 'full',
  tags: ['Gold'],
  groupIds: [TenantGroupId.parse(7)],
  posture: makePosture({ score: 62, grade: 'D', criticalFailed: 3 }),
  figures: makeFigures({
    people: 200,
    savings: makeSavingsSummary({ monthlyAmount: 1_203.5, removableSeats: 7, unpricedSeats: 2 }),
    issues: [
      { kind: 'overallocated', licenses: 1, seats: 8, endsAt: null },
      { kind: 'grace', licenses: 1, seats: 9, endsAt: '2027-01-05T12:00:00.000Z' },
      { kind: 'retired', licenses: 1, seats: 40, endsAt: null },
    ],
  }),
})
const fabrikam = makeTenant({
  displayName: 'Fabrikam',
  accessLevel: 'limited',
  createdDateTime: '2024-07-01T02:00:00.000Z',
  figures: makeFigures({ people: 9 }),
})
const fresh = makeTenant({
  displayName: 'Newcomer',
  status: 'Pending',
  accessLevel: 'unknown',
  dataAsOf: null,
  defaultDomainName: null,
  createdDateTime: null,
  figures: null,
})

const SAVED: ViewPreferences = {
  searchTerm: '',
  statusFilter: 'Active',
  accessLevelFilter: 'all',
  sortField: 'people',
  sortDirection: 'desc',
  methodFilter: 'all',
  findingFilter: 'all',
  columns: ['people', 'status'],
}

async function open(at = '/dashboard', prepare?: (server: FakeServer) => void, person = viewer) {
  const app = await renderApp({
    person,
    at,
    prepare: (server) => {
      server.answer(listTenants, listOf([contoso, fabrikam, fresh]))
      server.answer(getTenantDetails, makeDetails(fabrikam))
      prepare?.(server)
    },
  })
  await screen.findByRole('grid', { name: 'Tenants' })
  return app
}

function shownNames() {
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent)
}

function shownColumns() {
  return screen.getAllByRole('columnheader').map((header) => header.textContent)
}

function address() {
  return Object.fromEntries(new URLSearchParams(location.search))
}

const command = (name: string) => screen.getByRole('button', { name })

test('the file holds exactly the rows of the table, in its order, whatever filter is chosen', async () => {
  const downloads = catchDownloads()
  const { user } = await open('/dashboard?sort=people&order=desc')
  await user.click(command('Export CSV'))
  expect(await screen.findByText('Export Successful')).toBeInTheDocument()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active')
  await waitFor(() => expect(shownNames()).toHaveLength(2))
  await user.click(command('Export CSV'))
  await waitFor(() => expect(downloads).toHaveLength(2))

  const [all, active] = downloads
  expect(all?.name).toMatch(/^tenant-export-\d{4}-\d\d-\d\d\.csv$/)
  expect(await cellsOf(all!)).toEqual([
    [
      'Tenant ID',
      'Display Name',
      'Domain',
      'Status',
      'Access Level',
      'Created Date',
      'Contract Type',
      'MFA',
      'Paid Seats',
      'Assigned Paid Seats',
      'Unassigned Paid Seats',
      'Removable Seats',
      'Removable Seats without Price',
      'Savings per Month (USD)',
      'Over-allocated seats',
      'Use without entitlement',
      'Seats in grace period',
      'Suspended seats',
      'Retired licenses',
      'Grace Period End',
      'Posture Score',
      'Posture Grade',
      'Critical Checks Failed',
    ],
    // The name is no formula in a spreadsheet; times are the reader's, in Los Angeles.
    [
      contoso.id,
      "'=Contoso",
      contoso.defaultDomainName,
      'Active',
      'Full Access',
      '2024-02-29T04:00:00-08:00',
      'Standard',
      'Required',
      '10',
      '10',
      '0',
      '7',
      '2',
      '1203.50',
      '8',
      '0',
      '9',
      '0',
      '1',
      '2027-01-05T04:00:00-08:00',
      '62',
      'D',
      '3',
    ],
    [
      fabrikam.id,
      'Fabrikam',
      fabrikam.defaultDomainName,
      'Active',
      'Limited Access',
      '2024-06-30T19:00:00-07:00',
      'Standard',
      'Required',
      '10',
      '10',
      '0',
      '0',
      '0',
      '0.00',
      '0',
      '0',
      '0',
      '0',
      '0',
      '',
      '92',
      'A',
      '0',
    ],
    [
      fresh.id,
      'Newcomer',
      '',
      'Pending',
      'Not readable',
      '',
      'Standard',
      ...Array.from({ length: 16 }, () => ''),
    ],
  ])
  const names = (await cellsOf(active!)).slice(1).map(([, name]) => name?.replace("'", ''))
  expect(names).toEqual(shownNames())
  expect(screen.getByText(/Exported 2 tenants to tenant-export-/)).toBeInTheDocument()
})

test('without a row there is nothing to export, and the button says so', async () => {
  const downloads = catchDownloads()
  const { user } = await open()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'unknown' } })
  expect(await screen.findByText('Try adjusting your search')).toBeInTheDocument()
  const button = command('Export CSV')
  expect(button).toHaveAttribute('title', 'There is no tenant in the table to export')
  await user.click(button)
  expect(downloads).toEqual([])
})

test('a file that cannot be made is said', async () => {
  catchDownloads()
  const { user } = await open()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('No room')
  })
  await user.click(command('Export CSV'))
  expect(await screen.findByText('Export Failed')).toBeInTheDocument()
})

test('the saved view opens All Tenants, with its columns', async () => {
  await open('/dashboard', (server) =>
    server.answer(loadView, { success: true, preferences: SAVED }),
  )
  expect(address()).toEqual({ status: 'Active', sort: 'people', order: 'desc' })
  expect(shownNames()).toEqual(['=Contoso', 'Fabrikam'])
  expect(shownColumns()).toEqual(['Name', 'Status', 'People', 'Actions'])
})

test('a link with filters wins over the saved view', async () => {
  await open('/dashboard?status=Pending', (server) =>
    server.answer(loadView, { success: true, preferences: SAVED }),
  )
  expect(address()).toEqual({ status: 'Pending' })
  expect(shownNames()).toEqual(['Newcomer'])
})

test('no table appears before it is known which view it has', async () => {
  let release: (() => void) | undefined
  const opening = open('/dashboard', (server) => {
    server.answer(loadView, { success: true, preferences: SAVED })
    release = server.hold(loadView)
  })
  expect(await screen.findByLabelText('Loading tenants...')).toBeInTheDocument()
  expect(screen.queryByRole('grid')).not.toBeInTheDocument()
  release?.()
  await opening
  expect(shownNames()).toEqual(['=Contoso', 'Fabrikam'])
})

test.each([
  [
    'refused',
    (server: FakeServer) =>
      server.refuse(loadView, { status: 500, code: 'INTERNAL', message: 'Something went wrong.' }),
  ],
  [
    'of another time',
    (server: FakeServer) =>
      server.answer(loadView, {
        success: true,
        preferences: { ...SAVED, statusFilter: 'all', sortField: 'colour', findingFilter: 'x' },
      }),
  ],
])('a saved view that is %s leaves the default one', async (_, prepare) => {
  await open('/dashboard', prepare)
  expect(shownNames()).toHaveLength(3)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test('the current view is saved, and Reset view restores the default until the page is left', async () => {
  const { user, server } = await open(
    '/dashboard?access=full&tag=Gold&group=7&sort=mfa',
    (server) =>
      server.answerWith(saveView, ({ body }) => ({
        success: true as const,
        preferences: saveView.body.parse(body).preferences,
      })),
  )
  await user.click(command('Columns'))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Domain' }))
  await user.keyboard('{Escape}')
  await user.click(command('Save view'))
  expect(await screen.findByText('View Saved')).toBeInTheDocument()
  expect(server.requestsTo(saveView)[0]?.body).toEqual({
    viewType: 'dashboard',
    preferences: {
      searchTerm: '',
      statusFilter: 'all',
      accessLevelFilter: 'full',
      sortField: 'mfa',
      sortDirection: 'asc',
      methodFilter: 'all',
      findingFilter: 'all',
      tagFilter: 'Gold',
      groupFilter: 7,
      columns: [
        'status',
        'access',
        'people',
        'unusedSeats',
        'savings',
        'mfa',
        'posture',
        'dataAsOf',
      ],
    },
  })

  await user.click(command('Reset view'))
  await waitFor(() => expect(address()).toEqual({}))
  await waitFor(() => expect(shownNames()).toHaveLength(3))
  expect(shownColumns()).toHaveLength(11)
  expect(command('Reset view')).toHaveAttribute('aria-disabled', 'true')

  // 'Back' restores the previous view; opening the screen again shows the saved view.
  await openFabrikam(user)
  history.back()
  await screen.findByRole('grid')
  expect(address()).toEqual({})
  await openFabrikam(user)
  const main = screen.getByRole('navigation', { name: 'Main' })
  await user.click(within(main).getByRole('link', { name: 'All Tenants' }))
  await waitFor(() =>
    expect(address()).toEqual({ access: 'full', tag: 'Gold', group: '7', sort: 'mfa' }),
  )
})

test('a saved view is marked, and can be deleted from the default view', async () => {
  const { user, server } = await open('/dashboard', (fake) => {
    fake.answer(loadView, { success: true, preferences: SAVED })
    fake.answerWith(saveView, ({ body }) => ({
      success: true as const,
      preferences: saveView.body.parse(body).preferences,
    }))
  })
  await waitFor(() => expect(address()).toMatchObject({ status: 'Active' }))
  expect(command('View saved')).toHaveAttribute('aria-disabled', 'true')
  await user.click(command('Reset view'))
  await waitFor(() => expect(address()).toEqual({}))
  expect(command('Save view')).not.toHaveAttribute('aria-disabled')
  await user.click(command('Delete saved view'))
  expect(await screen.findByText('Saved view deleted')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Delete saved view' })).not.toBeInTheDocument()
  expect(server.requestsTo(saveView)[0]?.body).toMatchObject({
    preferences: { statusFilter: 'all', sortField: 'displayName' },
  })
})

async function openFabrikam(user: UserEvent) {
  await user.click(within(screen.getByRole('grid')).getByRole('link', { name: 'Fabrikam' }))
  await waitFor(() => expect(screen.queryByRole('grid')).not.toBeInTheDocument())
}

test('a view that cannot be saved is said', async () => {
  const { user } = await open('/dashboard', (server) =>
    server.refuse(saveView, { status: 500, code: 'INTERNAL', message: 'Something went wrong.' }),
  )
  await user.click(command('Save view'))
  expect(await screen.findByText('Save Failed')).toBeInTheDocument()
  expect(screen.getByText('Unable to save view preferences')).toBeInTheDocument()
})

test("columns are chosen at once and remembered in this browser, each person's apart, until the view is saved", async () => {
  const { user } = await open()
  await user.click(command('Columns'))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'TENANT ID' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Savings (USD)' }))
  expect(screen.getByRole('menuitemcheckbox', { name: 'Savings (USD)' })).not.toBeChecked()
  const chosen = [
    'Name',
    'TENANT ID',
    'Domain',
    'Status',
    'Access',
    'People',
    'Unused seats',
    'MFA',
    'Posture',
    'Data as of',
    'Actions',
  ]
  const headers = screen.getAllByRole('columnheader', { hidden: true })
  expect(headers.map((header) => header.textContent)).toEqual(chosen)
  cleanup()

  await open('/dashboard', undefined, technician)
  expect(shownColumns()).toHaveLength(11)
  cleanup()

  // Saved with the view they are the view's: one that is saved elsewhere afterwards counts here too.
  const again = await open('/dashboard', (server) =>
    server.answerWith(saveView, ({ body }) => ({
      success: true as const,
      preferences: saveView.body.parse(body).preferences,
    })),
  )
  expect(shownColumns()).toEqual(chosen)
  await again.user.click(command('Save view'))
  expect(await screen.findByText('View Saved')).toBeInTheDocument()
  expect(shownColumns()).toEqual(chosen)
  cleanup()

  await open('/dashboard', (server) =>
    server.answer(loadView, { success: true, preferences: SAVED }),
  )
  expect(shownColumns()).toEqual(['Name', 'Status', 'People', 'Actions'])
})

test('dense rows are lower', async () => {
  await open('/dashboard', (server) =>
    server.answer(getPreferences, { preferences: { ...preferences, compactView: true } }),
  )
  expect(screen.getAllByRole('row')[1]).toHaveStyle({ height: '36px' })
})
