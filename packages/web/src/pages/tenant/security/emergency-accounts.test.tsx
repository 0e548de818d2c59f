import { signInLocally } from '@tenantscope/contract/auth'
import { listTenantUsers } from '@tenantscope/contract/licenses'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { getTenantPosture, setEmergencyAccounts } from '@tenantscope/contract/posture'
import type { EmergencyAccount } from '@tenantscope/contract/posture'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { FakeServer } from '../../../testing/fake-server.ts'
import { openSecurity } from '../../../testing/open-security.ts'
import { administrator } from '../../../testing/people.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeCheck, makeEmergencyAccount, makePosture } from '../../../testing/tenant-posture.ts'
import { makeUser, pageOf } from '../../../testing/tenant-users.ts'

const check = makeCheck()
const declared = makeEmergencyAccount()
const BREAK_GLASS = 'dddddddd-0000-4000-8000-000000000001'
const people = [
  makeUser({ id: BREAK_GLASS, name: 'Break glass 2', userPrincipalName: 'bg2@contoso.com' }),
  makeUser({ id: declared.userId, name: 'Break glass 1' }),
  makeUser({ id: 'dddddddd-0000-4000-8000-000000000002', name: 'Adele Vance' }),
]
const REASON = 'Its key is in the safe of the customer.'

async function openDialog(accounts: EmergencyAccount[], prepare?: (server: FakeServer) => void) {
  const app = await openSecurity([check], {
    person: administrator,
    posture: { emergencyAccounts: accounts },
    prepare: (server) => {
      server.answer(listTenantUsers, pageOf(people satisfies TenantUser[]))
      prepare?.(server)
    },
  })
  const name = accounts.length === 0 ? 'Declare accounts' : 'Change accounts'
  await app.user.click(await screen.findByRole('button', { name }))
  await findButton('Add account')
  return app
}

const accountBoxes = () => screen.getAllByLabelText(/^Account(?!s)/u, { selector: 'input' })
const reasons = () => screen.getAllByLabelText(/^Reason/u, { selector: 'textarea' })
const save = async () => fireEvent.click(await findButton('Save'))

test('the card lists the accounts with who declared them, when and why', async () => {
  await openSecurity([check], { posture: { emergencyAccounts: [declared] } })
  const card = await screen.findByRole('region', { name: 'Emergency access accounts' })
  for (const text of [
    'Break glass 1',
    'breakglass1@contoso.com',
    declared.reason,
    'Declared by Megan Bowen on Nov 01, 2026',
  ])
    expect(card).toHaveTextContent(text)
})

test('an account is found by its name and declared with a reason', async () => {
  const { server, user } = await openDialog([])
  fireEvent.click(await findButton('Add account'))
  const [box] = accountBoxes()
  await user.type(box ?? document.body, 'glass 2')
  await user.click(await screen.findByText('Break glass 2 (bg2@contoso.com)'))
  fireEvent.change(reasons()[0] ?? document.body, { target: { value: REASON } })
  server.answer(setEmergencyAccounts, { accounts: [], version: 4 })
  await save()
  await waitFor(() =>
    expect(server.requestsTo(setEmergencyAccounts)[0]?.body).toEqual({
      accounts: [{ userId: BREAK_GLASS, reason: REASON }],
      version: 3,
    }),
  )
  expect(await screen.findByText('Emergency access accounts saved')).toBeInTheDocument()
  // The score depends on them.
  await waitFor(() => expect(server.requestsTo(getTenantPosture)).toHaveLength(2))
})

test('an account that is declared already cannot be chosen twice', async () => {
  const { user } = await openDialog([declared])
  fireEvent.click(await findButton('Add account'))
  const [, second] = accountBoxes()
  await user.type(second ?? document.body, 'glass')
  await screen.findByText('Break glass 2 (bg2@contoso.com)')
  expect(screen.queryByText(/^Break glass 1 \(/u)).not.toBeInTheDocument()
})

test('at most four accounts can be added', async () => {
  await openDialog([])
  const add = await findButton('Add account')
  for (const _ of [1, 2, 3, 4, 5]) fireEvent.click(add)
  expect(accountBoxes()).toHaveLength(4)
  expect(add).toHaveAttribute('aria-disabled', 'true')
})

test('a missing account and a short reason are shown at their fields', async () => {
  const { server } = await openDialog([])
  fireEvent.click(await findButton('Add account'))
  await save()
  expect(await screen.findByText('Choose an account')).toBeInTheDocument()
  expect(screen.getByText('Enter a reason of at least 10 characters')).toBeInTheDocument()
  expect(server.requestsTo(setEmergencyAccounts)).toHaveLength(0)
})

test("the server's refusal of one account is at that account", async () => {
  const { server } = await openDialog([declared])
  fireEvent.change(reasons()[0] ?? document.body, { target: { value: REASON.repeat(2) } })
  server.refuse(setEmergencyAccounts, {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The input is invalid.',
    fields: [{ field: 'body.accounts.0.userId', message: 'This user does not exist any more' }],
  })
  await save()
  expect(await screen.findByText('This user does not exist any more')).toBeInTheDocument()
  expect(reasons()[0]).toHaveValue(REASON.repeat(2))
})

test('saving asks for a fresh sign-in, and goes on with what was entered', async () => {
  const { server } = await openDialog([declared])
  fireEvent.change(reasons()[0] ?? document.body, { target: { value: `${REASON} Renewed.` } })
  server.refuse(setEmergencyAccounts, {
    status: 403,
    code: 'FRESH_SIGN_IN_REQUIRED',
    message: 'Please sign in again.',
  })
  await save()
  const password = await screen.findByLabelText(/^Password of/u)
  server.answer(signInLocally, { user: administrator })
  server.answer(setEmergencyAccounts, { accounts: [declared], version: 4 })
  fireEvent.change(password, { target: { value: 'right one' } })
  fireEvent.click(await findButton('Confirm'))
  expect(await screen.findByText('Emergency access accounts saved')).toBeInTheDocument()
  expect(server.requestsTo(setEmergencyAccounts)).toHaveLength(2)
  expect(server.requestsTo(setEmergencyAccounts)[1]?.body).toMatchObject({
    accounts: [{ reason: `${REASON} Renewed.` }],
  })
})

test('a conflict keeps what was entered until the newer list is loaded', async () => {
  const { server } = await openDialog([declared])
  fireEvent.change(reasons()[0] ?? document.body, { target: { value: `${REASON} Mine.` } })
  server.refuse(setEmergencyAccounts, {
    status: 409,
    code: 'CONFLICT',
    message: 'The accounts were changed meanwhile.',
    changed: { by: 'Alex Wilber', at: '2026-11-26T17:00:00.000Z' },
  })
  await save()
  await screen.findByText(/Changed by Alex Wilber/u)
  expect(reasons()[0]).toHaveValue(`${REASON} Mine.`)
  const theirs = makeEmergencyAccount({ reason: 'Declared by a colleague.' })
  server.answer(
    getTenantPosture,
    makePosture([check], { emergencyAccounts: [theirs], emergencyAccountsVersion: 9 }),
  )
  fireEvent.click(await findButton('Load newer'))
  await waitFor(() => expect(reasons()[0]).toHaveValue('Declared by a colleague.'))
  fireEvent.click(await findButton(/^Remove /u))
  server.answer(setEmergencyAccounts, { accounts: [], version: 10 })
  await save()
  await waitFor(() =>
    expect(server.requestsTo(setEmergencyAccounts)[1]?.body).toEqual({ accounts: [], version: 9 }),
  )
})

test('users that could not be read are named as the reason why none can be chosen', async () => {
  await openDialog([], (server) =>
    server.answer(
      listTenantUsers,
      pageOf([], {
        failure: {
          part: 'users',
          code: 'PERMISSION_MISSING',
          message: 'User.Read.All is missing.',
        },
      }),
    ),
  )
  const dialog = (await findButton('Add account')).closest<HTMLElement>('[role=dialog]')
  expect(
    await within(dialog ?? document.body).findByText('User.Read.All is missing.'),
  ).toBeInTheDocument()
})
