import { useQuery } from '@tanstack/react-query'
import { listLicenses, setLicensePrice, setLicenseVisibility } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { TENANT_DETAILS, TENANT_USERS } from '../../lib/tenant-data.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import type { FakeServer } from '../../testing/fake-server.ts'
import { makeAdminLicense } from '../../testing/licenses.ts'
import { administrator, technician } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'
import { HideLicenseSwitch } from './hide-license-switch.tsx'
import { LicensesButton } from './licenses-button.tsx'

const HOSTILE = '<script>alert(1)</script> \u202Egnp 😈'
const REFUSED = { status: 500, code: 'INTERNAL', message: 'Broken.' } as const

const visible = makeAdminLicense({ skuId: 'sku a/b', displayName: HOSTILE })
const hidden = makeAdminLicense({
  displayName: 'Hidden one',
  skuPartNumber: 'odd_Case PART',
  licenseType: 'retired',
  isVisible: false,
  price: { monthly: 22, currency: 'USD', source: 'list' },
})

/** Something of a tenant that is on screen beside what is tested. */
function TenantsOnScreen() {
  const tenants = useQuery(tenantListQuery({ isQuiet: false }))
  return <p>{tenants.data?.total ?? 'no'} tenants</p>
}

function remember(server: FakeServer, licenses: readonly License[]) {
  let stored = [...licenses]
  server.answer(listTenants, noTenants)
  server.answerWith(listLicenses, () => stored)
  server.answerWith(setLicenseVisibility, ({ params, body }) => {
    const change = setLicenseVisibility.body.parse(body)
    const skuId = params['skuId']
    stored = stored.map((each) => (each.skuId === skuId ? { ...each, ...change } : each))
    return stored.find((each) => each.skuId === skuId)!
  })
}

async function openSwitch(license: License, prepare?: (server: FakeServer) => void) {
  const app = await renderPart(
    <>
      <TenantsOnScreen />
      <HideLicenseSwitch license={license} />
    </>,
    {
      person: administrator,
      prepare: (server) => {
        remember(server, [license])
        prepare?.(server)
      },
    },
  )
  await screen.findByText('0 tenants')
  const toggle = screen.getByRole('switch', { name: `Visible: ${license.displayName}` })
  return { ...app, toggle }
}

/** Fluent shows a dialog to screen readers only when it has a layout. */
async function dialogWith(text: string | RegExp): Promise<HTMLElement> {
  const found = await screen.findByText(text)
  const dialog = found.closest<HTMLElement>('[role="dialog"], [role="alertdialog"]')
  if (dialog === null) throw new Error('It is not inside a dialog')
  return dialog
}

const button = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole('button', { name, hidden: true })

test('hiding asks first, says what disappears, and can be cancelled or taken back', async () => {
  const { user, server, client, toggle } = await openSwitch(visible)
  expect(toggle).toBeChecked()
  client.setQueryData([TENANT_USERS, 'other tenant'], 'with the license')
  toggle.focus()
  await user.keyboard(' ')
  const question = await dialogWith('Hide this license?')
  expect(question).toHaveTextContent(
    `${HOSTILE} disappears from the tenant views, the totals and all reports of everyone.`,
  )
  await user.click(button(question, 'Cancel'))
  await waitFor(() => expect(question).not.toBeInTheDocument())
  expect(server.requestsTo(setLicenseVisibility)).toHaveLength(0)

  await user.click(toggle)
  await user.click(button(await dialogWith('Hide this license?'), 'Confirm Hide'))
  expect(await screen.findByText('License visibility updated successfully')).toBeInTheDocument()
  const [request] = server.requestsTo(setLicenseVisibility)
  expect(request?.params['skuId']).toBe('sku a/b')
  expect(request?.body).toEqual({ isVisible: false })
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(2))
  expect(client.getQueryData([TENANT_USERS, 'other tenant'])).toBeUndefined()

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.requestsTo(setLicenseVisibility).at(-1)?.body).toEqual({ isVisible: true }),
  )
  await waitFor(() => expect(server.requestsTo(listTenants)).toHaveLength(3))
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('showing happens at once', async () => {
  const { user, server, toggle } = await openSwitch(hidden)
  expect(toggle).not.toBeChecked()
  const release = server.hold(setLicenseVisibility)
  await user.click(toggle)
  expect(toggle).toBeChecked()
  await user.click(toggle)
  expect(toggle).toHaveFocus()
  expect(screen.queryByText('Hide this license?')).not.toBeInTheDocument()
  release()
  expect(await screen.findByText('License visibility updated successfully')).toBeInTheDocument()
  expect(server.requestsTo(setLicenseVisibility)).toHaveLength(1)
  expect(server.requestsTo(setLicenseVisibility)[0]?.body).toEqual({ isVisible: true })
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test.each([
  ['fails', REFUSED],
  ['is refused', { status: 403, code: 'FORBIDDEN', message: 'Not allowed.' } as const],
])('a change that %s leaves everything as it was and says so', async (_case, refusal) => {
  const { user, client, toggle } = await openSwitch(hidden, (server) =>
    server.refuse(setLicenseVisibility, refusal),
  )
  client.setQueryData([TENANT_DETAILS, 'kept'], 'kept')
  await user.click(toggle)
  const toast = await screen.findByText('Failed to update license visibility')
  expect(toast.closest('output')).toHaveTextContent('Error')
  expect(toggle).not.toBeChecked()
  expect(client.getQueryData([TENANT_DETAILS, 'kept'])).toBe('kept')
})

test('who is no administrator sees neither the switch nor the list', async () => {
  await renderPart(
    <>
      <HideLicenseSwitch license={visible} />
      <LicensesButton />
    </>,
    { person: technician },
  )
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

async function openList(prepare?: (server: FakeServer) => void) {
  const app = await renderPart(<LicensesButton />, {
    person: administrator,
    prepare: (server) => {
      remember(server, [visible, hidden])
      prepare?.(server)
    },
  })
  const opener = screen.getByRole('button', { name: 'Licenses and prices' })
  await app.user.click(opener)
  const [dialog] = await screen.findAllByRole('dialog', { hidden: true })
  return { ...app, dialog: dialog! }
}

test('the list finds every license by name or part number, and brings hidden ones back', async () => {
  const { user, server, dialog } = await openList()
  const names = () =>
    within(dialog)
      .queryAllByRole('listitem', { hidden: true })
      .map((item) => item.querySelector('bdi')?.textContent)
  await within(dialog).findByText('2 licenses')
  expect(names()).toEqual([HOSTILE, 'Hidden one'])
  expect(within(dialog).getAllByRole('listitem', { hidden: true })[1]).toHaveTextContent(
    'Hidden oneRetiredodd_Case PARTlist price, USD 22.00 per month',
  )
  const search = within(dialog).getByRole('searchbox', { hidden: true })
  fireEvent.change(search, { target: { value: 'ODD_case p' } })
  await waitFor(() => expect(names()).toEqual(['Hidden one']))
  fireEvent.change(search, { target: { value: 'nothing has this' } })
  await within(dialog).findByText('No licenses match your search')
  fireEvent.change(search, { target: { value: '' } })
  const hiddenOnly = within(dialog).getByRole('checkbox', { name: 'Hidden only (1)', hidden: true })
  await user.click(hiddenOnly)
  await waitFor(() => expect(names()).toEqual(['Hidden one']))
  await user.click(within(dialog).getByRole('switch', { hidden: true }))
  await waitFor(() => expect(names()).toEqual([]))
  expect(server.requestsTo(setLicenseVisibility)[0]?.body).toEqual({ isVisible: true })
})

test('a price set in the list is shown there at once', async () => {
  const { user, dialog } = await openList((server) =>
    server.answer(setLicensePrice, {
      ...hidden,
      price: { monthly: 9.5, currency: 'USD', source: 'own' },
    }),
  )
  await within(dialog).findByText('2 licenses')
  await user.click(button(dialog, 'Change price of Hidden one'))
  const priceDialog = await dialogWith('License price')
  const field = within(priceDialog).getByRole('textbox', { hidden: true })
  fireEvent.change(field, { target: { value: '9.5' } })
  await user.type(field, '{Enter}')
  expect(await within(dialog).findByText('customer price, USD 9.50 per month')).toBeInTheDocument()
})

test('a list that cannot be read says why, and an empty one when it will be filled', async () => {
  const { user, server, dialog } = await openList((server) => server.refuse(listLicenses, REFUSED))
  await within(dialog).findByText('The licenses could not be loaded')
  expect(dialog).toHaveTextContent('Broken.')
  server.answer(listLicenses, [])
  await user.click(button(dialog, 'Try again'))
  expect(await within(dialog).findByText('No licenses found')).toBeInTheDocument()
})
