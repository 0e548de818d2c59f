import { signInLocally } from '@tenantscope/contract/auth'
import { TenantGroupId, UserId } from '@tenantscope/contract/ids'
import { listTenantGroups, setUserAccess } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import {
  getUser,
  listUserActivity,
  listUsers,
  resetSecondFactor,
  resetUserPassword,
  setUserRole,
  syncUser,
  toggleUserStatus,
} from '@tenantscope/contract/users'
import type { AdminUser } from '@tenantscope/contract/users'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import {
  detailsOf,
  makeActivity,
  makeLocalAdministrator,
  makeUser,
} from '../../../testing/users.ts'
import type { UserDetails } from '../../../testing/users.ts'

const contoso = makeTenant({ displayName: 'Contoso' })
const gold = { id: TenantGroupId.parse(7), name: 'Gold', tenantIds: [contoso.id], version: 1 }

/** Opens a person's dialog by its address; the server keeps what is changed. */
async function open(user: AdminUser, changes: Partial<UserDetails> = {}) {
  let stored = detailsOf(user, changes)
  const app = await renderApp({
    person: administrator,
    at: `/admin-panel?tab=users&user=${user.id}`,
    prepare: (server) => {
      server.answerWith(listUsers, () => ({ users: [stored.user], total: 1, nextCursor: null }))
      server.answerWith(getUser, () => stored)
      server.answer(listTenants, listOf([contoso]))
      server.answer(listTenantGroups, { groups: [gold] })
      server.answerWith(setUserRole, () => stored.user)
      server.answerWith(setUserAccess, () => stored.grant)
    },
  })
  const dialog = within(await findDialog('Manage User'))
  await dialog.findByText('Tenant access')
  const store = (changed: Partial<AdminUser>) => {
    stored = { ...stored, user: { ...stored.user, ...changed } }
  }
  return { ...app, dialog, store }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']
const factsIn = (dialog: Dialog) =>
  dialog
    .getAllByRole('definition', { hidden: true })
    .map((each) => [each.previousSibling?.textContent, each.textContent] as const)

test('the dialog shows the user and the sign-in method', async () => {
  const megan = makeUser({ displayName: '<i>Megan</i>', username: 'megan@msp.example' })
  const { dialog } = await open(megan, { sessions: 2 })
  expect(factsIn(dialog)).toEqual([
    ['Display name', '<i>Megan</i>'],
    ['Username', 'megan@msp.example'],
    ['Email', megan.email],
    ['Auth method', 'Microsoft 365'],
    ['Last M365 login', 'Nov 20, 2026 at 1:12:44 AM PST'],
    ['Created', 'Jan 05, 2026 at 12:00:00 AM PST'],
    ['Open sessions', '2'],
  ])
  expect(dialog.queryByLabelText('Email')).not.toBeInTheDocument()
})

test('of a local account the dialog says so, and nothing of Microsoft 365', async () => {
  const { dialog } = await open(makeLocalAdministrator())
  const facts = new Map(factsIn(dialog))
  expect(facts.get('Auth method')).toBe('Local')
  expect(facts.has('Last M365 login')).toBe(false)
})

test('it opens from a row, and its address goes when it is closed', async () => {
  const megan = makeUser({ displayName: 'Megan' })
  const { user } = await renderApp({
    person: administrator,
    at: '/admin-panel?tab=users',
    prepare: (server) => {
      server.answer(listUsers, { users: [megan], total: 1, nextCursor: null })
      server.answer(getUser, detailsOf(megan))
      server.answer(listTenants, listOf([]))
    },
  })
  const manage = await screen.findByRole('link', { name: 'Manage Megan' })
  await user.click(manage)
  const dialog = within(await findDialog('Manage User'))
  expect(location.search).toBe(`?tab=users&user=${megan.id}`)
  await user.click(dialog.getByLabelText('Close'))
  await waitFor(() => expect(screen.queryByText('Manage User')).not.toBeInTheDocument())
  expect(location.search).toBe('?tab=users')
})

test('a user becomes an administrator after a fresh sign-in, described as specified', async () => {
  const { user, server, dialog, store } = await open(makeUser({ adminRoles: [] }))
  await user.click(dialog.getByLabelText('Administrator'))
  expect(dialog.getByText('System Administrator')).toBeInTheDocument()
  expect(dialog.getByText('Administrators see all tenants.')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Admin roles'), 'Billing{Enter}')
  server.refuse(setUserRole, {
    status: 403,
    code: 'FRESH_SIGN_IN_REQUIRED',
    message: 'Please sign in again',
  })
  await user.click(dialog.getByText('Save'))
  const question = within(await findDialog('Confirm your identity'))
  server.answerWith(setUserRole, () => {
    store({ role: 'admin', isAdmin: true, adminRoles: ['System Administrator', 'Billing'] })
    return makeUser()
  })
  server.answer(signInLocally, { user: administrator })
  await user.type(question.getByLabelText('Password of admin'), 'Right-Password-1{Enter}')
  expect(await screen.findByText('User updated')).toBeInTheDocument()
  expect(server.requestsTo(setUserRole).at(-1)?.body).toEqual({
    isAdmin: true,
    adminRoles: ['System Administrator', 'Billing'],
  })
  expect(server.requestsTo(setUserAccess)).toEqual([])
  await waitFor(() => expect(dialog.getByText('Save')).toHaveAttribute('aria-disabled', 'true'))
  expect(dialog.getByLabelText('Administrator')).toBeChecked()
})

test('role and tenants of others are saved together; the list shows the truth', async () => {
  const { user, server, dialog } = await open(makeUser({ role: 'viewer' }))
  await user.click(dialog.getByLabelText(/^Technician/))
  await user.click(dialog.getByLabelText('The tenants of these groups'))
  await user.click(dialog.getByLabelText(/^Gold/))
  const lists = server.requestsTo(listUsers).length
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('User updated')).toBeInTheDocument()
  expect(server.requestsTo(setUserRole)[0]?.body).toEqual({ isAdmin: false, role: 'technician' })
  expect(server.requestsTo(setUserAccess)[0]?.body).toEqual({
    mode: 'groups',
    tenantIds: [],
    groupIds: [7],
  })
  expect(server.requestsTo(listUsers)).toHaveLength(lists + 1)
  expect(server.requestsTo(getUser)).toHaveLength(2)
})

test('tenants are picked from the list, and only they are sent', async () => {
  const { user, server, dialog } = await open(makeUser())
  expect(await dialog.findByText(/Nothing is selected/)).toBeInTheDocument()
  await user.click(await dialog.findByLabelText(/^Contoso/))
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('User updated')).toBeInTheDocument()
  expect(server.requestsTo(setUserRole)).toEqual([])
  expect(server.requestsTo(setUserAccess)[0]?.body).toMatchObject({
    mode: 'list',
    tenantIds: [contoso.id],
  })
})

test('Enter in a search or in a list of descriptions does not save the user', async () => {
  const { user, server, dialog } = await open(makeUser())
  await user.click(await dialog.findByLabelText(/^Contoso/))
  await user.type(dialog.getByLabelText(/^Search by name/), 'Con{Enter}')
  await user.click(dialog.getByLabelText('Administrator'))
  await user.type(dialog.getByLabelText('Admin roles'), 'Billing{Enter}')
  expect(dialog.getByText('Billing')).toBeInTheDocument()
  expect(server.requestsTo(setUserAccess)).toEqual([])
  expect(server.requestsTo(setUserRole)).toEqual([])
})

test('once something is said to be saved, closing asks nothing', async () => {
  const { user, server, dialog, store } = await open(makeUser({ role: 'viewer' }))
  await user.click(dialog.getByLabelText(/^Technician/))
  const release = server.hold(getUser)
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(server.requestsTo(getUser)).toHaveLength(2))
  expect(screen.queryByText('User updated')).not.toBeInTheDocument()
  store({ role: 'technician' })
  release()
  await screen.findByText('User updated')
  await user.click(dialog.getByText('Close'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(screen.queryByText('Manage User')).not.toBeInTheDocument()
})

test('while a user is saved the dialog cannot be closed, and nothing is asked', async () => {
  const { user, server, dialog, store } = await open(makeUser({ role: 'viewer' }))
  await user.click(dialog.getByLabelText(/^Technician/))
  const release = server.hold(setUserRole)
  await user.click(dialog.getByText('Save'))
  await user.keyboard('{Escape}')
  await user.click(dialog.getByText('Close'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(screen.getByText('Manage User')).toBeInTheDocument()
  store({ role: 'technician' })
  release()
  await screen.findByText('User updated')
  expect(dialog.getByLabelText(/^Technician/)).toBeChecked()
})

test('the fields are locked while they are saved; a change after it is saved alone', async () => {
  const { user, server, dialog, store } = await open(makeUser({ role: 'viewer' }))
  await user.click(dialog.getByLabelText(/^Technician/))
  const release = server.hold(setUserRole)
  await user.dblClick(dialog.getByText('Save'))
  const groups = dialog.getByLabelText('The tenants of these groups')
  expect(groups.closest('fieldset')).toHaveAttribute('aria-disabled', 'true')
  await user.click(groups)
  expect(groups).not.toBeChecked()
  store({ role: 'technician' })
  release()
  await screen.findByText('User updated')
  await user.click(groups)
  await user.click(dialog.getByLabelText(/^Gold/))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('Keep editing'))
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(server.requestsTo(setUserAccess)).toHaveLength(1))
  expect(server.requestsTo(setUserAccess)[0]?.body).toMatchObject({ mode: 'groups' })
  expect(server.requestsTo(setUserRole)).toHaveLength(1)
})

test('what is saved is shown also where the person cannot be read again', async () => {
  const megan = makeUser({ role: 'viewer' })
  const { user, server, dialog } = await open(megan)
  await user.click(dialog.getByLabelText(/^Technician/))
  server.answer(setUserRole, { ...megan, role: 'technician' })
  server.refuse(getUser, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await user.click(dialog.getByText('Save'))
  await screen.findByText('User updated')
  expect(dialog.getByLabelText(/^Technician/)).toBeChecked()
  await user.click(dialog.getByText('Close'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(screen.queryByText('Manage User')).not.toBeInTheDocument()
})

test('what a sync brings too is no change any more', async () => {
  const { user, server, dialog, store } = await open(makeUser({ role: 'viewer' }))
  await user.click(dialog.getByLabelText(/^Technician/))
  server.answerWith(syncUser, () => {
    store({ role: 'technician' })
    return { user: makeUser(), changes: ['Role: Viewer → Technician'] }
  })
  await user.click(dialog.getByText('Sync from M365'))
  await dialog.findByText('Role: Viewer → Technician')
  await waitFor(() => expect(dialog.getByText('Save')).toHaveAttribute('aria-disabled', 'true'))
  await user.click(dialog.getByText('Close'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(screen.queryByText('Manage User')).not.toBeInTheDocument()
})

test('tenants that cannot be loaded are said, and the rest can be used', async () => {
  const { user, server, dialog } = await open(makeUser({ access: { mode: 'all', tenants: null } }))
  server.refuse(listTenants, { status: 503, code: 'UNAVAILABLE', message: 'The list is away.' })
  server.answer(listTenantGroups, { groups: [] })
  await user.click(dialog.getByLabelText('These tenants'))
  expect(
    await dialog.findByText('The tenants could not be loaded. The list is away.'),
  ).toBeInTheDocument()
  await user.click(dialog.getByLabelText('The tenants of these groups'))
  expect(await dialog.findByText(/^There are no tenant groups yet/)).toBeInTheDocument()
  await user.click(dialog.getByLabelText(/^Viewer/))
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('User updated')).toBeInTheDocument()
})

test('the refusal of the server is said, and what was entered stays', async () => {
  const { user, server, dialog } = await open(makeLocalAdministrator())
  const message = 'The last enabled local administrator cannot be demoted'
  server.refuse(setUserRole, { status: 409, code: 'CONFLICT', message })
  await user.click(dialog.getByLabelText('Administrator'))
  expect(
    dialog.getByText(/A local user who is not an administrator cannot sign in/),
  ).toBeInTheDocument()
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('Update Failed')).toBeInTheDocument()
  expect(screen.getByText(message)).toBeInTheDocument()
  expect(dialog.getByLabelText('Administrator')).not.toBeChecked()
})

test('a password that cannot be set says why, and the dialog stays', async () => {
  const { user, server, dialog } = await open(makeLocalAdministrator())
  server.refuse(resetUserPassword, { status: 409, code: 'CONFLICT', message: 'Not possible.' })
  await user.click(dialog.getByText('Set Password'))
  const password = within(await findDialog('Set New Password'))
  await user.type(password.getByLabelText('New password'), 'A-long-Password-2026!{Enter}')
  expect(await screen.findByText('Not possible.')).toBeInTheDocument()
  expect(password.getByLabelText('New password')).toHaveValue('A-long-Password-2026!')
})

test('the password of a Microsoft person is not ours to set', async () => {
  const { user, dialog } = await open(makeUser())
  await user.click(dialog.getByText('Set Password'))
  expect(await screen.findByText('Cannot Reset Password')).toBeInTheDocument()
  expect(
    screen.getAllByText('Microsoft users manage passwords through Microsoft 365'),
  ).not.toHaveLength(0)
  expect(screen.queryByText('Set New Password')).not.toBeInTheDocument()
})

test('the own account can neither be disabled nor demoted; its password and second factor are on another screen', async () => {
  const { user, server, dialog } = await open(
    makeLocalAdministrator({ id: UserId.parse(administrator.id), hasSecondFactor: true }),
  )
  expect(dialog.queryByText('Set Password')).not.toBeInTheDocument()
  expect(dialog.queryByText('Reset second factor')).not.toBeInTheDocument()
  expect(dialog.getByText(/^Your own password and second factor are changed/)).toBeInTheDocument()
  expect(dialog.getByLabelText('Administrator')).toBeDisabled()
  expect(dialog.getByText('Cannot disable your own account')).toBeInTheDocument()
  expect(dialog.queryByText('Disable Account')).not.toBeInTheDocument()
  await user.click(dialog.getByText('Disable Account (Self)'))
  expect(screen.queryByText('Disable this account?')).not.toBeInTheDocument()
  expect(server.requestsTo(toggleUserStatus)).toEqual([])
})

test('disabling says what ends, and can keep the share links', async () => {
  const { user, server, dialog, store } = await open(makeUser({ displayName: 'Megan' }), {
    sessions: 2,
    openShares: 3,
  })
  await user.click(dialog.getByText('Disable Account'))
  const question = within(await findDialog('Disable this account?'))
  expect(question.getByText(/The 2 open sessions end immediately/)).toBeInTheDocument()
  expect(question.getByText('3 open share links of this user end.')).toBeInTheDocument()
  await user.click(question.getByLabelText('Keep their share links open'))
  expect(question.getByText('3 open share links of this user stay open.')).toBeInTheDocument()
  server.answerWith(toggleUserStatus, () => {
    store({ isDisabled: true })
    return { message: 'Megan is disabled.' }
  })
  await user.click(question.getByText('Disable Account'))
  expect(await screen.findByText('Megan is disabled.')).toBeInTheDocument()
  expect(server.requestsTo(toggleUserStatus)[0]?.body).toEqual({ disabled: true, keepShares: true })

  server.answerWith(toggleUserStatus, () => {
    store({ isDisabled: false })
    return { message: 'Megan is enabled.' }
  })
  await user.click(await dialog.findByText('Enable account'))
  expect(await screen.findByText('Account enabled')).toBeInTheDocument()
  expect(server.requestsTo(toggleUserStatus)[1]?.body).toEqual({ disabled: false })
  expect(await dialog.findByText('Disable Account')).toBeInTheDocument()
})

test('an account is said to be disabled once it is shown so', async () => {
  const { user, server, dialog, store } = await open(makeUser())
  await user.click(dialog.getByText('Disable Account'))
  const question = within(await findDialog('Disable this account?'))
  server.answerWith(toggleUserStatus, () => {
    store({ isDisabled: true })
    return { message: 'Megan is disabled.' }
  })
  const release = server.hold(getUser)
  await user.click(question.getByText('Disable Account'))
  await waitFor(() => expect(server.requestsTo(getUser)).toHaveLength(2))
  expect(screen.queryByText('Account disabled')).not.toBeInTheDocument()
  release()
  await screen.findByText('Account disabled')
  expect(dialog.getByText('Enable account')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Disable this account?')).not.toBeInTheDocument())
})

test('a question cannot be closed while its action runs', async () => {
  const { user, server, dialog, store } = await open(makeLocalAdministrator())
  await user.click(dialog.getByText('Disable Account'))
  const question = within(await findDialog('Disable this account?'))
  server.answerWith(toggleUserStatus, () => {
    store({ isDisabled: true })
    return { message: 'Root is disabled.' }
  })
  const release = server.hold(toggleUserStatus)
  await user.click(question.getByText('Disable Account'))
  await user.click(question.getByText('Cancel'))
  await user.keyboard('{Escape}')
  expect(screen.getByText('Disable this account?')).toBeInTheDocument()
  release()
  await screen.findByText('Root is disabled.')
  await waitFor(() => expect(screen.queryByText('Disable this account?')).not.toBeInTheDocument())
})

test('a sync shows its progress, what it changed, and why it failed', async () => {
  const { user, server, dialog } = await open(makeUser())
  server.answer(syncUser, { user: makeUser(), changes: ['Display name: Megan B. → Megan Bowen'] })
  const release = server.hold(syncUser)
  await user.click(dialog.getByText('Sync from M365'))
  expect(await dialog.findByText('Reading from Microsoft...')).toBeInTheDocument()
  release()
  expect(await dialog.findByText('Display name: Megan B. → Megan Bowen')).toBeInTheDocument()
  server.answer(syncUser, { user: makeUser(), changes: [] })
  await user.click(dialog.getByText('Sync from M365'))
  expect(await dialog.findByText('Nothing has changed.')).toBeInTheDocument()
  server.refuse(syncUser, {
    status: 503,
    code: 'UNAVAILABLE',
    message: 'Microsoft did not answer within 10 seconds.',
  })
  await user.click(dialog.getByText('Sync from M365'))
  expect(await dialog.findByText('Microsoft did not answer within 10 seconds.')).toBeInTheDocument()
  expect(dialog.getByText('Check Permissions').closest('a')).toHaveAttribute(
    'href',
    '/azure-config',
  )
})

test('local people are not synced and have no Microsoft sign-in', async () => {
  const { dialog } = await open(makeLocalAdministrator())
  expect(dialog.queryByText('Sync from M365')).not.toBeInTheDocument()
  expect(dialog.queryByText('Last M365 login')).not.toBeInTheDocument()
})

test('a second factor can be taken away where there is one', async () => {
  const { user, server, dialog, store } = await open(
    makeLocalAdministrator({ hasSecondFactor: true }),
  )
  await user.click(dialog.getByText('Reset second factor'))
  const question = within(await findDialog('Reset the second factor?'))
  server.answerWith(resetSecondFactor, () => {
    store({ hasSecondFactor: false })
    return { message: 'The second factor is gone.' }
  })
  const release = server.hold(getUser)
  await user.click(question.getByText('Reset second factor'))
  await waitFor(() => expect(server.requestsTo(getUser)).toHaveLength(2))
  expect(screen.queryByText('Second factor reset')).not.toBeInTheDocument()
  release()
  expect(await screen.findByText('The second factor is gone.')).toBeInTheDocument()
  expect(dialog.queryByText('Reset second factor')).not.toBeInTheDocument()
})

test('the activity log has its columns, goes on by cursor, and says when it is empty', async () => {
  const { user, server, dialog } = await open(makeUser())
  server.answer(listUserActivity, { activityLog: [], nextCursor: null })
  await user.click(dialog.getByText('View Activity Log'))
  expect(await screen.findByText('No activity records found for this user.')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Activity Log')).not.toBeInTheDocument())
  expect(screen.getByText('Manage User')).toBeInTheDocument()

  server.answerWith(listUserActivity, ({ query }) =>
    query.get('cursor') === null
      ? { activityLog: [makeActivity()], nextCursor: 'next' }
      : {
          activityLog: [makeActivity({ action: 'Password changed', success: false })],
          nextCursor: null,
        },
  )
  await user.click(dialog.getByText('View Activity Log'))
  const log = within(await findDialog('Activity Log'))
  const table = within(await log.findByRole('table', { hidden: true }))
  expect(
    table.getAllByRole('columnheader', { hidden: true }).map(({ textContent }) => textContent),
  ).toEqual(['Date & Time', 'Action', 'Method', 'Details', 'Status'])
  expect(table.getByText('Success')).toBeInTheDocument()
  await user.click(log.getByText('Load more'))
  expect(await table.findByText('Password changed')).toBeInTheDocument()
  expect(table.getByText('Failed')).toBeInTheDocument()
  expect(log.queryByText('Load more')).not.toBeInTheDocument()
})

test('an unreadable activity log is shown in the toast Error', async () => {
  const { user, server, dialog } = await open(makeUser())
  server.refuse(listUserActivity, { status: 500, code: 'INTERNAL', message: 'Broken log.' })
  await user.click(dialog.getByText('View Activity Log'))
  const toast = await screen.findByText('Error')
  expect(toast.closest('output')).toHaveTextContent('Broken log.')
  expect(screen.getByText('The activity log could not be loaded')).toBeInTheDocument()
})

test('what is not saved is not lost by an Escape', async () => {
  const { user, dialog } = await open(makeUser())
  await user.click(dialog.getByLabelText(/^Viewer/))
  act(() => dialog.getByText('Save').focus())
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('Keep editing'))
  expect(dialog.getByLabelText(/^Viewer/)).toBeChecked()
  // Elsewhere the focus would leave the dialog hidden from screen readers.
  await waitFor(() => expect(dialog.getByText('Save')).toHaveFocus())
  await user.click(dialog.getByLabelText('Close'))
  await user.click(await screen.findByText('Discard'))
  await waitFor(() => expect(screen.queryByText('Manage User')).not.toBeInTheDocument())
})

test('a person who is gone is said, and an address that names none opens nothing', async () => {
  const { server } = await renderApp({
    person: administrator,
    at: '/admin-panel?tab=users&user=77',
    prepare: (fake) => {
      fake.answer(listUsers, { users: [], total: 0, nextCursor: null })
      fake.refuse(getUser, { status: 404, code: 'NOT_FOUND', message: 'There is no such user.' })
    },
  })
  expect(await screen.findByText('There is no such user.')).toBeInTheDocument()
  expect(server.requestsTo(getUser)).toHaveLength(1)
})
