import { getBackupSchedule, runBackup, saveBackupSchedule } from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { answerSystem, makeBackupSchedule } from '../../../testing/system.ts'
import { noTenants } from '../../../testing/tenant-lists.ts'

const stored = makeBackupSchedule({ isEnabled: true, hasPassphrase: true })
/** The values that another user saved meanwhile. */
const newer = { ...stored, time: '05:00', version: 4, directory: '/mnt/backups' }

async function open() {
  const app = await renderApp({
    person: administrator,
    at: '/admin-panel?tab=system',
    prepare: (server) => {
      answerSystem(server, stored)
      server.answer(runBackup, stored)
      server.answer(listTenants, noTenants)
    },
  })
  const card = within(await screen.findByRole('region', { name: 'Scheduled backups' }))
  await card.findByLabelText(/^Time/u)
  /** Another user saves, and the card reads it while it waits for a backup. */
  const readNewer = async () => {
    server.answer(getBackupSchedule, newer)
    await user.click(card.getByRole('button', { name: 'Back up now' }))
    await card.findByText(/into \/mnt\/backups on the host/u)
  }
  const { server, user } = app
  return { ...app, card, readNewer }
}

test('who has saved stays at the button, and the passphrase is gone from its field', async () => {
  const { server, user, card } = await open()
  server.answer(saveBackupSchedule, { ...stored, time: '03:15', version: 4 })
  await user.clear(card.getByLabelText(/^Time/u))
  await user.type(card.getByLabelText(/^Time/u), '03:15')
  await user.type(card.getByLabelText('Passphrase'), 'a long passphrase')
  const save = card.getByRole('button', { name: 'Save schedule' })
  await user.click(save)
  expect(await screen.findByText('Backup schedule saved')).toBeInTheDocument()
  await waitFor(() => expect(save).toHaveAttribute('aria-disabled', 'true'))
  expect(save).toHaveFocus()
  expect(card.getByLabelText(/^Time/u)).toHaveValue('03:15')
  expect(card.getByLabelText('Passphrase')).toHaveValue('')
})

test('a save by another user does not discard entered values', async () => {
  const { server, user, card, readNewer } = await open()
  await user.type(card.getByLabelText('Passphrase'), 'a long passphrase')
  await readNewer()
  expect(card.getByLabelText('Passphrase')).toHaveValue('a long passphrase')
  expect(card.getByLabelText(/^Time/u)).toHaveValue('02:30')

  const refusal = { status: 409, code: 'CONFLICT', message: 'Another user saved' } as const
  server.refuse(saveBackupSchedule, refusal)
  await user.click(card.getByRole('button', { name: 'Save schedule' }))
  await user.click(await card.findByRole('button', { name: 'Load newer' }))
  await waitFor(() => expect(card.getByLabelText(/^Time/u)).toHaveValue('05:00'))
  expect(card.getByLabelText('Passphrase')).toHaveValue('')
  expect(card.queryByRole('button', { name: 'Load newer' })).not.toBeInTheDocument()
  expect(server.requestsTo(saveBackupSchedule)[0]?.body).toMatchObject({ version: 3 })
})

test('unchanged fields follow what another user saves', async () => {
  const { card, readNewer } = await open()
  await readNewer()
  expect(card.getByLabelText(/^Time/u)).toHaveValue('05:00')
})

test('a reverted field follows the saved value of another user', async () => {
  const { user, card, readNewer } = await open()
  const keep = card.getByLabelText(/^Backups kept/u)
  await user.type(keep, '0')
  expect(keep).toHaveDisplayValue('70')
  await user.type(keep, '{Backspace}')
  await readNewer()
  expect(card.getByLabelText(/^Time/u)).toHaveValue('05:00')
  expect(card.getByRole('button', { name: 'Save schedule' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('what is being saved does not change any more, and nothing typed goes with it unseen', async () => {
  const { user, server, card } = await open()
  await user.type(card.getByLabelText('Passphrase'), 'Long-Enough-2026')
  const release = server.hold(saveBackupSchedule)
  server.answer(saveBackupSchedule, { ...stored, version: 4 })
  await user.click(card.getByRole('button', { name: 'Save schedule' }))
  await user.type(card.getByLabelText('Passphrase'), '!')
  expect(card.getByLabelText('Passphrase')).toHaveValue('Long-Enough-2026')
  const fields = card.getByLabelText('Passphrase').closest('fieldset')
  expect(fields).toHaveAttribute('aria-disabled', 'true')
  release()
  expect(await screen.findByText('Backup schedule saved')).toBeInTheDocument()
  await waitFor(() => expect(fields).toHaveAttribute('aria-disabled', 'false'))
})
