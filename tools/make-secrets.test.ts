import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { isRoot } from './processes.ts'
import { CONTAINER_USER } from './testing/container-user.ts'

/** An id that no user of any machine has. */
const OTHER_USER = 54_321
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tenantscope-secrets-'))
  for (const name of ['deploy', 'bin']) mkdirSync(path.join(folder, name))
  for (const name of ['make-secrets.sh', 'postgres-role.sh'])
    copyFileSync(path.join('deploy', name), path.join(folder, 'deploy', name))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const secret = (name: string): string => path.join(folder, 'deploy/secrets', name)
const valueOf = (name: string): string => readFileSync(secret(name), 'utf8')
const asked = (): string => readFileSync(path.join(folder, 'asked'), 'utf8')

/** Writes a fake docker command that records its arguments and then runs the given script. */
function putDocker(does: string): void {
  const program = `#!/bin/sh\nfor each in "$@"; do echo "$each"; done > '${folder}/asked'\n${does}\n`
  writeFileSync(path.join(folder, 'bin/docker'), program, { mode: 0o755 })
}

/** Runs the script as an unprivileged user, even when root runs the tests. */
function makeSecrets(by: 'root' | 'user') {
  if (by === 'user' && isRoot())
    for (const each of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(folder, each), OTHER_USER, OTHER_USER)
  const user = by === 'user' && isRoot() ? { uid: OTHER_USER, gid: OTHER_USER } : {}
  const PATH = `${path.join(folder, 'bin')}:/usr/local/bin:/usr/bin:/bin`
  const { status, stdout, stderr } = spawnSync(path.join(folder, 'deploy/make-secrets.sh'), {
    ...user,
    cwd: '/',
    env: { PATH },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const ownersAndModes = () =>
  ['postgres_password', 'database_url', 'secret_key'].map((name) => {
    const { uid, mode } = statSync(secret(name))
    return [name, uid, (mode & 0o777).toString(8)]
  })

describe.runIf(process.platform === 'linux')('deploy/make-secrets.sh', () => {
  test.runIf(isRoot())(
    'gives the files to the user of the container, readable only by that user',
    () => {
      expect(makeSecrets('root').status).toBe(0)
      expect(ownersAndModes()).toEqual([
        ['postgres_password', 0, '400'],
        ['database_url', CONTAINER_USER, '400'],
        ['secret_key', CONTAINER_USER, '400'],
      ])
      expect(statSync(path.join(folder, 'deploy/secrets')).mode & 0o777).toBe(0o700)
      expect(existsSync(path.join(folder, 'asked'))).toBe(false)
    },
  )

  test('creates a key of 32 bytes and an address that contains the password', () => {
    putDocker('exit 0')
    makeSecrets('user')
    const password = valueOf('postgres_password').trim()
    expect(password).toMatch(/^[0-9a-f]{48}$/u)
    expect(Buffer.from(valueOf('secret_key'), 'base64')).toHaveLength(32)
    const url = new URL(valueOf('database_url').trim())
    expect([url.username, url.password, url.pathname]).toEqual([
      'tenantscope',
      password,
      '/tenantscope',
    ])
    expect(decodeURIComponent(url.hostname)).toBe('/var/run/postgresql')
  })

  test('uses Docker to change the owner when the user may not', () => {
    putDocker('exit 0')
    expect(makeSecrets('user').status).toBe(0)
    expect(asked().split('\n')).toEqual(
      expect.arrayContaining([
        '--network=none',
        `--volume=${folder}/deploy/secrets:/secrets`,
        '--workdir=/secrets',
        'chmod 400 postgres_password database_url secret_key && chown 65532:65532 database_url secret_key',
      ]),
    )
    // An image that compose.yaml uses anyway.
    expect(readFileSync('compose.yaml', 'utf8')).toContain(
      `image: ${
        asked()
          .split('\n')
          .find((each) => each.startsWith('postgres:')) ?? '?'
      }\n`,
    )
  })

  test('reports an error and keeps the files closed when neither is possible', () => {
    putDocker('echo "permission denied" >&2; exit 126')
    const { status, stderr } = makeSecrets('user')
    expect(status).toBe(1)
    expect(stderr).toContain('Run this script again as root, or as a user who can use Docker')
    for (const [, , mode] of ownersAndModes()) expect(mode).toMatch(/^[46]00$/u)
  })

  test('closes files that an earlier version left open, and changes no value', () => {
    putDocker(`chmod 400 '${folder}'/deploy/secrets/*`)
    makeSecrets('user')
    const before = valueOf('secret_key') + valueOf('database_url')
    for (const [name] of ownersAndModes()) chmodSync(secret(String(name)), 0o444)
    rmSync(path.join(folder, 'asked'))
    const { status, stdout } = makeSecrets('user')
    expect([status, stdout]).toEqual([
      0,
      'deploy/secrets exists already; its values were not changed.\n',
    ])
    expect(ownersAndModes().map(([, , mode]) => mode)).toEqual(['400', '400', '400'])
    expect(valueOf('secret_key') + valueOf('database_url')).toBe(before)
  })

  test('lets the user of PostgreSQL run its script for any umask of the checkout', () => {
    putDocker('exit 0')
    chmodSync(path.join(folder, 'deploy/postgres-role.sh'), 0o700)
    makeSecrets('user')
    expect(statSync(path.join(folder, 'deploy/postgres-role.sh')).mode & 0o777).toBe(0o755)
  })
})
