import {
  backUpDatabase,
  clearCache,
  eraseTenant,
  exportData,
  getBackupSchedule,
  getSystemHealth,
  importData,
  listJobs,
  resetSessions,
  retryJob,
  runBackup,
  saveBackupSchedule,
} from '@tenantscope/contract/system'
import type { BackgroundJob } from '@tenantscope/contract/system'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { findDialog } from '../../../testing/dialogs.ts'
import { catchDownloads } from '../../../testing/downloads.ts'
import type { FakeServer } from '../../../testing/fake-server.ts'
import { holdReading } from '../../../testing/hold-reading.ts'
import { administrator } from '../../../testing/people.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { answerSystem, makeBackupSchedule, noJobs } from '../../../testing/system.ts'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'

const failedJob: z.input<typeof BackgroundJob> = {
  id: '11111111-2222-4333-8444-555555555555',
  name: 'refresh-tenant',
  title: 'Read a tenant',
  state: 'failed',
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:01.000Z',
  endedAt: '2026-11-20T10:00:09.000Z',
  attempts: 3,
  reason: 'Microsoft could not answer',
  tenantId: null,
  tenantName: 'Contoso',
}

async function open(prepare: (server: FakeServer) => void = () => undefined) {
  return renderApp({
    person: administrator,
    at: '/admin-panel?tab=system',
    prepare: (server) => {
      answerSystem(server)
      server.answer(listTenants, listOf([makeTenant({ displayName: 'Contoso' })]))
      prepare(server)
    },
  })
}

const toast = () => screen.getByRole('status')
const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('a health check shows what is wrong first, with what to do', async () => {
  const { user } = await open((server) =>
    server.answer(getSystemHealth, {
      status: 'degraded',
      checkedAt: '2026-11-20T10:00:00.000Z',
      checks: [
        {
          name: 'Database',
          status: 'ok',
          message: 'answers in 2 ms',
          explanation: 'Everything is stored there.',
          nextStep: null,
        },
        {
          name: 'Backups',
          status: 'warning',
          message: 'none was ever made',
          explanation: 'A disk can break.',
          nextStep: 'Set a schedule.',
        },
      ],
    }),
  )
  const health = await card('Health')
  await user.click(health.getByRole('button', { name: 'System Health Check' }))
  expect(await health.findByText('Needs attention')).toBeInTheDocument()
  const rows = within(health.getByRole('list', { name: 'Health checks' })).getAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('Backups: none was ever made')
  expect(rows[0]).toHaveTextContent('Set a schedule.')
  expect(rows[1]).toHaveTextContent('Database: answers in 2 ms')
})

test('a health check that cannot be made says why', async () => {
  const { user } = await open((server) =>
    server.refuse(getSystemHealth, {
      status: 503,
      code: 'UNAVAILABLE',
      message: 'The database is away',
    }),
  )
  const health = await card('Health')
  await user.click(health.getByRole('button', { name: 'System Health Check' }))
  expect(await health.findByText('The database is away')).toBeInTheDocument()
})

test('exported data come as a file', async () => {
  const downloads = catchDownloads()
  const { user } = await open((server) =>
    server.answerFile(exportData, { name: 'system-export-2026-11-20.json', content: '{}' }),
  )
  await user.click((await card('Data')).getByRole('button', { name: 'Export Data' }))
  await waitFor(() =>
    expect(downloads.map(({ name }) => name)).toEqual(['system-export-2026-11-20.json']),
  )
})

test('a backup asks for a passphrase twice, and refuses a short one before it asks the server', async () => {
  const downloads = catchDownloads()
  const { user, server } = await open((fake) =>
    fake.answerFile(backUpDatabase, {
      name: 'database-backup-2026-11-20.json',
      content: '{"format":"tenantscope-database-backup","stats":{"totalUsers":4,"totalTenants":9},',
    }),
  )
  await user.click((await card('Data')).getByRole('button', { name: 'Database Backup' }))
  const dialog = within(await findDialog('Database backup'))
  await user.type(dialog.getByLabelText('Passphrase'), 'short')
  await user.click(dialog.getByRole('button', { name: 'Download backup', hidden: true }))
  expect(
    await dialog.findByText('Enter a passphrase of at least 12 characters'),
  ).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Passphrase'), ' but longer now')
  await user.type(dialog.getByLabelText('Confirm passphrase'), 'another one')
  await user.click(dialog.getByRole('button', { name: 'Download backup', hidden: true }))
  expect(await dialog.findByText('The passphrases do not match')).toBeInTheDocument()
  expect(server.requestsTo(backUpDatabase)).toEqual([])
  await user.clear(dialog.getByLabelText('Confirm passphrase'))
  await user.type(dialog.getByLabelText('Confirm passphrase'), 'short but longer now')
  const letRead = holdReading(server, getBackupSchedule)
  await user.click(dialog.getByRole('button', { name: 'Download backup', hidden: true }))
  await letRead()
  expect(await screen.findByText(/4 users, 9 tenants/u)).toBeInTheDocument()
  expect(downloads.map(({ name }) => name)).toEqual(['database-backup-2026-11-20.json'])
  expect(server.requestsTo(backUpDatabase)[0]?.body).toEqual({ passphrase: 'short but longer now' })
})

const EMPTY = /^WarningBackup appears to be empty\. Check server logs\./u

test.each([
  [{ totalUsers: 0, totalTenants: 0 }, EMPTY],
  [{ totalUsers: 1, totalTenants: 0 }, EMPTY],
  [{ totalUsers: 2, totalTenants: 0 }, /: 2 users, 0 tenants\. Keep/u],
  [{ totalUsers: 1, totalTenants: 1 }, /: 1 user, 1 tenant\. Keep/u],
])('a backup with only its creator causes a warning: %j', async (stats, said) => {
  catchDownloads()
  const { user } = await open((server) =>
    server.answerFile(backUpDatabase, {
      name: 'database-backup.json',
      content: `{"format":"tenantscope-database-backup","stats":${JSON.stringify(stats)},`,
    }),
  )
  await user.click((await card('Data')).getByRole('button', { name: 'Database Backup' }))
  const dialog = within(await findDialog('Database backup'))
  await user.type(dialog.getByLabelText('Passphrase'), 'a long passphrase')
  await user.type(dialog.getByLabelText('Confirm passphrase'), 'a long passphrase')
  await user.click(dialog.getByRole('button', { name: 'Download backup', hidden: true }))
  await waitFor(() => expect(toast()).toHaveTextContent(said))
})

test('a backup that fails says why', async () => {
  const { user } = await open((server) =>
    server.refuse(backUpDatabase, { status: 503, code: 'UNAVAILABLE', message: 'No room left.' }),
  )
  await user.click((await card('Data')).getByRole('button', { name: 'Database Backup' }))
  const dialog = within(await findDialog('Database backup'))
  await user.type(dialog.getByLabelText('Passphrase'), 'a long passphrase')
  await user.type(dialog.getByLabelText('Confirm passphrase'), 'a long passphrase')
  await user.click(dialog.getByRole('button', { name: 'Download backup', hidden: true }))
  expect(await screen.findByText('Error')).toBeInTheDocument()
  expect(toast()).toHaveTextContent(/^ErrorNo room left\./u)
})

const fileOf = (content: string, name = 'export.json') =>
  new File([content], name, { type: 'application/json' })

async function openImport(prepare: (server: FakeServer) => void) {
  const opened = await open(prepare)
  await opened.user.click((await card('Data')).getByRole('button', { name: 'Import Data' }))
  const dialog = within(await findDialog('Import data'))
  return { ...opened, dialog }
}

test('exported data are merged, and what was left out is said', async () => {
  const { user, server, dialog } = await openImport((fake) =>
    fake.answer(importData, {
      kind: 'data',
      recordsImported: 12,
      notes: ['2 local users were left out: they need a password'],
    }),
  )
  await user.upload(dialog.getByLabelText('File'), fileOf('{"format":"tenantscope-export"}'))
  await user.click(await dialog.findByRole('button', { name: 'Import', hidden: true }))
  expect(await screen.findByText('12 records')).toBeInTheDocument()
  expect(screen.getByText(/2 local users were left out/u)).toBeInTheDocument()
  const body = server.requestsTo(importData)[0]?.body
  expect(body).toHaveProperty('file')
  expect(body).not.toHaveProperty('passphrase')
})

test('a backup is restored only with its passphrase and the word typed out', async () => {
  const { user, server, dialog } = await openImport((fake) =>
    fake.answer(importData, { kind: 'backup', recordsImported: 400, notes: [] }),
  )
  const backup = fileOf('{"format":"tenantscope-database-backup"}', 'database-backup.json')
  await user.upload(dialog.getByLabelText('File'), backup)
  await user.click(await dialog.findByRole('button', { name: 'Restore', hidden: true }))
  expect(await dialog.findByText('Enter the passphrase of the backup')).toBeInTheDocument()
  expect(dialog.getByText('Type RESTORE')).toBeInTheDocument()
  expect(server.requestsTo(importData)).toEqual([])
  await user.type(dialog.getByLabelText('Passphrase of the backup'), 'a long passphrase')
  await user.type(dialog.getByLabelText('Type RESTORE to confirm'), 'RESTORE')
  await user.click(dialog.getByRole('button', { name: 'Restore', hidden: true }))
  expect(await screen.findByText('Backup restored')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Sign in again', hidden: true })).toBeInTheDocument()
  expect(server.requestsTo(importData)[0]?.body).toMatchObject({
    passphrase: 'a long passphrase',
    confirmation: 'RESTORE',
  })
})

test('a file that the server refuses says why, and that nothing was imported', async () => {
  const { user, dialog } = await openImport((server) =>
    server.refuse(importData, {
      status: 400,
      code: 'BAD_REQUEST',
      message: 'The file is not an export of Tenantscope',
    }),
  )
  await user.upload(dialog.getByLabelText('File'), fileOf('{}'))
  await user.click(await dialog.findByRole('button', { name: 'Import', hidden: true }))
  expect(await dialog.findByText('Nothing was imported')).toBeInTheDocument()
  expect(dialog.getByText('The file is not an export of Tenantscope')).toBeInTheDocument()
  expect(toast()).toHaveTextContent(/^Import Failed/u)
})

test('a schedule cannot be switched on without a passphrase', async () => {
  const { user, server } = await open((fake) =>
    fake.answer(
      saveBackupSchedule,
      makeBackupSchedule({ isEnabled: true, hasPassphrase: true, version: 4 }),
    ),
  )
  const backups = await card('Scheduled backups')
  await user.click(await backups.findByRole('switch', { name: 'Create a backup every day' }))
  await user.click(backups.getByRole('button', { name: 'Save schedule' }))
  expect(
    await backups.findByText('Enter a passphrase of at least 12 characters'),
  ).toBeInTheDocument()
  expect(server.requestsTo(saveBackupSchedule)).toEqual([])
  await user.type(backups.getByLabelText('Passphrase'), 'a long passphrase')
  await user.click(backups.getByRole('button', { name: 'Save schedule' }))
  expect(await screen.findByText('Backup schedule saved')).toBeInTheDocument()
  expect(server.requestsTo(saveBackupSchedule)[0]?.body).toEqual({
    isEnabled: true,
    time: '02:30',
    keep: 7,
    version: 3,
    passphrase: 'a long passphrase',
  })
})

test('how many are kept is checked at the field', async () => {
  const { user, server } = await open()
  const backups = await card('Scheduled backups')
  const keep = await backups.findByLabelText(/Backups kept/u)
  await user.clear(keep)
  await user.type(keep, '500')
  await user.click(backups.getByRole('button', { name: 'Save schedule' }))
  expect(await backups.findByText('Keep at most 90')).toBeInTheDocument()
  expect(server.requestsTo(saveBackupSchedule)).toEqual([])
})

test('the files on the host are listed, and one that is made now shows itself', async () => {
  const waiting = makeBackupSchedule({ hasPassphrase: true })
  const file = {
    name: 'database-backup-2026-11-20.json',
    createdAt: '2026-11-20T10:00:00.000Z',
    bytes: 2_048,
    kind: 'encrypted' as const,
  }
  const { user, server } = await open((fake) => {
    fake.answer(getBackupSchedule, waiting)
    fake.answer(runBackup, waiting)
  })
  const backups = await card('Scheduled backups')
  expect(await backups.findByText('No backups on this host yet.')).toBeInTheDocument()
  await user.click(backups.getByRole('button', { name: 'Back up now' }))
  expect(await backups.findByRole('button', { name: 'Backing up...' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  server.answer(getBackupSchedule, {
    ...waiting,
    lastSuccessAt: file.createdAt,
    backups: [
      file,
      {
        ...file,
        name: '2026-11-19T10-00-00-000Z-scheduled.ndjson.gz',
        bytes: 9_000,
        kind: 'daily-copy',
      },
    ],
  })
  const name = { name: 'Backups on the host' }
  const table = within(await backups.findByRole('table', name, { timeout: 30_000 }))
  expect(table.getByText('2 kB')).toBeInTheDocument()
  expect(table.getByText('Encrypted backup')).toBeInTheDocument()
  expect(table.getByText('Daily copy of the embedded database')).toBeInTheDocument()
  expect(backups.getByRole('button', { name: 'Back up now' })).not.toHaveAttribute('aria-disabled')
})

test('a job that failed is shown with its reason and can be tried again', async () => {
  const { user, server } = await open((fake) => {
    fake.answer(listJobs, { jobs: [failedJob], counts: { ...noJobs, failed: 1 } })
    fake.answer(retryJob, { message: 'The job is tried again' })
  })
  const jobs = await card('Background jobs')
  expect(await jobs.findByText('Microsoft could not answer')).toBeInTheDocument()
  expect(jobs.getByText('Contoso')).toBeInTheDocument()
  const letRead = holdReading(server, listJobs)
  await user.click(jobs.getByRole('button', { name: 'Retry: Read a tenant' }))
  await letRead()
  expect(await screen.findByText('The job is tried again')).toBeInTheDocument()
  expect(server.requestsTo(retryJob)[0]?.params).toEqual({ jobId: failedJob.id })
})

test('of many jobs those that failed come first, and all are shown on demand', async () => {
  const waiting = Array.from({ length: 14 }, (_, index) => ({
    ...failedJob,
    id: `22222222-2222-4333-8444-${String(index).padStart(12, '0')}`,
    state: 'waiting' as const,
    reason: null,
    attempts: 0,
  }))
  const { user } = await open((server) =>
    server.answer(listJobs, {
      jobs: [...waiting, failedJob],
      counts: { ...noJobs, failed: 1, waiting: 14 },
    }),
  )
  const jobs = await card('Background jobs')
  const list = within(await jobs.findByRole('list', { name: 'Background jobs' }))
  expect(list.getAllByRole('listitem')).toHaveLength(10)
  expect(list.getAllByRole('listitem')[0]).toHaveTextContent('Microsoft could not answer')
  await user.click(jobs.getByRole('button', { name: 'Show all 15' }))
  expect(list.getAllByRole('listitem')).toHaveLength(15)
})

test('jobs that cannot be read can be asked for again', async () => {
  const { user, server } = await open((fake) =>
    fake.refuse(listJobs, { status: 500, code: 'INTERNAL', message: 'Something went wrong' }),
  )
  const jobs = await card('Background jobs')
  await jobs.findByText('Background jobs could not be read')
  server.answer(listJobs, { jobs: [], counts: noJobs })
  await user.click(jobs.getByRole('button', { name: 'Try again' }))
  expect(await jobs.findByText('No jobs are running, waiting or failed.')).toBeInTheDocument()
})

test('sessions are reset only after a question', async () => {
  const { user, server } = await open((fake) =>
    fake.answer(resetSessions, { message: '3 sessions ended', ended: 3 }),
  )
  const maintenance = await card('Maintenance')
  await user.click(maintenance.getByRole('button', { name: 'Reset Sessions' }))
  const question = within(await findDialog('Reset all sessions?'))
  expect(server.requestsTo(resetSessions)).toEqual([])
  await user.click(question.getByRole('button', { name: 'Reset Sessions', hidden: true }))
  expect(await screen.findByText('3 sessions ended')).toBeInTheDocument()
})

test('a reset that fails says so', async () => {
  const { user } = await open((server) =>
    server.refuse(resetSessions, {
      status: 500,
      code: 'INTERNAL',
      message: 'Something went wrong',
    }),
  )
  const maintenance = await card('Maintenance')
  await user.click(maintenance.getByRole('button', { name: 'Reset Sessions' }))
  const question = within(await findDialog('Reset all sessions?'))
  await user.click(question.getByRole('button', { name: 'Reset Sessions', hidden: true }))
  expect(await screen.findByText('Reset Failed')).toBeInTheDocument()
})

test('the cache is cleared', async () => {
  const { user } = await open((server) =>
    server.answer(clearCache, { message: 'The cache was cleared' }),
  )
  await user.click((await card('Maintenance')).getByRole('button', { name: 'Clear cache' }))
  expect(await screen.findByText('The cache was cleared')).toBeInTheDocument()
})

test('a tenant is erased once its name is typed out', async () => {
  const { user, server } = await open((fake) =>
    fake.answer(eraseTenant, { message: 'The data are being erased' }),
  )
  const erase = await card("Erase a tenant's data")
  await user.click(erase.getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: /Contoso/u }))
  await user.click(erase.getByRole('button', { name: 'Erase...' }))
  const dialog = within(await findDialog("Erase this tenant's data?"))
  await user.type(dialog.getByLabelText("Type the tenant's name to confirm"), 'Contos')
  await user.click(dialog.getByRole('button', { name: 'Erase', hidden: true }))
  expect(server.requestsTo(eraseTenant)).toEqual([])
  await user.type(dialog.getByLabelText("Type the tenant's name to confirm"), 'o')
  const letRead = holdReading(server, listTenants)
  await user.click(dialog.getByRole('button', { name: 'Erase', hidden: true }))
  await letRead()
  expect(await screen.findByText('The data are being erased')).toBeInTheDocument()
  expect(server.requestsTo(eraseTenant)[0]?.body).toEqual({ name: 'Contoso' })
})
