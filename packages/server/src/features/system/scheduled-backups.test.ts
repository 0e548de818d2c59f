import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { getBackupSchedule, saveBackupSchedule } from '@tenantscope/contract/system'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { createBackupFolder } from '../../db/backup-folder.ts'
import { createSealer } from '../../lib/seal.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createBackupScheduleRepo } from './backup-schedule.repo.ts'
import { createBackupSchedule } from './backup-schedule.service.ts'
import { startDueBackup } from './system.jobs.ts'

const PASSPHRASE = 'the scheduled passphrase'
const SECRET_KEY = Buffer.alloc(32, 5).toString('base64')
const NEVER = new AbortController().signal

let app: TestApp
/** How often the product looks by itself; here only the tests do, by a clock of their own. */
let looking: object[]
beforeAll(async () => {
  app = await createTestApp({ secretKey: SECRET_KEY })
  looking = await rows(`delete from pgboss.schedule where name = 'start-due-backup' returning cron`)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.reset()
  await rm(directory(), { recursive: true, force: true })
  await rows(`update settings set timezone = 'Europe/Berlin'`)
})

const rows = async (text: string) => (await app.database.handle.executeSql(text)).rows
const directory = () => path.join(app.database.dataDir, 'backups')
/** Ours, by the minute when each was made. */
const made = async (): Promise<string[]> => {
  const names = await readdir(directory()).catch(() => [])
  return names
    .filter((name) => /^database-backup-.*\.json$/u.test(name))
    .map((name) => name.slice('database-backup-'.length).slice(0, 'yyyy-mm-ddThh-mm'.length))
    .toSorted()
}

function setClock(to: string): void {
  app.clock.advance({ seconds: (Date.parse(to) - app.clock.now().getTime()) / 1_000 })
}

/** What the product does each minute. */
async function minutePasses(at: string): Promise<void> {
  setClock(at)
  await app.jobs.send(startDueBackup, {})
  await vi.waitFor(
    async () => {
      const [waiting] = await rows(`select count(*)::int as count from pgboss.job
        where name in ('start-due-backup', 'make-backup') and state in ('created', 'active', 'retry')
          and start_after <= now()`)
      expect(waiting).toEqual({ count: 0 })
    },
    { timeout: 30_000, interval: 50 },
  )
}

async function schedule(changes: { keep?: number; time?: string } = {}): Promise<void> {
  const admin = await app.signIn('admin')
  const body = { isEnabled: true, time: '02:30', keep: 3, passphrase: PASSPHRASE, ...changes }
  await admin.call(saveBackupSchedule, { body })
}

const read = async () => (await app.signIn('admin')).call(getBackupSchedule, {})

test('the product looks each minute whether one is due', () => {
  expect(looking).toEqual([{ cron: '* * * * *' }])
})

test('one is made each day at its time, not before and not twice, and as many as wanted stay', async () => {
  setClock('2027-01-10T12:00:00Z')
  await schedule()
  await minutePasses('2027-01-11T01:29:59Z')
  expect(await made()).toEqual([])
  await minutePasses('2027-01-11T01:30:00Z')
  expect(await made()).toEqual(['2027-01-11T01-30'])
  await minutePasses('2027-01-11T01:31:00Z')
  await minutePasses('2027-01-12T01:29:00Z')
  expect(await made()).toEqual(['2027-01-11T01-30'])
  for (const day of ['12', '13', '14']) await minutePasses(`2027-01-${day}T01:30:00Z`)
  expect(await made()).toEqual(['2027-01-12T01-30', '2027-01-13T01-30', '2027-01-14T01-30'])
  expect(await read()).toMatchObject({
    lastSuccessAt: '2027-01-14T01:30:00.000Z',
    nextAt: '2027-01-15T01:30:00.000Z',
  })
}, 120_000)

test('those that were missed while the product was stopped are made up for by one', async () => {
  setClock('2027-02-01T12:00:00Z')
  await schedule()
  await minutePasses('2027-02-02T01:30:00Z')
  await minutePasses('2027-02-06T09:17:00Z')
  await minutePasses('2027-02-06T09:18:00Z')
  expect(await made()).toEqual(['2027-02-02T01-30', '2027-02-06T09-17'])
  expect((await read()).nextAt).toBe('2027-02-07T01:30:00.000Z')
}, 60_000)

test('the clocks of the zone decide when they change: a time that they leave out comes with the next, one that they show twice once', async () => {
  setClock('2027-03-27T12:00:00Z')
  await schedule()
  await minutePasses('2027-03-28T00:59:00Z')
  expect(await made()).toEqual([])
  await minutePasses('2027-03-28T01:00:00Z')
  await minutePasses('2027-03-28T01:30:00Z')
  expect(await made()).toEqual(['2027-03-28T01-00'])
  setClock('2027-10-30T12:00:00Z')
  await schedule()
  await minutePasses('2027-10-31T00:30:00Z')
  await minutePasses('2027-10-31T01:30:00Z')
  expect(await made()).toEqual(['2027-03-28T01-00', '2027-10-31T00-30'])
}, 60_000)

test('one that is switched off is not made', async () => {
  setClock('2027-11-10T12:00:00Z')
  const admin = await app.signIn('admin')
  await admin.call(saveBackupSchedule, {
    body: { isEnabled: false, time: '02:30', keep: 3, passphrase: PASSPHRASE },
  })
  await minutePasses('2027-11-12T12:00:00Z')
  expect(await made()).toEqual([])
})

test('what lies there is named for what it is, the newest first, and nothing else is', async () => {
  await mkdir(directory(), { recursive: true })
  const files = [
    ['2026-01-01T02-30-00-000Z-scheduled.ndjson.gz', 'daily-copy'],
    ['2026-01-02T10-00-00-123Z-before-upgrade.ndjson.gz', 'before-upgrade'],
    ['database-backup-2026-01-03T02-30-00-456Z.json', 'encrypted'],
  ] as const
  const others = ['notes.txt', 'unfinished', 'database-backup-x.json.unfinished']
  for (const name of [...files.map(([each]) => each), ...others])
    await writeFile(path.join(directory(), name), name)
  const { backups } = await read()
  expect(backups.map(({ name, kind }) => [name, kind])).toEqual(files.toReversed())
  expect(backups.map(({ createdAt }) => createdAt)).toEqual([
    '2026-01-03T02:30:00.456Z',
    '2026-01-02T10:00:00.123Z',
    '2026-01-01T02:30:00.000Z',
  ])
  expect(backups[0]?.bytes).toBe(files[2][0].length)
})

/** The schedule's service on a disk that fails as specified while a backup is written. */
function onDisk(failing: { code: string } | { stopped: AbortController }) {
  const { handle, dataDir } = app.database
  return createBackupSchedule({
    repo: createBackupScheduleRepo(handle.db),
    stored: createBackupFolder(dataDir),
    backups: {
      async write(file) {
        await writeFile(file, 'the beginning of a backup')
        if ('code' in failing) throw Object.assign(new Error('write'), failing)
        failing.stopped.abort()
        throw failing.stopped.signal.reason
      },
    },
    sealer: createSealer(parseKeyRing(SECRET_KEY)),
    auditLog: app.people.auditLog,
    clock: app.clock,
    send: () => Promise.resolve(),
    isUnderWay: () => Promise.resolve(false),
  })
}

test.each([
  ['ENOSPC', 'The disk is full'],
  ['EACCES', 'The backups directory is not writable'],
  ['EROFS', 'The backups directory is not writable'],
  ['EIO', 'The backup failed; see the server log'],
])(
  'a disk that fails with %s is named, and the older backups stay',
  async (code, reason) => {
    setClock('2027-12-01T12:00:00Z')
    await schedule({ keep: 1 })
    await minutePasses('2027-12-02T01:30:00Z')
    const before = await readdir(directory())
    setClock('2027-12-03T01:30:00Z')
    await expect(onDisk({ code }).make(NEVER)).rejects.toThrow(reason)
    expect(await readdir(directory())).toEqual(before)
    expect(await read()).toMatchObject({
      lastSuccessAt: '2027-12-02T01:30:00.000Z',
      lastFailure: { at: '2027-12-03T01:30:00.000Z', message: reason },
      nextAt: '2027-12-04T01:30:00.000Z',
    })
    expect(
      await rows(
        `select new_value from security_audit_log where action = 'scheduled backup failed'`,
      ),
    ).toEqual([{ new_value: reason }])
    // The next one that works ends the failure.
    await minutePasses('2027-12-04T01:30:00Z')
    expect(await made()).toEqual(['2027-12-04T01-30'])
    expect((await read()).lastFailure).toBeNull()
  },
  60_000,
)

test('one that the end of the process breaks off is no failure: it is due again, and nothing of it stays', async () => {
  setClock('2027-12-20T12:00:00Z')
  await schedule()
  setClock('2027-12-21T01:30:00Z')
  const stopped = new AbortController()
  await expect(onDisk({ stopped }).make(stopped.signal)).rejects.toThrow('aborted')
  expect(await readdir(directory())).toEqual([])
  expect((await read()).lastFailure).toBeNull()
  await minutePasses('2027-12-21T01:31:00Z')
  expect(await made()).toEqual(['2027-12-21T01-31'])
}, 60_000)

test('what a killed process left unfinished goes with the next one', async () => {
  setClock('2028-01-10T12:00:00Z')
  await schedule()
  await minutePasses('2028-01-11T01:30:00Z')
  await writeFile(path.join(directory(), 'database-backup-x.json.unfinished'), 'half')
  await minutePasses('2028-01-12T01:30:00Z')
  expect((await readdir(directory())).filter((name) => name.endsWith('unfinished'))).toEqual([])
}, 60_000)
