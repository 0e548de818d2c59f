import {
  addLicense,
  discoverLicenses,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import { LICENSE_KINDS, listLicenses, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { findDialog } from '../../testing/dialogs.ts'
import { catchDownloads, cellsOf } from '../../testing/downloads.ts'
import { holdReading } from '../../testing/hold-reading.ts'
import { makeAdminLicense } from '../../testing/licenses.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'
import { setWindowWidth } from '../../testing/window-width.ts'

const HOSTILE = '=<b>1</b> \u202Egnp'
const BROKEN = { status: 500, code: 'INTERNAL', message: 'Broken.' } as const

const premium = makeAdminLicense({
  skuId: 'sku-premium',
  skuPartNumber: 'SPB',
  productName: 'Business Premium',
  displayName: 'Business Premium',
  licenseType: 'context-dependent',
  price: { monthly: 22, currency: 'USD', source: 'list' },
})
const flow = makeAdminLicense({
  skuId: 'sku-flow',
  skuPartNumber: 'FLOW_FREE',
  productName: 'Power Automate Free',
  displayName: 'Power Automate Free',
  licenseType: 'free',
  isVisible: false,
})
const basic = makeAdminLicense({
  skuId: 'sku-basic',
  skuPartNumber: 'AAD_BASIC',
  productName: 'Azure AD Basic',
  displayName: 'Azure AD Basic',
  licenseType: 'retired',
})
const strange = makeAdminLicense({
  skuId: 'sku-strange',
  skuPartNumber: HOSTILE,
  productName: HOSTILE,
  displayName: HOSTILE,
  isKnown: false,
})
const ALL = [premium, flow, basic, strange]

async function open({ licenses = ALL, at = '', width = 1_440 } = {}) {
  setWindowWidth(width)
  let stored: License[] = [...licenses]
  const change = (skuId: string | undefined, part: Partial<License>) => {
    stored = stored.map((each) => (each.skuId === skuId ? { ...each, ...part } : each))
    return stored.find((each) => each.skuId === skuId)!
  }
  const app = await renderApp({
    person: administrator,
    at: `/admin-licenses${at}`,
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answerWith(listLicenses, () => stored)
      server.answerWith(setLicenseVisibility, ({ params, body }) =>
        change(params['skuId'], setLicenseVisibility.body.parse(body)),
      )
      server.answerWith(setLicenseFriendlyName, ({ params, body }) => {
        const { friendlyName } = setLicenseFriendlyName.body.parse(body)
        return change(params['skuId'], { friendlyName, displayName: friendlyName, isKnown: true })
      })
      server.answerWith(setLicenseType, ({ params, body }) => {
        const { licenseType } = setLicenseType.body.parse(body)
        const { judgedKind } = stored.find(({ skuId }) => skuId === params['skuId'])!
        return change(params['skuId'], {
          ownType: licenseType,
          licenseType: licenseType ?? LICENSE_KINDS[judgedKind].licenseType,
        })
      })
      server.answerWith(addLicense, ({ body }) => {
        const { skuId } = addLicense.body.parse(body)
        const added = makeAdminLicense({ skuId, displayName: skuId })
        stored = [...stored, added]
        return added
      })
    },
  })
  await screen.findByText('Total')
  return app
}

/** Returns the first cell of each row, in order. */
const rows = () =>
  screen
    .getAllByTitle('Edit')
    .map((each) => (each.getAttribute('aria-label') ?? '').replace('Edit ', ''))
/** Opens the edit menu of a license and chooses an entry. */
async function chooseEdit(user: UserEvent, license: string, entry: string) {
  await user.click(screen.getByLabelText(`Edit ${license}`))
  await user.click(await screen.findByRole('menuitem', { name: entry, hidden: true }))
}
const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const inDialog = (dialog: HTMLElement, name: string | RegExp) =>
  within(dialog).getByRole('button', { name, hidden: true })
const stat = (label: string) => screen.getByText(label, { selector: 'dt' }).nextSibling?.textContent
const noteOf = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.lastChild?.textContent

test('others than administrators are denied and nothing is loaded', async () => {
  const { server } = await renderApp({ person: technician, at: '/admin-licenses' })
  expect(await screen.findByText('Access Denied')).toBeInTheDocument()
  expect(server.requestsTo(listLicenses)).toHaveLength(0)
})

test('all licenses are listed by name with their numbers, types, prices and dates', async () => {
  await open()
  expect(rows()).toEqual([HOSTILE, 'Azure AD Basic', 'Business Premium', 'Power Automate Free'])
  expect(['Total', 'Visible', 'Hidden', 'Paid', 'Free'].map(stat)).toEqual([
    '4',
    '3',
    '1',
    '1',
    '3',
  ])
  const row = rowOf('Business Premium')
  expect(row).toHaveTextContent('SPB')
  expect(row).not.toHaveTextContent('sku-premium')
  expect(noteOf('Paid')).toBe('1 paid')
  expect(noteOf('Free')).toBe('1 context-dependent, 1 retired, 1 free')
  expect(row).toHaveTextContent('USD 22.00list price')
  expect(row).toHaveTextContent('Jan 05, 2026')
  expect(within(row).getByText('Visible')).toBeInTheDocument()
  expect(within(rowOf('Power Automate')).getByText('Hidden')).toBeInTheDocument()
  expect(screen.queryByText(/license is visible/)).not.toBeInTheDocument()
})

test('the reason for a type opens from the keyboard', async () => {
  await open()
  within(rowOf('Business Premium')).getByText('Context-dependent').focus()
  const note = await screen.findByText(/It counts as paid, list price, USD 22.00 per month/)
  expect(note).toHaveTextContent('As a trial')
  within(rowOf('Azure AD Basic')).getByText('Retired').focus()
  expect(await screen.findByText('Retired 2023-04-01, formerly paid')).toBeInTheDocument()
})

test.each([
  ['fewer than two visible licenses', [premium, flow], 'Only 1 license is visible'],
  ['no visible license', [flow], 'No license is visible'],
])('%s are warned of', async (_case, licenses, text) => {
  await open({ licenses })
  expect(screen.getByText(text)).toBeInTheDocument()
})

test('search and filters narrow the table and are kept in the URL', async () => {
  const { user } = await open()
  await user.selectOptions(screen.getByLabelText('Visibility'), 'Visible')
  await waitFor(() => expect(rows()).toEqual([HOSTILE, 'Azure AD Basic', 'Business Premium']))
  await user.selectOptions(screen.getByLabelText('License type'), 'Free')
  await waitFor(() => expect(rows()).toEqual(['Azure AD Basic', 'Business Premium']))
  expect(location.search).toBe('?visibility=visible&type=free')
  await user.type(screen.getByRole('searchbox'), 'SKU-PREM')
  await waitFor(() => expect(rows()).toEqual(['Business Premium']))
  await waitFor(() => expect(location.search).toContain('q=SKU-PREM'))
  await user.type(screen.getByRole('searchbox'), 'x')
  expect(await screen.findByText('No licenses match your search')).toBeInTheDocument()
  await user.click(screen.getByText('Show all licenses'))
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(location.search).toBe('')
})

test('the type filter also shows one kind alone, kept in the URL', async () => {
  const device = makeAdminLicense({ displayName: 'Intune Device', kind: 'device' })
  const { user } = await open({ licenses: [...ALL, device], at: '?type=trial' })
  expect(await screen.findByText('No licenses match your search')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('License type'), 'Device or server')
  expect(await screen.findByText('1 of 5 licenses')).toBeInTheDocument()
  expect(screen.getByText('Intune Device')).toBeInTheDocument()
  expect(location.search).toBe('?type=device')
  await user.selectOptions(screen.getByLabelText('License type'), 'Paid')
  expect(await screen.findByText('2 of 5 licenses')).toBeInTheDocument()
})

test('a license of an unknown kind or for the company is neither paid nor free, also in the file', async () => {
  const downloads = catchDownloads()
  const odd = (['unknown', 'company-wide', 'device', 'trial'] as const).map((kind) =>
    makeAdminLicense({ displayName: kind, kind, licenseType: LICENSE_KINDS[kind].licenseType }),
  )
  const { user } = await open({ licenses: [...ALL, ...odd] })
  expect(['Total', 'Paid', 'Free'].map(stat)).toEqual(['8', '2', '4'])
  expect(['Total', 'Paid', 'Free'].map(noteOf)).toEqual([
    'Neither paid nor free: 1 company-wide, 1 not known',
    '1 paid, 1 device or server',
    '1 context-dependent, 1 retired, 1 free, 1 trial',
  ])
  await user.selectOptions(screen.getByLabelText('License type'), 'Paid')
  expect(await screen.findByText('2 of 8 licenses')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('License type'), 'Not known')
  expect(await screen.findByText('1 of 8 licenses')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Exported 1 license to CSV file')).toBeInTheDocument()
  const [, line] = await cellsOf(downloads[0]!)
  expect(line?.[4]).toBe('Not known')
})

test('a license is found by its product name, also under a name of its own', async () => {
  const mail = makeAdminLicense({
    productName: 'Exchange Online (Plan 1)',
    friendlyName: 'Our mail',
    displayName: 'Our mail',
  })
  const { user } = await open({ licenses: [...ALL, mail] })
  await user.type(screen.getByRole('searchbox'), 'exchange online')
  await waitFor(() => expect(rows()).toEqual(['Our mail']))
})

test('an address opens its view; what it does not know counts as not chosen', async () => {
  await open({ at: '?type=free&visibility=nonsense&by=name&order=desc' })
  expect(rows()).toEqual(['Power Automate Free', 'Business Premium', 'Azure AD Basic'])
})

test('a column sorts, and again the other way round', async () => {
  const { user } = await open()
  const header = screen.getByRole('columnheader', { name: /Price/ })
  await user.click(within(header).getByRole('button'))
  await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'ascending'))
  await waitFor(() => expect(rows().at(-1)).toBe('Business Premium'))
  await user.click(within(header).getByRole('button'))
  await waitFor(() => expect(header).toHaveAttribute('aria-sort', 'descending'))
  await waitFor(() => expect(rows()[0]).toBe('Business Premium'))
})

test('SKUs without a known name are counted, shown alone, and gone once they are named', async () => {
  const { user, server } = await open()
  expect(screen.getByText('1 SKU has no known name')).toBeInTheDocument()
  await user.click(screen.getByText('Show only these'))
  await waitFor(() => expect(rows()).toEqual([HOSTILE]))
  expect(location.search).toBe('?unknown=true')
  await chooseEdit(user, HOSTILE, 'Edit name')
  const dialog = await findDialog('Edit License Name')
  await user.click(inDialog(dialog, 'Save'))
  expect(await within(dialog).findByText('Friendly name is required')).toBeInTheDocument()
  expect(server.requestsTo(setLicenseFriendlyName)).toHaveLength(0)
  await user.type(within(dialog).getByLabelText(/Friendly name/), ' Ours ')
  await user.click(inDialog(dialog, 'Save'))
  expect(await screen.findByText('License friendly name updated successfully')).toBeInTheDocument()
  expect(server.requestsTo(setLicenseFriendlyName)[0]?.body).toEqual({ friendlyName: 'Ours' })
  expect(await screen.findByText('No licenses match your search')).toBeInTheDocument()
  await user.click(screen.getByText('Show all SKUs'))
  await waitFor(() => expect(rows()).toContain('Ours'))
})

test('hiding asks first; showing does not', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('switch', { name: 'Visible: Business Premium' }))
  const dialog = await findDialog('Hide this license?')
  await user.click(inDialog(dialog, 'Confirm Hide'))
  expect(await screen.findByText('License visibility updated successfully')).toBeInTheDocument()
  await waitFor(() => expect(stat('Hidden')).toBe('2'))
  await user.click(screen.getByRole('switch', { name: 'Visible: Power Automate Free' }))
  await waitFor(() => expect(stat('Visible')).toBe('3'))
  expect(server.requestsTo(setLicenseVisibility).map(({ body }) => body)).toEqual([
    { isVisible: false },
    { isVisible: true },
  ])
})

test('one menu of a row edits its name, type and price, and shows its SKU ID', async () => {
  const { user } = await open()
  const row = rowOf('Business Premium')
  expect(within(row).getAllByRole('button', { name: /Business Premium$/ })).toHaveLength(1)
  await user.click(screen.getByLabelText('Edit Business Premium'))
  const menu = await screen.findByRole('menu', { hidden: true })
  expect(within(menu).getByText('SKU ID: sku-premium')).toBeInTheDocument()
  await user.click(within(menu).getByRole('menuitem', { name: 'Change price', hidden: true }))
  expect(await findDialog('License price')).toBeInTheDocument()
})

test('an own type is set and given back to what is judged', async () => {
  const { user, server } = await open()
  await chooseEdit(user, 'Business Premium', 'Change type')
  const dialog = await findDialog('License type')
  await user.click(within(dialog).getByLabelText('Free'))
  await user.click(inDialog(dialog, 'Save'))
  expect(await screen.findByText('License type updated successfully')).toBeInTheDocument()
  // While the dialog is open nothing behind it can be reached.
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const row = await screen.findByRole('row', { name: /Business Premium/ })
  await waitFor(() => expect(row).toHaveTextContent('set by an administrator'))
  await chooseEdit(user, 'Business Premium', 'Change type')
  const again = await findDialog('License type')
  expect(within(again).getByLabelText('Free')).toBeChecked()
  await user.click(within(again).getByLabelText('Detected type: Context-dependent'))
  await user.click(inDialog(again, 'Save'))
  await waitFor(() => expect(row).not.toHaveTextContent('set by an administrator'))
  expect(server.requestsTo(setLicenseType).map(({ body }) => body)).toEqual([
    { licenseType: 'free' },
    { licenseType: null },
  ])
})

test('a license of a kind that is not known is shown as not known where its type is set', async () => {
  const { user } = await open({ licenses: [makeAdminLicense({ kind: 'unknown' })] })
  await user.click(screen.getByRole('button', { name: /^Edit/u }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change type', hidden: true }))
  const dialog = await findDialog('License type')
  expect(within(dialog).getByLabelText('Detected type: Not known')).toBeChecked()
})

test('a license is added by hand; its id is needed, and one that is there is said at the field', async () => {
  const { user, server } = await open()
  await user.click(screen.getByRole('button', { name: 'Add License' }))
  const dialog = await findDialog('SKU ID')
  await user.click(inDialog(dialog, 'Add License'))
  expect(await within(dialog).findByText('SKU ID is required')).toBeInTheDocument()
  expect(server.requestsTo(addLicense)).toHaveLength(0)

  const message = 'This SKU is in the list already'
  const fields = [{ field: 'body.skuId', message }]
  const answer = { status: 409, code: 'CONFLICT', message, fields } as const
  server.refuse(addLicense, answer)
  await user.type(within(dialog).getByLabelText(/SKU ID/), 'new-sku')
  await user.click(inDialog(dialog, 'Add License'))
  expect(await within(dialog).findByText(message)).toBeInTheDocument()
  expect(await screen.findByText('Failed to add license')).toBeInTheDocument()

  server.answer(addLicense, makeAdminLicense({ skuId: 'new-sku' }))
  await user.click(within(dialog).getByLabelText('Visible in tenant views and reports'))
  const letRead = holdReading(server, listLicenses)
  await user.click(inDialog(dialog, 'Add License'))
  await letRead()
  expect(await screen.findByText('License added successfully')).toBeInTheDocument()
  expect(server.requestsTo(addLicense).at(-1)?.body).toEqual({
    skuId: 'new-sku',
    productName: '',
    friendlyName: '',
    isVisible: false,
  })
  expect(server.requestsTo(listLicenses)).toHaveLength(2)
})

test('a discovery shows its progress, its results and the tenants that could not be queried', async () => {
  const { user, server } = await open()
  server.answer(discoverLicenses, {
    discoveredSkus: [
      { skuId: 'a', skuPartNumber: 'A' },
      { skuId: 'b', skuPartNumber: 'B' },
    ],
    added: 1,
    tenants: 3,
    failures: [
      {
        tenantId: '00000000-0000-4000-8000-000000000001',
        displayName: HOSTILE,
        message: 'No response within 10 seconds.',
      },
    ],
  })
  const release = server.hold(discoverLicenses)
  await user.click(screen.getByRole('button', { name: 'Discover All Licenses' }))
  expect(
    await screen.findByText(/Reading the licenses .* for up to 10 seconds/),
  ).toBeInTheDocument()
  const letRead = holdReading(server, listLicenses)
  release()
  await letRead()
  const said = 'Discovered 2 license SKUs from tenant data'
  await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(2))
  expect(screen.getByText(/2 tenants of 3 answered/)).toHaveTextContent('1 new.')
  expect(screen.getByRole('list', { name: 'Tenants that could not be queried' })).toHaveTextContent(
    `${HOSTILE}: No response within 10 seconds.`,
  )
  expect(server.requestsTo(listLicenses)).toHaveLength(2)
  // The toast has the second one.
  await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[0]!)
  expect(screen.queryByText(/of 3 answered/)).not.toBeInTheDocument()
})

test.each([
  ['discovery', 'Failed to discover licenses from tenant data'],
  ['name', 'Failed to update license friendly name'],
  ['type', 'Failed to update license type'],
  ['visibility', 'Failed to update license visibility'],
])('a refused %s says so and leaves everything as it was', async (what, text) => {
  const { user, server } = await open()
  for (const call of [
    discoverLicenses,
    setLicenseFriendlyName,
    setLicenseType,
    setLicenseVisibility,
  ])
    server.refuse(call, BROKEN)
  if (what === 'discovery')
    await user.click(screen.getByRole('button', { name: 'Discover All Licenses' }))
  if (what === 'visibility')
    await user.click(screen.getByRole('switch', { name: 'Visible: Power Automate Free' }))
  if (what === 'name') {
    await chooseEdit(user, 'Business Premium', 'Edit name')
    const dialog = await findDialog('Edit License Name')
    await user.type(within(dialog).getByLabelText(/Friendly name/), 'x')
    await user.click(inDialog(dialog, 'Save'))
  }
  if (what === 'type') {
    await chooseEdit(user, 'Business Premium', 'Change type')
    await user.click(inDialog(await findDialog('License type'), 'Save'))
  }
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  expect(screen.getByText('Error')).toBeInTheDocument()
  expect(stat('Hidden')).toBe('1')
})

test('a file that cannot be made is said', async () => {
  catchDownloads()
  const { user } = await open()
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('No room')
  })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Export Failed')).toBeInTheDocument()
})

test('the file has the rows, the order and the filter of the screen, and formulas are defused', async () => {
  const downloads = catchDownloads()
  const { user } = await open({ at: '?visibility=visible&order=desc' })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByText('Exported 3 licenses to CSV file')).toBeInTheDocument()
  const [file] = downloads
  expect(file?.name).toMatch(/^license-management-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...lines] = await cellsOf(file!)
  expect(header).toEqual([
    'SKU ID',
    'Product Name',
    'Friendly Name',
    'Visibility',
    'License Type',
    'First Discovered',
    'Last Seen',
  ])
  expect(lines.map(([skuId]) => skuId)).toEqual(['sku-premium', 'sku-basic', 'sku-strange'])
  expect(lines[0]?.slice(1)).toEqual([
    'Business Premium',
    '',
    'Visible',
    'Context-dependent',
    expect.stringMatching(/^2026-01-05T/),
    expect.stringMatching(/^2026-11-20T/),
  ])
  expect(lines[2]?.[1]).toMatch(/^'=/)
})

test('without any license the screen says so', async () => {
  await open({ licenses: [] })
  expect(screen.getByText('No licenses found')).toBeInTheDocument()
})

test('a failed read can be tried again', async () => {
  const { server, user } = await renderApp({
    person: administrator,
    at: '/admin-licenses',
    prepare: (fake) => fake.refuse(listLicenses, BROKEN),
  })
  expect(await screen.findByText('The licenses could not be loaded')).toBeInTheDocument()
  server.answer(listLicenses, ALL)
  await user.click(screen.getByRole('button', { name: /Try again|Retry/ }))
  expect(await screen.findByText('Total')).toBeInTheDocument()
})

test('of many licenses the first 100 are drawn, more on demand, and all when printing', async () => {
  const licenses = Array.from({ length: 230 }, (_, index) =>
    makeAdminLicense({ displayName: `License ${index + 1}` }),
  )
  const { user } = await open({ licenses })
  expect(rows()).toHaveLength(100)
  await user.click(screen.getByText('Show 100 more of 130'))
  expect(rows()).toHaveLength(200)
  fireEvent(window, new Event('beforeprint'))
  expect(rows()).toHaveLength(230)
  expect(screen.queryByText(/^Show 30 more/)).not.toBeInTheDocument()
  fireEvent(window, new Event('afterprint'))
  expect(rows()).toHaveLength(200)
})

test('a narrow window shows cards: their cells carry the headings, and a list sorts them', async () => {
  const { user } = await open({ width: 400 })
  const cells = [...rowOf('Azure AD Basic').children].map((cell) => [
    cell.getAttribute('data-heading'),
    cell.textContent,
  ])
  expect(cells.slice(4)).toEqual([
    ['First discovered', 'Jan 05, 2026'],
    ['Last seen', 'Nov 20, 2026'],
  ])
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Sorted by: Visibility')
  await waitFor(() => expect(rows().at(-1)).toBe('Power Automate Free'))
})
