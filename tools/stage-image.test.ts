import { execFile } from 'node:child_process'
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
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'

import { SecurityAuditReport } from '../packages/contract/src/security-audit.ts'
import { codeAt } from '../packages/server/src/testing/authenticator.ts'
import { isRoot } from './processes.ts'
import { CONTAINER_USER } from './testing/container-user.ts'
import { instructions } from './testing/deployment-files.ts'
import { postgresPrograms, startLikeImage } from './testing/image-postgres.ts'
import type { ImagePostgres } from './testing/image-postgres.ts'
import { startStaged } from './testing/staged-server.ts'
import type { StagedServer } from './testing/staged-server.ts'

const run = promisify(execFile)
const MB = 1_000_000
/** Measured size of the base image: glibc, libstdc++, certificates, time zones. */
const LIBRARIES = 23 * MB
const STAGED_WITHIN_MS = 300_000
const STARTED_WITHIN_MS = 120_000

const Command = z.tuple([z.string()])
const Probe = z.tuple([z.literal('/usr/local/bin/node'), z.string()])
const [command] = Command.parse(JSON.parse(instructions('CMD')[0] ?? ''))
const [, health] = Probe.parse(JSON.parse(instructions('HEALTHCHECK')[0]?.split(' CMD ')[1] ?? ''))
const production = Object.fromEntries(
  (instructions('ENV')[0] ?? '').split(' ').map((each): [string, string] => {
    const [name = '', value = ''] = each.split('=')
    return [name, value]
  }),
)

const Enrollment = z.object({ secret: z.string() })
const Package = z.object({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
})
const Lock = z.object({ packages: z.record(z.string(), Package) })
const Bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      cpe: z.string().optional(),
    }),
  ),
})

const read = (...parts: string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'))

/** The image and its programs are for Linux. */
describe.runIf(process.platform === 'linux')('the content of the image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tenantscope-stage-'))
  const app = path.join(folder, 'app')
  const node = path.join(folder, 'node')
  const secret = (name: string) => path.join(folder, 'deploy/secrets', name)
  let servers: StagedServer[] = []

  beforeAll(async () => {
    chmodSync(folder, 0o755)
    if (!existsSync('packages/web/dist/index.html'))
      await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'packages/web'], {
        // Vitest's NODE_ENV would give a development build.
        env: { ...process.env, NODE_ENV: 'production' },
      })
    // From npm's cache.
    const env = { ...process.env, npm_config_prefer_offline: 'true' }
    await run(process.execPath, ['tools/stage-image.ts', app], { env })
    copyFileSync(`node_modules/node-linux-${process.arch}/bin/node`, node)
    // As in the Dockerfile, for any umask of the sources.
    await run('chmod', ['-R', 'a+rX', app, node])
  }, STAGED_WITHIN_MS)

  afterAll(async () => {
    await Promise.all(servers.map((each) => each.stop()))
    rmSync(folder, { recursive: true, force: true })
  }, STARTED_WITHIN_MS)

  const files = () => readdirSync(app, { recursive: true, encoding: 'utf8' })
  const shipped = () =>
    Object.entries(Lock.parse(read(app, 'node_modules/.package-lock.json')).packages).filter(
      ([place, { link }]) => place.includes('node_modules/') && link !== true,
    )

  test('is the program without development files', () => {
    const locked = Lock.parse(read('package-lock.json')).packages
    const names = shipped()
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter(([place]) => locked[place] === undefined)).toEqual([])
    expect(names.filter(([place]) => locked[place]?.dev === true)).toEqual([])
    expect(readdirSync(path.join(app, 'packages')).toSorted()).toEqual(
      ['analysis', 'contract', 'graph-client', 'server', 'web'].toSorted(),
    )
    expect(files().filter((file) => /\.d\.[cm]?ts$|\.map$/u.test(file))).toEqual([])
    expect(files().filter((file) => /^packages\/.*\.test\.ts$/u.test(file))).toEqual([])
    expect(files()).toEqual(
      expect.arrayContaining([
        command,
        health,
        'packages/web/dist/index.html',
        'LICENSE',
        'NOTICE',
      ]),
    )
    // The installed packages are exactly those that npm lists.
    const present = files().filter((file) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/.@][^/]*$/u.test(file),
    )
    const ours = present.filter((file) => file.startsWith('node_modules/@tenantscope/'))
    expect(present.length - ours.length).toBe(names.length)
    expect(ours.map((file) => path.basename(file)).toSorted()).toEqual([
      'analysis',
      'contract',
      'graph-client',
      'server',
    ])
  })

  test('is under 300 MB with Node and the libraries', () => {
    const sizes = files().map((file) => statSync(path.join(app, file)))
    const bytes = sizes.filter((each) => each.isFile()).reduce((sum, { size }) => sum + size, 0)
    expect(bytes).toBeGreaterThan(50 * MB)
    expect(bytes + statSync(node).size + LIBRARIES).toBeLessThan(300 * MB)
  })

  test('is listed in the SBOM package by package, including Node', async () => {
    const { metadata, components } = Bill.parse(read(app, 'sbom.cdx.json'))
    expect(metadata.component).toEqual({ name: 'tenantscope', version: '0.1.0' })
    const purls = new Set(components.map(({ purl }) => decodeURIComponent(purl)))
    const web = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(read('packages/web/package.json'))
    const wanted = [
      ...shipped().map(([place, { version }]) => [
        place.replace(/^.*node_modules\//u, ''),
        version,
      ]),
      ...Object.entries(web.dependencies),
    ].map(([name, version]) => `pkg:npm/${name}@${version}`)
    expect(wanted.filter((purl) => !purls.has(purl))).toEqual([])
    const developers = [...purls].filter((purl) =>
      /vitest|playwright|graph-sim|typescript/u.test(purl),
    )
    expect(developers).toEqual([])

    const { stdout } = await run(node, ['--version'])
    const version = stdout.trim().slice(1)
    expect(components.find(({ name }) => name === 'node')).toEqual({
      name: 'node',
      version,
      purl: `pkg:generic/node@${version}`,
      cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    })
  })

  async function start(environment: Readonly<Record<string, string>>): Promise<StagedServer> {
    const server = await startStaged(
      { app, node },
      { command, health, environment: { ...production, ...environment } },
    )
    servers = [...servers, server]
    return server
  }

  /** Like /data in the image: accessible only to its user. */
  function dataDirectory(name: string): string {
    const data = path.join(folder, name)
    mkdirSync(data, { mode: 0o700 })
    if (isRoot()) chownSync(data, CONTAINER_USER, CONTAINER_USER)
    return data
  }

  test(
    'runs alone on an embedded database, as a user who can write only the data',
    async () => {
      const server = await start({
        DATA_DIR: dataDirectory('embedded'),
        PUBLIC_URL: 'https://scope.example.com',
        TRUST_PROXY: '1',
      })
      expect(await server.health()).toEqual({ code: 0, text: '/readyz returned 200' })
      expect(await server.stop()).toBe(0)
      expect((await server.health()).code).toBe(1)
    },
    STARTED_WITHIN_MS,
  )

  describe.runIf(postgresPrograms() !== undefined)('with the database of compose.yaml', () => {
    let postgres: ImagePostgres | undefined
    let password = ''

    beforeAll(async () => {
      const deploy = path.join(folder, 'deploy')
      const bin = path.join(folder, 'bin')
      for (const each of [deploy, bin]) mkdirSync(each)
      for (const name of ['make-secrets.sh', 'postgres-role.sh'])
        copyFileSync(path.join('deploy', name), path.join(deploy, name))
      // Without root, Docker changes the owner; here the owner stays, and the server runs as that user.
      writeFileSync(path.join(bin, 'docker'), '#!/bin/sh\nchmod 400 secrets/*\n', {
        mode: 0o755,
      })
      const PATH = `${bin}:${process.env['PATH'] ?? ''}`
      await run(path.join(deploy, 'make-secrets.sh'), [], { cwd: folder, env: { PATH } })
      // Docker mounts the files regardless of the folder's permissions.
      chmodSync(path.join(deploy, 'secrets'), 0o711)
      password = readFileSync(secret('postgres_password'), 'utf8').trim()
      const script = path.join(deploy, 'postgres-role.sh')
      postgres = await startLikeImage(postgresPrograms() ?? '', { script, password })
      const url = readFileSync(secret('database_url'), 'utf8')
      const own = url.replace('%2Fvar%2Frun%2Fpostgresql', encodeURIComponent(postgres.socket))
      chmodSync(secret('database_url'), 0o600)
      writeFileSync(secret('database_url'), own)
    }, STARTED_WITHIN_MS)

    afterAll(async () => {
      await Promise.all(servers.map((each) => each.stop()))
      await postgres?.stop()
    }, STARTED_WITHIN_MS)

    test('Tenantscope has an ordinary role, and its password is valid for nothing else', async () => {
      const rights = `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select rolname from pg_roles r join pg_database d on d.datdba = r.oid where datname = current_database())
        from pg_roles where rolname = current_user`
      const ask = (role: string, given: string) => postgres?.ask(rights, { role, password: given })
      expect(await ask('tenantscope', password)).toBe('f|f|f|f|f|tenantscope')
      expect(await ask('tenantscope', 'another')).toContain('password authentication failed')
      expect(await ask('postgres', password)).toContain('Peer authentication failed')
    })

    test(
      'it passes its own security audit',
      async () => {
        const data = dataDirectory('data')
        const server = await start({
          DATA_DIR: data,
          PUBLIC_URL: 'https://scope.example.com',
          TRUST_PROXY: '1',
          DATABASE_URL_FILE: secret('database_url'),
          SECRET_KEY_FILE: secret('secret_key'),
        })
        expect(await server.health()).toEqual({ code: 0, text: '/readyz returned 200' })
        const [username, first] = readFileSync(path.join(data, 'first-admin.txt'), 'utf8').split(
          '\n',
        )
        await server.call('POST', '/api/auth/login', { username, password: first })
        await server.call('POST', '/api/user/change-password', {
          currentPassword: first,
          newPassword: 'Quite-Another-Horse-17',
        })
        const { secret: key } = Enrollment.parse(
          await server.call('POST', '/api/user/second-factor/start'),
        )
        const code = codeAt(key, new Date())
        await server.call('POST', '/api/user/second-factor/confirm', { code })
        const report = SecurityAuditReport.parse(
          await server.call('GET', '/api/admin/security-audit'),
        )
        expect(report.checks.filter(({ passed }) => !passed)).toEqual([])
        expect(report.unverified).toEqual([])
        expect(report.score).toBe('A')
        const evidenceOf = (id: string) => report.checks.find((each) => each.id === id)?.evidence
        expect(evidenceOf('database_security')).toMatch(/its role is not a superuser/iu)
        expect(evidenceOf('session_secret')).toContain('secret_key has mode 400')
        const owners = `select distinct tableowner from pg_tables where schemaname in ('public', 'pgboss')`
        expect(await postgres?.ask(owners, { role: 'tenantscope', password })).toBe('tenantscope')
      },
      STARTED_WITHIN_MS,
    )
  })
})
