import { listLicenseHolders, setLicensePrice } from '@tenantscope/contract/licenses'
import type { License, LicenseHolder, TenantLicense } from '@tenantscope/contract/licenses'
import type { LicenseSavings, Price } from '@tenantscope/contract/savings'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { makeAdminLicense } from '../../../testing/licenses.ts'
import { administrator, technician } from '../../../testing/people.ts'
import { renderPart } from '../../../testing/render-part.tsx'
import { makeLicense, makeLicenseSavings } from '../../../testing/tenant-details.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { TenantSavings } from './tenant-savings.tsx'

const HOSTILE = '=HYPERLINK("http://evil") <b>\u202Exe</b> 😈'
const LIST_PRICE: Price = { monthly: 22, currency: 'USD', source: 'list' }
const tenant = makeTenant()

function license(
  displayName: string,
  savings: Partial<LicenseSavings>,
  changes: Partial<TenantLicense> = {},
): TenantLicense {
  return makeLicense({ displayName, savings: makeLicenseSavings(savings), ...changes })
}

const premium = license(
  'Business Premium',
  {
    unassignedSeats: 1,
    keptSeats: 1,
    keptReason: HOSTILE,
    blockedHolders: 2,
    removableSeats: 3,
    removableUnassigned: 1,
    monthlyAmount: 66,
    removal: { now: 1, atRenewal: [{ date: '2027-01-05T00:00:00.000Z', seats: 2 }], notKnown: 0 },
  },
  { price: LIST_PRICE },
)
const unpriced = license(HOSTILE, {
  unassignedSeats: 4,
  removableSeats: 4,
  removal: { now: 0, atRenewal: [], notKnown: 4 },
})

interface Scene {
  licenses?: readonly TenantLicense[]
  person?: typeof technician
  prepare?: (server: FakeServer) => void
}

async function open({ licenses = [unpriced, premium], person = technician, ...scene }: Scene = {}) {
  return renderPart(<TenantSavings tenantId={tenant.id} licenses={licenses} />, {
    person,
    ...scene,
  })
}

function holder(changes: Partial<LicenseHolder>): LicenseHolder {
  return {
    id: 'person-1',
    name: 'Adele Vance',
    userPrincipalName: 'adele@contoso.com',
    accountEnabled: false,
    userType: 'Member',
    isDirectlyAssigned: true,
    groups: [],
    lastSignInAt: null,
    isSignInKnown: true,
    ...changes,
  }
}

/** The drawer, once what it shows is there. Fluent shows it to screen readers only when it has a layout. */
async function drawerWith(text: string | RegExp): Promise<HTMLElement> {
  const drawer = await screen.findByRole('dialog', { hidden: true })
  await within(drawer).findByText(text)
  return drawer
}

test('every license that could be saved on says how many seats, what they cost and when they go', async () => {
  await open()
  expect(
    screen.getByText(
      '5 unassigned + 2 held by blocked users or guests = 7 removable seats; 4 without a price. Savings: USD 66.00 per month. USD 22.00 can be saved now.',
    ),
  ).toBeInTheDocument()
  const [first, second] = within(screen.getByRole('region', { name: 'Cost-saving opportunities' }))
    .getAllByRole('listitem')
    .filter((item) => item.textContent.includes('list price'))
  expect(first).toHaveTextContent('Business Premiumlist price, USD 22.00 per month')
  expect(first).toHaveTextContent('1 seat unassigned2 blocked holders1 seat kept on purpose')
  expect(first).toHaveTextContent(`Kept: ${HOSTILE}`)
  expect(first).toHaveTextContent(
    'USD 66.00per month, 3 seats1 can be removed now2 at renewal on Jan 05, 2027',
  )
  expect(second).toHaveTextContent(`${HOSTILE}no list price4 seats unassigned`)
  expect(second).toHaveTextContent('4 seatscould be removed4: renewal not known')
  expect(screen.queryByRole('button', { name: /price/ })).not.toBeInTheDocument()
})

test('that no seats can be removed is said once', async () => {
  const kept = { unassignedSeats: 2, keptSeats: 2, removableSeats: 0, monthlyAmount: 0 }
  const { unmount } = await open({ licenses: [license('One', kept), license('Two', kept)] })
  expect(screen.getAllByText(/No removable seats/)).toHaveLength(1)
  unmount()
  await open({ licenses: [premium, license('Two', kept)] })
  expect(screen.getByText('No removable seats').closest('li')).toHaveTextContent('Two')
})

test('a figure of people opens those people, each with a way to their row', async () => {
  const { user, server } = await open({
    prepare: (server) =>
      server.answer(listLicenseHolders, {
        holders: [
          holder({ groups: ['Sales', HOSTILE], lastSignInAt: '2026-10-01T08:00:00.000Z' }),
          holder({
            id: 'person 2/ü',
            name: HOSTILE,
            userPrincipalName: null,
            userType: 'Guest',
            accountEnabled: null,
            isDirectlyAssigned: false,
            groups: ['Everyone'],
          }),
        ],
        total: 1_200,
        dataAsOf: '2026-11-20T09:00:00.000Z',
        signInsAsOf: '2026-11-20T03:00:00.000Z',
      }),
  })
  const figure = screen.getByRole('button', { name: '2 blocked holders, Business Premium' })
  figure.focus()
  await user.keyboard('{Enter}')
  const drawer = await drawerWith('Adele Vance')
  expect(drawer).toHaveTextContent('Blocked holders')
  const { query } = server.requestsTo(listLicenseHolders)[0]!
  expect(Object.fromEntries(query)).toEqual({ skuId: premium.skuId, kind: 'blocked' })
  expect(drawer).toHaveTextContent('The first 2 of 1,200 people by name')
  expect(drawer).toHaveTextContent('Sign-in dates as of Nov 20, 2026 at 3:00:00 AM UTC')
  const [adele, other] = within(drawer).getAllByRole('listitem', { hidden: true })
  expect(adele).toHaveTextContent(
    `Adele VanceBlockedadele@contoso.comAssigned directly and through Sales, ${HOSTILE}Last sign-in: Oct 01, 2026 at 8:00:00 AM UTC`,
  )
  expect(other).toHaveTextContent(
    `${HOSTILE}GuestAssigned through EveryoneLast sign-in: none recorded`,
  )
  const link = within(other!).getByRole('link', { name: HOSTILE, hidden: true })
  const address = new URL(link.getAttribute('href')!, location.origin)
  expect(address.pathname).toBe(`/tenant/${tenant.id}`)
  expect(address.searchParams.get('person')).toBe('person 2/ü')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull())
})

test('sign-in dates that were not read are not known, and a refused list says so and can be asked again', async () => {
  const { user, server } = await open({
    prepare: (server) =>
      server.refuse(listLicenseHolders, { status: 500, code: 'INTERNAL', message: 'Broken.' }),
  })
  await user.click(screen.getByRole('button', { name: '2 blocked holders, Business Premium' }))
  const drawer = await drawerWith('The people could not be loaded')
  expect(drawer).toHaveTextContent('Broken.')
  expect(drawer).toHaveTextContent('Request ID: request-1')
  const reply = { total: 1, dataAsOf: null, signInsAsOf: null }
  server.answer(listLicenseHolders, { ...reply, holders: [holder({})] })
  await user.click(within(drawer).getByRole('button', { name: 'Try again', hidden: true }))
  await within(drawer).findByText('Adele Vance')
  expect(drawer).toHaveTextContent('1 person')
  expect(drawer).toHaveTextContent('Last sign-in: not known')
})

test('a figure of seats opens the arithmetic, and the people in it can be seen from there', async () => {
  const { user, server } = await open({
    prepare: (server) =>
      server.answer(listLicenseHolders, {
        holders: [],
        total: 0,
        dataAsOf: '2026-11-20T09:00:00.000Z',
        signInsAsOf: null,
      }),
  })
  await user.click(screen.getByRole('button', { name: '1 seat unassigned, Business Premium' }))
  const drawer = await drawerWith('How the seats add up')
  const [, ...steps] = within(drawer).getAllByRole('row', { hidden: true })
  expect(steps.map((row) => row.querySelector('td')?.textContent)).toEqual([
    '+ 10',
    '− 8',
    '− 1',
    '+ 2',
    '= 3',
  ])
  expect(drawer).toHaveTextContent(`Reason for keeping seats: ${HOSTILE}`)
  expect(drawer).toHaveTextContent('3 × USD 22.00 = USD 66.00 per month (list price)')
  expect(drawer).toHaveTextContent('1 can be removed now2 at renewal on Jan 05, 2027')
  await user.click(within(drawer).getByRole('button', { name: 'Assigned seats', hidden: true }))
  await within(drawer).findByText('No users found')
  expect(server.requestsTo(listLicenseHolders)[0]?.query.get('kind')).toBe('all')
})

function ReadAnew() {
  const [licenses, setLicenses] = useState<readonly TenantLicense[]>([premium])
  const fewer = license('Business Premium', { unassignedSeats: 1, removableSeats: 1 })
  return (
    <>
      <button onClick={() => setLicenses([{ ...fewer, skuId: premium.skuId }])}>Fewer</button>
      <button onClick={() => setLicenses([])}>None</button>
      <TenantSavings tenantId={tenant.id} licenses={licenses} />
    </>
  )
}

test('an open drawer follows newly read data, and closes with its license', async () => {
  const { user } = await renderPart(<ReadAnew />)
  await user.click(screen.getByRole('button', { name: '1 seat unassigned, Business Premium' }))
  const drawer = await drawerWith('How the seats add up')
  expect(drawer).toHaveTextContent('Removable seats= 3')
  fireEvent.click(screen.getByText('Fewer'))
  expect(drawer).toHaveTextContent('Removable seats= 1')
  fireEvent.click(screen.getByText('None'))
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
})

test('without savings, without paid licenses and without people there is no zero and no sum', async () => {
  const { unmount } = await open({ licenses: [makeLicense()] })
  expect(screen.getByRole('heading', { name: 'No savings found' })).toBeInTheDocument()
  expect(screen.getByText('No unused paid seats were found.')).toBeInTheDocument()
  unmount()
  const free = await open({ licenses: [makeLicense({ savings: null })] })
  expect(screen.getByText('This tenant has no paid licenses.')).toBeInTheDocument()
  free.unmount()
  await open({ licenses: [license('A', { blockedHolders: null, guestHolders: null })] })
  expect(
    screen.getByText('Users could not be read: blocked and guest holders are not known.'),
  ).toBeInTheDocument()
  expect(screen.queryByText(/USD/)).not.toBeInTheDocument()
})

const admin = { person: administrator }
const priced: License = makeAdminLicense({ skuId: unpriced.skuId, displayName: HOSTILE })

async function openPrice(name: string, scene: Scene = {}) {
  const app = await open({ ...admin, ...scene })
  await app.user.click(screen.getByRole('button', { name }))
  const dialog = await screen.findByRole('dialog', { hidden: true })
  const field = await within(dialog).findByRole('textbox', { hidden: true })
  const button = (label: string) =>
    within(dialog).getByRole('button', { name: label, hidden: true })
  return { ...app, dialog, field, button }
}

test('an administrator sets a price; what cannot be one is refused at the field and not sent', async () => {
  const { user, server, dialog, field, button } = await openPrice(`Set price of ${HOSTILE}`, {
    prepare: (server) => server.answer(setLicensePrice, priced),
  })
  expect(field).toHaveValue('')
  for (const [text, problem] of [
    ['', 'Enter a price of 0 or more'],
    ['abc', 'Enter a price as digits, for example 22.50'],
    ['12,50', 'Enter a price as digits, for example 22.50'],
    ['-1', 'Enter a price of 0 or more'],
    ['100001', 'Enter a price of at most 100,000'],
    ['1.005', 'Enter a price with at most two decimals'],
  ]) {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.click(button('Save'))
    expect(field).toHaveAccessibleDescription(expect.stringContaining(problem!))
  }
  expect(server.requestsTo(setLicensePrice)).toHaveLength(0)
  fireEvent.change(field, { target: { value: ' 12.34 ' } })
  await user.type(field, '{Enter}')
  expect(await screen.findByText('License price updated successfully')).toBeInTheDocument()
  const [request] = server.requestsTo(setLicensePrice)
  expect(request?.params['skuId']).toBe(unpriced.skuId)
  expect(request?.body).toEqual({ monthlyPrice: 12.34 })
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

test('an own price can go back to the list price; a refusal stays in the dialog', async () => {
  const own = { ...premium, price: { ...LIST_PRICE, monthly: 19.5, source: 'own' as const } }
  const { user, server, dialog, field, button } = await openPrice(
    'Change price of Business Premium',
    {
      licenses: [own],
      prepare: (server) =>
        server.refuse(setLicensePrice, { status: 403, code: 'FORBIDDEN', message: 'Not allowed.' }),
    },
  )
  expect(field).toHaveValue('19.50')
  await user.click(button('Save'))
  await within(dialog).findByText('The price was not saved. Not allowed.')
  server.answer(setLicensePrice, makeAdminLicense({ skuId: own.skuId }))
  await user.click(button('Use list price'))
  expect(await screen.findByText('License price updated successfully')).toBeInTheDocument()
  expect(server.requestsTo(setLicensePrice).at(-1)?.body).toEqual({ monthlyPrice: null })
})
