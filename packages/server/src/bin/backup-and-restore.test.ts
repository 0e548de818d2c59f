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
import { runCommandHere } from '../testing/run-command.ts'
import { backup } from './backup-command.ts'
import { restore } from './restore-command.ts'

const PASSPHRASE = 'a passphrase for the shelf'
const SECRET = 'the mail password of the old one'
const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')

let folder: string
let backupFile: string
let backedUp: { code: unknown; output: string }
let old: DatabaseCopy
const copies: DatabaseCopy[] = []

beforeAll(async () => {
  folder = await makeDataDir()
  backupFile = path.join(folder, 'backup.json')
  await writeFile(path.join(folder, 'passphrase'), `${PASSPHRASE}\n`)
  await writeFile(path.join(folder, 'wrong'), 'another passphrase\n')
  await writeFile(path.join(folder, 'short'), 'short\n')
  await writeFile(path.join(folder, 'empty'), '')
  old = await copyTemplate(inject('databaseTemplate'))
  await change(old, `insert into tenants (id, display_name) values ('old', 'Contoso')`)
  // It also notes the key, without which nothing may be sealed.
  await run(backingUp(path.join(folder, 'first.json')))
  const sealed = createSealer(parseKeyRing(keyOf(1))).seal(SECRET, 'mail_settings.password')
  await change(old, `update mail_settings set sealed_password = '${sealed}'`)
  backedUp = await runAlone(backingUp(backupFile))
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

interface Run {
  readonly command: 'backup' | 'restore'
  readonly args: readonly string[]
  readonly copy: Pick<DatabaseCopy, 'dataDir' | 'databaseUrl'>
  readonly key: string
  readonly passphraseFile?: string | undefined
}

const environmentOf = ({ copy: { dataDir, databaseUrl }, key, passphraseFile }: Run) => ({
  PATH: process.env['PATH'],
  DATA_DIR: dataDir,
  SECRET_KEY: key,
  ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  ...(passphraseFile !== undefined && {
    BACKUP_PASSPHRASE_FILE: path.join(folder, passphraseFile),
  }),
})

/** In a process of its own. */
function start(given: Run) {
  const file = fileURLToPath(new URL(`${given.command}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...given.args], {
    env: environmentOf(given),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, errors]: [unknown[], string, string]) => ({ code, output: out + errors }),
  )
  return { child, ended }
}

/** No command prints a secret, whatever its outcome. */
async function withoutSecrets<Ended extends { output: string }>(run: Promise<Ended>) {
  const ended = await run
  for (const secret of [PASSPHRASE, SECRET, keyOf(1), keyOf(2)])
    expect(ended.output).not.toContain(secret)
  return ended
}

const COMMANDS = { backup, restore } as const
const run = (given: Run) =>
  withoutSecrets(
    runCommandHere(COMMANDS[given.command], {
      args: given.args,
      environment: environmentOf(given),
    }),
  )
const runAlone = (given: Run) => withoutSecrets(start(given).ended)

const backingUp = (file: string): Run => ({
  command: 'backup',
  args: [file],
  copy: old,
  key: keyOf(1),
  passphraseFile: 'passphrase',
})
const restoring = (
  copy: Run['copy'],
  args: readonly string[],
  passphraseFile: string | undefined = 'passphrase',
): Run => ({ command: 'restore', args, copy, key: keyOf(2), passphraseFile })

test('a backup of one installation is restored into a new one, with its secrets under the new key', async () => {
  const copy = await newInstallation()
  const { code, output } = await runAlone(restoring(copy, [backupFile]))
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
  expect(backedUp).toEqual({ code: 0, output: `${backupFile}: 0 users, 1 tenants\n` })
  const { mode } = await stat(backupFile)
  expect(mode & 0o777).toBe(0o600)
  const before = await readFile(backupFile)
  expect(await run(backingUp(backupFile))).toEqual({
    code: 1,
    output: 'The file already exists. Choose another name.\n',
  })
  expect(await readFile(backupFile)).toEqual(before)
  expect(before.toString('latin1')).not.toContain('Contoso')
  const [noted] = await rowsOf(old, `select action, changed_by from security_audit_log`)
  expect(noted).toEqual({
    action: 'database backup made on the host',
    changed_by: 'operator on the host',
  })
}, 60_000)

test.each([
  ['no passphrase', undefined, /^No terminal is available/u],
  ['a short passphrase', 'short', /^Enter a passphrase of at least 12 characters/u],
  ['an empty file of a passphrase', 'empty', /BACKUP_PASSPHRASE_FILE/u],
  ['no such file of a passphrase', 'absent', /BACKUP_PASSPHRASE_FILE/u],
])('a backup with %s is refused and leaves no file', async (_, passphraseFile, reason) => {
  const given = { command: 'backup', copy: old, key: keyOf(1), passphraseFile } as const
  const { code, output } = await run({ ...given, args: [path.join(folder, 'refused.json')] })
  expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([])
})

test('a backup into a folder that is not there is refused', async () => {
  const { code, output } = await run(backingUp(path.join(folder, 'absent', 'backup.json')))
  expect([code, output]).toEqual([1, 'The folder does not exist.\n'])
}, 60_000)

test.each([
  ['backup', ['--what']],
  ['backup', ['one', 'two']],
  ['restore', []],
  ['restore', ['one', 'two']],
  ['restore', ['one', '--what']],
] as const)('%s %j is not understood', async (command, args) => {
  const { code, output } = await run({ command, args, copy: old, key: keyOf(1) })
  expect([code, output]).toEqual([2, expect.stringContaining('Exit codes:')])
})

test('what cannot be restored is refused with its reason, and nothing is written', async () => {
  const cut = path.join(folder, 'cut.json')
  const changed = path.join(folder, 'changed.json')
  const other = path.join(folder, 'other.json')
  await copyFile(backupFile, cut)
  await truncate(cut, 3_000)
  const bytes = await readFile(backupFile)
  bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1
  await writeFile(changed, bytes)
  await writeFile(other, '{"hello": 1}')
  const copy = await newInstallation()
  await change(copy, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(copy)
  const confirmed = ['--confirm', 'RESTORE']
  const refusals: [string, string | undefined, RegExp][] = [
    [backupFile, 'wrong', /^The passphrase is wrong\. Nothing was changed\.$/mu],
    [backupFile, 'absent', /BACKUP_PASSPHRASE_FILE/u],
    [path.join(folder, 'absent.json'), 'passphrase', /^The file does not exist\.$/mu],
    [folder, 'passphrase', /^The path is not a file\.$/mu],
    [cut, 'passphrase', /^The backup is incomplete: its end is missing\. Nothing was changed\.$/mu],
    [changed, 'passphrase', /^The backup was changed or is damaged\. Nothing was changed\.$/mu],
    [other, 'passphrase', /not a database backup of Tenantscope\. Nothing was changed\.$/mu],
  ]
  for (const [file, passphraseFile, reason] of refusals) {
    const { code, output } = await run(restoring(copy, [file, ...confirmed], passphraseFile))
    expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  }
  const asked = { command: 'restore', copy, key: keyOf(2) } as const
  const { code, output } = await run({ ...asked, args: [backupFile, ...confirmed] })
  expect([code, output]).toEqual([1, expect.stringContaining('No terminal is available')])
  expect(await stateOf(copy)).toEqual(before)
}, 120_000)

test('an installation that holds something is replaced only with RESTORE', async () => {
  const copy = await newInstallation()
  await change(copy, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(copy)
  expect(await run(restoring(copy, [backupFile]))).toEqual({
    code: 1,
    output: 'This installation holds data. Give --confirm RESTORE to replace all of it.\n',
  })
  for (const word of ['restore', 'yes', ''])
    expect(await run(restoring(copy, [backupFile, '--confirm', word]))).toEqual({
      code: 1,
      output: 'Not confirmed with RESTORE. Nothing was changed.\n',
    })
  expect(await stateOf(copy)).toEqual(before)
  expect(await run(restoring(copy, [backupFile, '--confirm', 'RESTORE']))).toMatchObject({
    code: 0,
  })
  expect(await tenantsOf(copy)).toEqual(['old'])
}, 120_000)

test('a refused file makes no database where there is none', async () => {
  const dataDir = await makeDataDir()
  const { code } = await run(restoring({ dataDir, databaseUrl: null }, [backupFile], 'wrong'))
  expect(code).toBe(1)
  expect(await readdir(dataDir)).toEqual([])
  await removeDataDir(dataDir)
})

test('an empty database is not backed up', async () => {
  const copy = await newInstallation()
  await change(copy, 'delete from schema_migrations')
  const given = {
    command: 'backup',
    copy,
    key: keyOf(1),
    passphraseFile: 'passphrase',
  } as const
  const { code, output } = await run({ ...given, args: [path.join(folder, 'none.json')] })
  expect([code, output]).toEqual([1, expect.stringContaining('This database is empty')])
  expect((await readdir(folder)).filter((name) => name.startsWith('none'))).toEqual([])
}, 60_000)

/** Large enough that the command still runs when it receives the signal. */
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
    command: 'backup',
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
  expect(await stopped.ended).toEqual({ code: 1, output: 'Stopped. No backup was created.\n' })
  expect((await readdir(folder)).filter((name) => name.startsWith('large'))).toEqual([])

  expect(await run({ ...backing, args: [large] })).toMatchObject({ code: 0 })
  const target = await newInstallation()
  await change(target, `insert into tenants (id, display_name) values ('mine', 'Mine')`)
  const before = await stateOf(target)
  const broken = start(restoring(target, [large, '--confirm', 'RESTORE']))
  await vi.waitFor(async () => expect(await isOpenElsewhere(target)).toBe(true), {
    timeout: 30_000,
    interval: 20,
  })
  broken.child.kill('SIGTERM')
  expect(await broken.ended).toEqual({ code: 1, output: 'Stopped. Nothing was changed.\n' })
  expect(await stateOf(target)).toEqual(before)
  // An interrupted backup does not block a new one.
  expect(await run(restoring(target, [large, '--confirm', 'RESTORE']))).toMatchObject({ code: 0 })
}, 240_000)
