import { UserId } from '@tenantscope/contract/ids'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import { deleteUser, getUser, listUsers } from '@tenantscope/contract/users'
import type { AdminUser } from '@tenantscope/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listOf } from '../../../testing/tenant-lists.ts'
import { detailsOf, makeLocalAdministrator, makeUser } from '../../../testing/users.ts'
import type { UserDetails } from '../../../testing/users.ts'

/** Opens a user's dialog by its address. */
async function open(user: AdminUser, changes: Partial<UserDetails> = {}) {
  const app = await renderApp({
    person: administrator,
    at: `/admin-panel?tab=users&user=${user.id}`,
    prepare: (server) => {
      server.answer(listUsers, { users: [user], total: 1, nextCursor: null })
      server.answer(getUser, detailsOf(user, changes))
      server.answer(listTenants, listOf([]))
      server.answer(listTenantGroups, { groups: [] })
    },
  })
  const dialog = within(await findDialog('Manage User'))
  await dialog.findByText('Tenant access')
  return { ...app, dialog }
}

test('an account is deleted after its name is typed; the dialog says what goes and what stays', async () => {
  const megan = makeUser({ displayName: 'Megan Bowen' })
  const { user, server, dialog } = await open(megan, { openShares: 2 })
  await user.click(dialog.getByRole('button', { name: 'Delete account', hidden: true }))
  const question = within(await findDialog('Delete this account?'))
  expect(question.getByText(/Tenant grants, saved views, preferences/)).toBeInTheDocument()
  expect(question.getByText(/continue in your name/)).toBeInTheDocument()
  expect(question.getByText(/gets a new account with the next Microsoft sign-in/)).toBeVisible()
  const submit = question.getByRole('button', { name: 'Delete account', hidden: true })
  expect(submit).toHaveAttribute('aria-disabled', 'true')
  await user.click(question.getByLabelText('Keep 2 open share links open, in your name'))
  await user.type(question.getByLabelText("Type the user's name to confirm"), 'Megan Bowen')
  server.refuse(deleteUser, { status: 409, code: 'CONFLICT', message: 'The last one.' })
  await user.click(submit)
  expect(await question.findByText('The last one.')).toBeInTheDocument()
  server.answerWith(deleteUser, () => {
    server.answer(listUsers, { users: [], total: 0, nextCursor: null })
    return { message: 'Megan Bowen is deleted and signed out.' }
  })
  await user.click(submit)
  expect(await screen.findByText('Account deleted')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Manage User')).not.toBeInTheDocument())
  expect(server.requestsTo(deleteUser).at(-1)?.query.get('keepShares')).toBe('true')
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: 'Manage Megan Bowen' })).not.toBeInTheDocument(),
  )
})

test('the own account cannot be deleted here', async () => {
  const { dialog } = await open(makeLocalAdministrator({ id: UserId.parse(administrator.id) }))
  expect(
    dialog.queryByRole('button', { name: 'Delete account', hidden: true }),
  ).not.toBeInTheDocument()
})
