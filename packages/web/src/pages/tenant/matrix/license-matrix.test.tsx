import { listTenantUsers } from '@tenantscope/contract/licenses'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { getTenantDetails } from '@tenantscope/contract/tenants'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { catchDownloads, cellsOf } from '../../../testing/downloads.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { viewer } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { makeDetails, makeLicense } from '../../../testing/tenant-details.ts'
import { makeUser, pageOf } from '../../../testing/tenant-users.ts'
import { makeTenant } from '../../../testing/tenants.ts'

const contoso = makeTenant({ displayName: 'Contoso', defaultDomainName: 'contoso.com' })
const e3 = makeLicense({ skuId: 'e3', displayName: 'Office 365 E3' })
const visio = makeLicense({ skuId: 'visio', displayName: '=HYPERLINK("x")' })
const unused = makeLicense({ skuId: 'unused', displayName: 'Unused' })
const LICENSES = [e3, visio, unused]
const hostile = '<img src=x onerror=alert(1)>'
const adele = makeUser({ name: 'Adele Vance', email: 'adele@contoso.com', licenseSkuIds: ['e3'] })
const guest = makeUser({ name: hostile, userType: 'Guest', accountEnabled: false })
const megan = makeUser({ name: 'Megan Bowen', licenseSkuIds: ['visio', 'e3', 'not-listed'] })
const zoe = makeUser({ name: 'عمر', email: null, userPrincipalName: 'omar@contoso.com' })
const PEOPLE = [adele, guest, megan, zoe]

interface Scene {
  users?: readonly TenantUser[]
  details?: Partial<TenantDetails>
  person?: typeof viewer
  prepare?: (server: FakeServer) => void
}

async function open({ users = PEOPLE, details, person = viewer, prepare }: Scene = {}) {
  const app = await renderApp({
    person,
    at: `/tenant/${contoso.id}?tab=matrix`,
    prepare: (server) => {
      server.answer(getTenantDetails, makeDetails(contoso, { licenses: LICENSES, ...details }))
      server.answer(listTenantUsers, pageOf(users))
      prepare?.(server)
    },
  })
  await screen.findByRole('heading', { name: 'License Assignment Matrix' })
  return app
}

async function openGrid(scene: Scene = {}) {
  const app = await open(scene)
  return { ...app, grid: await screen.findByRole('grid', { name: 'Licenses by person' }) }
}

/** The rows on screen: the name, and a letter for each license. */
function shown(): string[] {
  return within(screen.getByRole('grid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const name = row.querySelector('[role="rowheader"] bdi')?.textContent
      const cells = within(row).queryAllByRole('gridcell')
      return `${name}: ${cells.map(({ textContent }) => textContent).join(' ')}`
    })
}

const people = () => screen.getByRole('combobox', { name: 'People to show' })
const header = (name: RegExp) => screen.getByRole('button', { name })

test('each user has a row of licenses, with X for held ones and - for others', async () => {
  const { grid } = await openGrid()
  expect(shown()).toEqual([
    'Adele Vance: X - -',
    `${hostile}: - - -`,
    'Megan Bowen: X X -',
    'عمر: - - -',
  ])
  expect(screen.getByText('4 users × 3 licenses')).toBeInTheDocument()
  expect(document.querySelector('img')).toBeNull()
  const [, , guestRow] = within(grid).getAllByRole('row')
  expect(guestRow).toHaveTextContent(/GuestBlocked/)
  expect(within(grid).getByText('omar@contoso.com')).toBeInTheDocument()
})

test('paid licenses come first, and the way to hidden ones is above the table', async () => {
  const free = makeLicense({ skuId: 'free', displayName: 'Flow Free', countsAsPaid: false })
  const { grid } = await openGrid({ details: { licenses: [free, e3], hiddenLicenses: 1 } })
  const names = within(grid).getAllByRole('columnheader')
  expect(names.map((cell) => cell.getAttribute('aria-label'))).toEqual([
    'Person',
    'Office 365 E3',
    'Flow Free',
  ])
  const note = screen.getByText(/^1 license is hidden by an administrator/)
  expect(note.compareDocumentPosition(grid)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the grid gives screen readers the position, meaning and number of its cells', async () => {
  const { grid } = await openGrid()
  expect(grid).toHaveAttribute('aria-rowcount', '5')
  expect(grid).toHaveAttribute('aria-colcount', '4')
  const [head, first] = within(grid).getAllByRole('row')
  expect(head).toHaveAttribute('aria-rowindex', '1')
  expect(
    within(head!)
      .getAllByRole('columnheader')
      .map((cell) => [cell.getAttribute('aria-colindex'), cell.getAttribute('aria-label')]),
  ).toEqual([
    ['1', 'Person'],
    ['2', 'Office 365 E3'],
    ['3', '=HYPERLINK("x")'],
    ['4', 'Unused'],
  ])
  expect(first).toHaveAttribute('aria-rowindex', '2')
  expect(within(first!).getByRole('rowheader', { name: /Adele Vance/ })).toBeInTheDocument()
  expect(
    within(first!)
      .getAllByRole('gridcell')
      .map((cell) => [cell.getAttribute('aria-colindex'), cell.getAttribute('aria-label')]),
  ).toEqual([
    ['2', 'Assigned'],
    ['3', 'Not assigned'],
    ['4', 'Not assigned'],
  ])
  expect(header(/^Office 365 E3 2 of the people shown/)).toBeInTheDocument()
})

test('keys move through the cells by one tab stop, also to rows that were out of sight', async () => {
  const many = Array.from({ length: 500 }, (_, index) => makeUser({ name: `P${index}` }))
  const { user, grid } = await openGrid({ users: [adele, ...many] })
  expect(shown().length).toBeLessThan(40)
  const start = within(grid).getByRole('rowheader', { name: /Adele Vance/ })
  expect(start).toHaveAttribute('tabindex', '0')
  act(() => start.focus())
  await user.keyboard('{ArrowRight}')
  expect(
    screen.getByRole('gridcell', { name: 'Assigned: Adele Vance, Office 365 E3' }),
  ).toHaveFocus()
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await user.keyboard('{ArrowDown}{End}')
  expect(screen.getByRole('gridcell', { name: 'Not assigned: P0, Unused' })).toHaveFocus()
  await user.keyboard('{Control>}{End}{/Control}')
  expect(screen.getByRole('gridcell', { name: 'Not assigned: P499, Unused' })).toHaveFocus()
  expect(document.activeElement?.closest('[role="row"]')).toHaveAttribute('aria-rowindex', '502')
  await user.keyboard('{PageUp}{Home}{ArrowDown}{ArrowLeft}')
  expect(document.activeElement).toHaveAttribute('role', 'rowheader')
  await user.keyboard('{Control>}{Home}{/Control}{ArrowUp}{ArrowUp}')
  expect(header(/^Person/)).toHaveFocus()
  await user.keyboard('{PageDown}{ArrowRight}')
  expect(document.activeElement).toHaveAttribute('aria-colindex', '2')
})

test('the cell with the focus stays when its row scrolls out of sight', async () => {
  const many = Array.from({ length: 500 }, (_, index) => makeUser({ name: `P${index}` }))
  const { user, grid } = await openGrid({ users: many })
  await user.click(within(grid).getAllByRole('gridcell')[0]!)
  const cell = screen.getByRole('gridcell', { name: 'Not assigned: P0, Office 365 E3' })
  expect(cell).toHaveFocus()
  grid.scrollTop = 44 * 300
  fireEvent.scroll(grid)
  expect(shown()).toContain('P300: - - -')
  expect(shown()).not.toContain('P50: - - -')
  expect(cell).toHaveFocus()
})

test('a license brings its holders to the top, and the people return to their names', async () => {
  const { user } = await openGrid()
  await user.click(header(/^=HYPERLINK/))
  expect(shown()[0]).toBe('Megan Bowen: X X -')
  expect(shown()[1]).toBe('Adele Vance: X - -')
  expect(screen.getByRole('columnheader', { name: '=HYPERLINK("x")' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await user.keyboard('{Enter}')
  expect(shown()[0]).toBe('Adele Vance: X - -')
  await user.click(header(/^Office 365 E3/))
  expect(shown()[1]).toBe('Megan Bowen: X X -')
  await user.click(header(/^Person/))
  expect(shown()[1]).toBe(`${hostile}: - - -`)
})

test('people are found by name or email, whatever the case, and by what they hold', async () => {
  const { user } = await openGrid()
  const search = screen.getByRole('searchbox', { name: 'Search people' })
  await user.type(search, ' OMAR@')
  await waitFor(() => expect(shown()).toEqual(['عمر: - - -']))
  expect(screen.getByText('1 of 4 people')).toBeInTheDocument()
  expect(header(/^Office 365 E3 0 of the people shown/)).toBeInTheDocument()
  await user.clear(search)
  await user.selectOptions(people(), 'Only users with a license')
  await waitFor(() => expect(shown()).toEqual(['Adele Vance: X - -', 'Megan Bowen: X X -']))
  await user.selectOptions(people(), 'Unused')
  expect(await screen.findByText('No users match')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Show all users' }))
  expect(shown()).toHaveLength(4)
})

test('a file that cannot be made is said', async () => {
  catchDownloads()
  const { user } = await openGrid()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('No room')
  })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Export Failed')).toBeInTheDocument()
})

test('the file holds the rows and columns of the screen, whatever is chosen', async () => {
  const downloads = catchDownloads()
  const { user } = await openGrid()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Export Successful')).toBeInTheDocument()
  await user.selectOptions(people(), 'Only users with a license')
  await user.click(header(/^=HYPERLINK/))
  await waitFor(() => expect(shown()).toEqual(['Megan Bowen: X X -', 'Adele Vance: X - -']))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(downloads).toHaveLength(2))

  const [all, chosen] = downloads
  expect(all?.name).toMatch(/^license-matrix-contoso\.com-\d{4}-\d\d-\d\d\.csv$/)
  const asOf = '2026-11-20T01:00:00-08:00'
  expect(await cellsOf(all!)).toEqual([
    ['Person', 'Email', 'Account', 'Office 365 E3', `"'=HYPERLINK(""x"")"`, 'Unused', 'Data As Of'],
    ['Adele Vance', 'adele@contoso.com', '', 'X', '', '', asOf],
    [hostile, guest.email, '"Guest', ' Blocked"', '', '', '', asOf],
    ['Megan Bowen', megan.email, '', 'X', 'X', '', asOf],
    ['عمر', 'omar@contoso.com', '', '', '', '', asOf],
  ])
  const rows = (await cellsOf(chosen!)).slice(1)
  expect(rows.map(([name, , , ...cells]) => [name, ...cells.slice(0, 3)])).toEqual([
    ['Megan Bowen', 'X', 'X', ''],
    ['Adele Vance', 'X', '', ''],
  ])
})
