import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import { getUser, listUsers, setUserEmail, setUserRole } from '@tenantscope/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { listOf } from '../../../testing/tenant-lists.ts'
import { detailsOf, makeLocalAdministrator } from '../../../testing/users.ts'

/** The dialog of a local administrator without an address; the server keeps what is changed. */
async function open() {
  let stored = detailsOf(makeLocalAdministrator({ email: null }))
  const { user: person } = stored
  const app = await renderApp({
    person: administrator,
    at: `/admin-panel?tab=users&user=${person.id}`,
    prepare: (server) => {
      server.answerWith(listUsers, () => ({ users: [stored.user], total: 1, nextCursor: null }))
      server.answerWith(getUser, () => stored)
      server.answer(listTenants, listOf([]))
      server.answer(listTenantGroups, { groups: [] })
    },
  })
  const dialog = within(await findDialog('Manage User'))
  await dialog.findByText('Tenant access')
  const keep = (email: string | null) =>
    app.server.answerWith(setUserEmail, () => {
      stored = { ...stored, user: { ...person, email } }
      return stored.user
    })
  return { ...app, dialog, keep }
}

test('the address of a local account is changed and taken away', async () => {
  const { user, server, dialog, keep } = await open()
  const email = dialog.getByLabelText('Email')
  await user.type(email, ' root@msp')
  await user.click(dialog.getByText('Save'))
  expect(await dialog.findByText('Enter a valid e-mail address')).toBeInTheDocument()
  expect(email).toHaveFocus()
  expect(server.requestsTo(setUserEmail)).toEqual([])
  keep('root@msp.example')
  await user.type(email, '.example ')
  await user.click(dialog.getByText('Save'))
  expect(await screen.findByText('User updated')).toBeInTheDocument()
  expect(server.requestsTo(setUserEmail)[0]?.body).toEqual({ email: 'root@msp.example' })
  expect(server.requestsTo(setUserRole)).toEqual([])
  await waitFor(() => expect(email).toHaveValue('root@msp.example'))
  expect(dialog.getByText('Save')).toHaveAttribute('aria-disabled', 'true')
  keep(null)
  await user.clear(email)
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(server.requestsTo(setUserEmail)).toHaveLength(2))
  expect(server.requestsTo(setUserEmail)[1]?.body).toEqual({ email: null })
})

test('an address that the server refuses is said at its field, and typed over loses the mark', async () => {
  const { user, server, dialog } = await open()
  const message = 'This address cannot get mail'
  const fields = [{ field: 'body.email', message }]
  server.refuse(setUserEmail, { status: 400, code: 'BAD_REQUEST', message, fields })
  await user.type(dialog.getByLabelText('Email'), 'root@msp.example')
  await user.click(dialog.getByText('Save'))
  await waitFor(() => expect(dialog.getByLabelText('Email')).toBeInvalid())
  expect(dialog.getByText(message)).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Email'), 's')
  expect(dialog.getByLabelText('Email')).toBeValid()
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
})
