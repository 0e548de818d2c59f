import { signInLocally } from '@tenantscope/contract/auth'
import { backUpDatabase, eraseTenant, saveBackupSchedule } from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { FreshSignIn } from '../../../features/fresh-sign-in/fresh-sign-in.tsx'
import { findDialog } from '../../../testing/dialogs.ts'
import { catchDownloads } from '../../../testing/downloads.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { administrator } from '../../../testing/people.ts'
import { renderPart } from '../../../testing/render-part.tsx'
import { answerSystem, makeBackupSchedule } from '../../../testing/system.ts'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { SystemTab } from './system-tab.tsx'

const schedule = makeBackupSchedule({ isEnabled: true, hasPassphrase: true })
const broken = { status: 500, code: 'INTERNAL', message: 'Broken.' } as const
const tooOld = {
  status: 403,
  code: 'FRESH_SIGN_IN_REQUIRED',
  message: 'Please sign in again',
} as const

const open = (prepare: (server: FakeServer) => void) =>
  renderPart(
    <>
      <SystemTab />
      <FreshSignIn />
    </>,
    {
      person: administrator,
      prepare: (server) => {
        answerSystem(server, schedule)
        server.answer(listTenants, listOf([makeTenant({ displayName: 'Contoso' })]))
        prepare(server)
      },
    },
  )

/** As the keyboard and the mouse reach it, though Fluent hides it where there is no layout. */
const buttonIn = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole('button', { name, hidden: true })

async function startBackup(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Database Backup' }))
  const dialog = await findDialog('Database backup')
  await user.type(within(dialog).getByLabelText('Passphrase'), 'a long passphrase')
  await user.type(within(dialog).getByLabelText('Confirm passphrase'), 'a long passphrase')
  await user.click(buttonIn(dialog, 'Download backup'))
  return dialog
}

async function startErasing(user: UserEvent) {
  await user.click(await screen.findByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: /Contoso/u }))
  await user.click(screen.getByRole('button', { name: 'Erase...' }))
  const dialog = await findDialog("Erase this tenant's data?")
  await user.type(
    within(dialog).getByLabelText("Type the tenant's name to confirm"),
    'Contoso{Enter}',
  )
  return dialog
}

test.each([
  ['a backup', backUpDatabase, startBackup, 'Error'],
  ['an erasure', eraseTenant, startErasing, 'Erase failed'],
] as const)(
  '%s in progress is not closed by its close button, and a refusal is shown',
  async (...of) => {
    const [, endpoint, start, title] = of
    const { server, user } = await open((fake) => fake.refuse(endpoint, broken))
    const release = server.hold(endpoint)
    const dialog = await start(user)
    await user.click(buttonIn(dialog, 'Close'))
    expect(dialog).toBeInTheDocument()
    release()
    expect(await screen.findByText(title)).toBeInTheDocument()
    await user.click(buttonIn(dialog, 'Close'))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  },
)

test('a tenant that cannot be erased says why, and the dialog stays', async () => {
  const message = 'This is your own directory. It cannot be erased.'
  const { user } = await open((fake) =>
    fake.refuse(eraseTenant, { status: 409, code: 'CONFLICT', message }),
  )
  const dialog = await startErasing(user)
  expect(await screen.findByText('Erase failed')).toBeInTheDocument()
  expect(within(dialog).getByText(message)).toBeInTheDocument()
})

test('of two acts that want a fresh sign-in one answer lets both go on', async () => {
  catchDownloads()
  const { server, user } = await open((fake) => {
    fake.refuse(saveBackupSchedule, tooOld)
    fake.refuse(backUpDatabase, tooOld)
    fake.answerWith(signInLocally, () => {
      fake.answer(saveBackupSchedule, { ...schedule, version: 4 })
      fake.answerFile(backUpDatabase, { name: 'database-backup.json', content: '{}' })
      return { user: administrator }
    })
  })
  const release = server.hold(saveBackupSchedule)
  await user.type(await screen.findByLabelText(/^Backups kept/u), '0')
  await user.click(screen.getByRole('button', { name: 'Save schedule' }))
  const backup = await startBackup(user)
  const question = within(await findDialog('Confirm your identity'))
  release()
  await user.type(question.getByLabelText('Password of admin'), 'Right-Word-1{Enter}')
  await waitFor(() => expect(backup).not.toBeInTheDocument())
  expect(await screen.findByText('Save schedule')).toBeInTheDocument()
  expect(server.requestsTo(saveBackupSchedule)).toHaveLength(2)
  expect(server.requestsTo(backUpDatabase)).toHaveLength(2)
})
