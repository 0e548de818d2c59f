import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'

import { openDatabase } from '../db/connection.ts'
import { createSealer } from '../lib/seal.ts'
import { parseKeyRing } from '../lib/secret-key.ts'
import {
  copyTemplate,
  makeDataDir,
  quietLogger,
  removeDataDir,
} from '../testing/database-template.ts'
import type { DatabaseCopy } from '../testing/database-template.ts'

const PASSPHRASE = 'a passphrase for the shelf'
const SECRET = 'the mail password of the old one'
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

let folder: string
let backup: string
let backedUp: { code: unknown; output: string }
let old: DatabaseCopy
const copies: DatabaseCopy[] = []

beforeAll(async () => {
  folder = await makeDataDir()
  backup = path.join(folder, 'backup.json')
  await writeFile(path.join(folder, 'passphrase'), `${PASSPHRASE}\n`)
  await writeFile(path.join(folder, 'wrong'), 'another passphrase\n')
  await writeFile(path.join(folder, 'short'), 'short\n')
  await writeFile(path.join(folder, 'empty'), '')
  old = await copyTemplate(inject('databaseTemplate'))
  await change(old, `insert into tenants (id, display_name) values ('old', 'Contoso')`)
  // It also notes the key, without which nothing may be sealed.
  await backUp(path.join(folder, 'first.json'))
  const sealed = createSealer(parseKeyRing(keyOf(1))).seal(SECRET, 'mail_settings.password')
  await change(old, `update mail_settings set sealed_password = '${sealed}'`)
  backedUp = await backUp(backup)
})
afterEach(async () => {
  for (const copy of copies.splice(0)) await copy.remove()
})
afterAll(async () => {
  await old.remove()
  await removeDataDir(folder)
})

async function newInstallation(): Promise<DatabaseCopy> {
  const copy = await copyTemplate(inject('databaseTemplate'))
  copies.push(copy)
  return copy
}

async function rowsOf(copy: DatabaseCopy, statement: string) {
  const database = await openDatabase({ ...copy, logger: quietLogger })
  try {
    return (await database.executeSql(statement)).rows
  } finally {
    await database.close()
  }
}
const change = (copy: DatabaseCopy, statement: string) => rowsOf(copy, statement)
const tenantsOf = async (copy: DatabaseCopy) =>
  (await rowsOf(copy, 'select id from tenants order by id')).map(({ id }) => id)
/** Of what was written, without what starting a command leaves in an installation. */
const stateOf = (copy: DatabaseCopy) =>
  rowsOf(
    copy,
    `select (select count(*)::int from security_audit_log) as entries,
      (select sealed_password from mail_settings) as password, (select last_backup_at from backup_schedule),
      (select string_agg(id, ',' order by id) from tenants) as tenants`,
  )

interface Command {
  readonly script: 'backup.ts' | 'restore.ts'
  readonly args: readonly string[]
  readonly copy: Pick<DatabaseCopy, 'dataDir' | 'databaseUrl'>
  readonly key: string
  readonly passphraseFile?: string | undefined
}

function start({ script, args, copy, key, passphraseFile }: Command) {
  const { dataDir: DATA_DIR, databaseUrl } = copy
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(script, import.meta.url)), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR,
        SECRET_KEY: key,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        ...(passphraseFile !== undefined && {
          BACKUP_PASSPHRASE_FILE: path.join(folder, passphraseFile),
        }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, errors]: [unknown[], string, string]) => ({ code, output: out + errors }),
  )
  return { child, ended }
}

/** No command prints what opens anything, whatever becomes of it. */
async function run(command: Command) {
  const { code, output } = await start(command).ended
  for (const secret of [PASSPHRASE, SECRET, keyOf(1), keyOf(2)])
    expect(output).not.toContain(secret)
  return { code, output }
}

const backUp = (file: string, passphraseFile: string | undefined = 'passphrase') =>
  run({ script: 'backup.ts', args: [file], copy: old, key: keyOf(1), passphraseFile })
const restore = (
  copy: Command['copy'],
  args: readonly string[],
  passphraseFile: string | undefined = 'passphrase',
) => run({ script: 'restore.ts', args, copy, key: keyOf(2), passphraseFile })

test('a backup of one installation is restored into a new one, with its secrets under the new key', async () => {
  const copy = await newInstallation()
  const { code, output } = await restore(copy, [backup])
  expect([code, output]).toEqual([0, expect.stringMatching(/^Restored \d+ rows of the backup of/u)])
  expect(await tenantsOf(copy)).toEqual(['old'])
  const [mail] = await rowsOf(copy, 'select sealed_password from mail_settings')
  const sealed = String(mail?.['sealed_password'])
  const sealer = createSealer(parseKeyRing(keyOf(2)))
  expect(sealer.open(sealed, 'mail_settings.password')).toBe(SECRET)
  const [noted] = await rowsOf(
    copy,
    `select changed_by, details from security_audit_log where action = 'backup restored'`,
  )
  expect(noted).toEqual({
    changed_by: 'operator on the host',
    details: 'its audit trails were intact',
  })
}, 60_000)

test('the backup is noted in the audit, is readable by its owner alone, and is never overwritten', async () => {
  expect(backedUp).toEqual({ code: 0, output: `${backup}: 0 people, 1 tenants\n` })
  const { mode } = await stat(backup)
  expect(mode & 0o777).toBe(0o600)
  const before = await readFile(backup)
  expect(await backUp(backup)).toEqual({ code: 1, output: 'The file is there already.\n' })
  expect(await readFile(backup)).toEqual(before)
  expect(before.toString('latin1')).not.toContain('Contoso')
  const [noted] = await rowsOf(old, `select action, changed_by from security_audit_log`)
  expect(noted).toEqual({
    action: 'database backup made on the host',
    changed_by: 'operator on the host',
  })
}, 60_000)

test.each([
  ['no passphrase', undefined, /^Nobody can be asked here/u],
  ['a short passphrase', 'short', /^Enter a passphrase of at least 12 characters/u],
  ['an empty file of a passphrase', 'empty', /BACKUP_PASSPHRASE_FILE/u],
  ['no such file of a passphrase', 'absent', /BACKUP_PASSPHRASE_FILE/u],
])('a backup with %s is refused and leaves no file', async (_, passphraseFile, reason) => {
  const command = { script: 'backup.ts', copy: old, key: keyOf(1), passphraseFile } as const
  const { code, output } = await run({ ...command, args: [path.join(folder, 'refused.json')] })
  expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([])
})

test('a backup into a folder that is not there is refused', async () => {
  const { code, output } = await backUp(path.join(folder, 'absent', 'backup.json'))
  expect([code, output]).toEqual([1, 'There is no such folder.\n'])
}, 60_000)

test.each([
  ['backup.ts', ['--what']],
  ['backup.ts', ['one', 'two']],
  ['restore.ts', []],
  ['restore.ts', ['one', 'two']],
  ['restore.ts', ['one', '--what']],
] as const)('%s %j is not understood', async (script, args) => {
  const { code, output } = await run({ script, args, copy: old, key: keyOf(1) })
  expect([code, output]).toEqual([2, expect.stringContaining('Exit codes:')])
})

test('what cannot be restored is refused with its reason, and nothing is written', async () => {
  const cut = path.join(folder, 'cut.json')
  const changed = path.join(folder, 'changed.json')
  const other = path.join(folder, 'other.json')
  await copyFile(backup, cut)
  await truncate(cut, 3_000)
  const bytes = await readFile(backup)
  bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1
  await writeFile(changed, bytes)
  await writeFile(other, '{"hello": 1}')
  const copy = await newInstallation()
  await change(copy, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(copy)
  const confirmed = ['--confirm', 'RESTORE']
  const refusals: [string, string | undefined, RegExp][] = [
    [backup, 'wrong', /^The passphrase is wrong\. Nothing was changed\.$/mu],
    [backup, 'absent', /BACKUP_PASSPHRASE_FILE/u],
    [path.join(folder, 'absent.json'), 'passphrase', /^There is no such file\.$/mu],
    [folder, 'passphrase', /^This is no file\.$/mu],
    [cut, 'passphrase', /^The backup is not whole: its end is missing\. Nothing was changed\.$/mu],
    [changed, 'passphrase', /^The backup was changed or is damaged\. Nothing was changed\.$/mu],
    [other, 'passphrase', /not a database backup of Tenantscope\. Nothing was changed\.$/mu],
  ]
  for (const [file, passphraseFile, reason] of refusals) {
    const { code, output } = await restore(copy, [file, ...confirmed], passphraseFile)
    expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  }
  const asked = { script: 'restore.ts', copy, key: keyOf(2) } as const
  const { code, output } = await run({ ...asked, args: [backup, ...confirmed] })
  expect([code, output]).toEqual([1, expect.stringContaining('Nobody can be asked here')])
  expect(await stateOf(copy)).toEqual(before)
}, 120_000)

test('an installation that holds something is replaced only with RESTORE', async () => {
  const copy = await newInstallation()
  await change(copy, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(copy)
  expect(await restore(copy, [backup])).toEqual({
    code: 1,
    output: 'This installation holds data. Give --confirm RESTORE to replace all of it.\n',
  })
  for (const word of ['restore', 'yes', ''])
    expect(await restore(copy, [backup, '--confirm', word])).toEqual({
      code: 1,
      output: 'Not confirmed with RESTORE. Nothing was changed.\n',
    })
  expect(await stateOf(copy)).toEqual(before)
  expect(await restore(copy, [backup, '--confirm', 'RESTORE'])).toMatchObject({ code: 0 })
  expect(await tenantsOf(copy)).toEqual(['old'])
}, 120_000)

test('a refused file makes no database where there is none', async () => {
  const dataDir = await makeDataDir()
  const { code } = await restore({ dataDir, databaseUrl: null }, [backup], 'wrong')
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
  await removeDataDir(dataDir)
})

test('an empty database is not backed up', async () => {
  const copy = await newInstallation()
  await change(copy, 'delete from schema_migrations')
  const command = {
    script: 'backup.ts',
    copy,
    key: keyOf(1),
    passphraseFile: 'passphrase',
  } as const
  const { code, output } = await run({ ...command, args: [path.join(folder, 'none.json')] })
  expect([code, output]).toEqual([1, expect.stringContaining('This database is empty')])
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
}, 60_000)

/** Enough that a command is still at it when it is told to end. */
const MUCH = `insert into security_audit_log (type, action, changed_by, details)
  select 'system', 'much', 'x', md5(g::text) || md5((g + 1)::text) || md5((g + 2)::text)
  from generate_series(1, 20000) as g`

/** Whether a command has got as far as its database. */
async function isOpenElsewhere({ dataDir, databaseUrl }: DatabaseCopy): Promise<boolean> {
  if (databaseUrl === null)
    return (await readdir(dataDir)).some((name) => name.startsWith('owner-'))
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rowCount } = await client.query(
    `select from pg_stat_activity
    where datname = current_database() and application_name = 'tenantscope'`,
  )
  await client.end()
  return rowCount !== 0
}

test('SIGTERM during a backup leaves no file, and during a restore all as it was', async () => {
  const copy = await newInstallation()
  await change(copy, MUCH)
  const large = path.join(folder, 'large.json')
  const backing = {
    script: 'backup.ts',
    copy,
    key: keyOf(1),
    passphraseFile: 'passphrase',
  } as const
  const stopped = start({ ...backing, args: [large] })
  await vi.waitFor(async () => expect(await readdir(folder)).toContain('large.json.unfinished'), {
    timeout: 30_000,
    interval: 5,
  })
  stopped.child.kill('SIGTERM')
  expect(await stopped.ended).toEqual({ code: 1, output: 'Stopped. No backup was made.\n' })
  expect((await readdir(folder)).filter((name) => name.startsWith('large'))).toEqual([])

  expect(await run({ ...backing, args: [large] })).toMatchObject({ code: 0 })
  const target = await newInstallation()
  await change(target, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(target)
  const restoring = start({
    script: 'restore.ts',
    args: [large, '--confirm', 'RESTORE'],
    copy: target,
    key: keyOf(2),
    passphraseFile: 'passphrase',
  })
  await vi.waitFor(async () => expect(await isOpenElsewhere(target)).toBe(true), {
    timeout: 30_000,
    interval: 20,
  })
  restoring.child.kill('SIGTERM')
  expect(await restoring.ended).toEqual({ code: 1, output: 'Stopped. Nothing was changed.\n' })
  expect(await stateOf(target)).toEqual(before)
  // What was broken off is in nobody's way.
  expect(await restore(target, [large, '--confirm', 'RESTORE'])).toMatchObject({ code: 0 })
}, 240_000)
