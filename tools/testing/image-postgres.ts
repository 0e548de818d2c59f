import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { findOnPath, isExecutable, isRoot } from '../processes.ts'
import { asContainerUser } from './container-user.ts'
import type { SystemUser } from './container-user.ts'

export interface ImagePostgres {
  /** The folder of its socket; the server does not listen on TCP. */
  readonly socket: string
  /** Returns the output of psql, run as the user of Tenantscope's container, including refusals. */
  ask(query: string, as: { role: string; password: string }): Promise<string>
  stop(): Promise<void>
}

/** Returns the folder of PostgreSQL's programs including psql, or undefined when none can be run. */
export function postgresPrograms(): string | undefined {
  if (isRoot() && spawnSync('id', ['postgres']).status !== 0) return undefined
  const onPath = findOnPath(['initdb'])
  return [
    ...globSync('/usr/lib/postgresql/{15,16,17,18,19}/bin').toSorted().toReversed(),
    ...(onPath === undefined ? [] : [path.dirname(onPath)]),
  ].find(
    (folder) =>
      ['initdb', 'pg_ctl', 'psql'].every((name) => isExecutable(path.join(folder, name))) &&
      majorOf(folder) >= OLDEST,
  )
}

const OLDEST = 15

const majorOf = (folder: string): number =>
  Number(
    /\d+/u.exec(
      execFileSync(path.join(folder, 'initdb'), ['--version'], { encoding: 'utf8' }),
    )?.[0],
  )

/** Does what PostgreSQL's image does with an empty volume and one script (its docker-entrypoint.sh). */
export async function startLikeImage(
  programs: string,
  { script, password }: { script: string; password: string },
): Promise<ImagePostgres> {
  const identity = serverUser()
  const folder = mkdtempSync(path.join(tmpdir(), 'tenantscope-image-'))
  const data = path.join(folder, 'data')
  const socket = path.join(folder, 'socket')
  const secret = path.join(folder, 'password')
  // The socket is accessible to every user: the test checks PostgreSQL's authentication.
  chmodSync(folder, 0o755)
  mkdirSync(socket)
  writeFileSync(secret, `${password}\n`)
  for (const each of [folder, socket, secret])
    chownSync(each, identity.uid ?? -1, identity.gid ?? -1)

  const run = async (program: string, args: readonly string[], given: NodeJS.ProcessEnv = {}) => {
    const PATH = `${programs}:${process.env['PATH'] ?? ''}`
    const env = { PATH, LC_ALL: 'C.UTF-8', PGDATA: data, ...given }
    await promisify(execFile)(program, [...args], { ...identity, env, cwd: '/' })
  }
  const server = ['-D', data, '-w', '-l', path.join(folder, 'log')]
  const start = () =>
    run('pg_ctl', [...server, '-o', `-c listen_addresses='' -k ${socket}`, 'start'])

  await run('initdb', ['--username=postgres', `--pwfile=${secret}`, '--no-sync'])
  await start()
  await run(script, [], { PGHOST: socket, POSTGRES_USER: 'postgres', POSTGRES_PASSWORD: password })
  await run('pg_ctl', [...server, '-m', 'fast', 'stop'])
  await start()
  return {
    socket,
    async ask(query, as) {
      const program = path.join(programs, 'psql')
      const env = { PGHOST: socket, PGUSER: as.role, PGPASSWORD: as.password, LC_ALL: 'C.UTF-8' }
      const args = ['--no-psqlrc', '--no-align', '--tuples-only', '--dbname=tenantscope']
      const options = { ...asContainerUser(), env, cwd: '/' }
      try {
        const ran = promisify(execFile)(program, [...args, `--command=${query}`], options)
        return (await ran).stdout.trim()
      } catch (error) {
        return String(error)
      }
    },
    async stop() {
      await run('pg_ctl', [...server, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL does not run as root; Debian's package creates its user. */
function serverUser(): SystemUser {
  if (!isRoot()) return {}
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') }
}

const idOfPostgres = (what: '-u' | '-g'): number =>
  Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
