import { listLicenses } from '@tenantscope/contract/licenses'
import { importData } from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { FakeEventSource } from '../../../testing/fake-event-source.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { makeAdminLicense } from '../../../testing/licenses.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp, signInAs } from '../../../testing/render-app.tsx'
import { answerSystem } from '../../../testing/system.ts'
import { noTenants } from '../../../testing/tenant-lists.ts'

/** Comes from License Management, whose page is the one to go back to. */
async function open(prepare: (server: FakeServer) => void) {
  const app = await renderApp({
    person: administrator,
    at: '/admin-licenses',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(listLicenses, [makeAdminLicense({ displayName: 'Old name' })])
      answerSystem(server)
      prepare(server)
    },
  })
  const { user } = app
  await screen.findByText('Old name')
  await user.click(screen.getByRole('button', { name: /^Account: / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Admin Panel' }))
  const tabs = within(await screen.findByRole('navigation', { name: 'Admin Panel' }))
  await user.click(tabs.getByRole('link', { name: 'System' }))
  await user.click(await screen.findByRole('button', { name: 'Import Data' }))
  return { ...app, dialog: within(await findDialog('Import data')) }
}

type Dialog = Awaited<ReturnType<typeof open>>['dialog']

const fileOf = (content: string) => new File([content], 'export.json', { type: 'application/json' })

async function restore(user: UserEvent, dialog: Dialog) {
  await user.upload(
    dialog.getByLabelText('File'),
    fileOf('{"format":"tenantscope-database-backup"}'),
  )
  await user.type(await dialog.findByLabelText('Passphrase of the backup'), 'a long passphrase')
  await user.type(dialog.getByLabelText('Type RESTORE to confirm'), 'RESTORE')
  await user.click(dialog.getByRole('button', { name: 'Restore', hidden: true }))
}

function endSession(server: FakeServer) {
  signInAs(server, null)
  FakeEventSource.current?.break()
}

const findLogin = () => screen.findByRole('link', { name: 'Sign in with Microsoft' })

test('what was imported is on screens that were read before', async () => {
  const { server, user, dialog } = await open((fake) =>
    fake.answer(importData, { kind: 'data', recordsImported: 1, notes: [] }),
  )
  await user.upload(dialog.getByLabelText('File'), fileOf('{"format":"tenantscope-export"}'))
  server.answer(listLicenses, [makeAdminLicense({ displayName: 'New name' })])
  await user.click(await dialog.findByRole('button', { name: 'Import', hidden: true }))
  await user.click(await screen.findByText('Close'))
  history.go(-2)
  expect(await screen.findByText('New name')).toBeInTheDocument()
})

test('cancelling the fresh sign-in restores nothing, and an ended session is reported', async () => {
  const { server, user, dialog } = await open((fake) =>
    fake.refuse(importData, {
      status: 403,
      code: 'FRESH_SIGN_IN_REQUIRED',
      message: 'Please sign in again',
    }),
  )
  await restore(user, dialog)
  await findDialog('Confirm your identity')
  history.go(-2)
  expect(await screen.findByText('Old name')).toBeInTheDocument()
  expect(await screen.findByText('Import Failed')).toBeInTheDocument()
  expect(server.requestsTo(importData)).toHaveLength(1)
  endSession(server)
  expect(await findLogin()).toBeInTheDocument()
})

test('a restored backup is read of before the session ends, and who goes back signs in again', async () => {
  const { server, user, dialog } = await open((fake) =>
    fake.answer(importData, { kind: 'backup', recordsImported: 400, notes: [] }),
  )
  await restore(user, dialog)
  expect(await screen.findByText('Backup restored')).toBeInTheDocument()
  endSession(server)
  history.go(-2)
  expect(await findLogin()).toBeInTheDocument()
})
