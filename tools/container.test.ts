import { existsSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { FATAL_EXIT_CODE } from '../packages/server/src/lib/unexpected-end.ts'
import { instructions, partUnder } from './testing/deployment-files.ts'

const compose = readFileSync('compose.yaml', 'utf8')
const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
const service = (name: string): string => partUnder(partUnder(compose, 'services:'), `${name}:`)
const everyone = partUnder(compose, 'x-tenantscope:')

test('the image runs as an unprivileged user and has no shell', () => {
  expect(instructions('USER')).toEqual(['65532:65532'])
  const [base = ''] = readFileSync('Dockerfile', 'utf8').match(/(?<=^FROM )\S+$/mu) ?? []
  expect(base).toMatch(/^gcr\.io\/distroless\/cc-debian12:nonroot@sha256:/u)
  for (const start of ['ENTRYPOINT', 'CMD'])
    expect(JSON.parse(instructions(start)[0] ?? '')).toEqual([expect.any(String)])
  expect(instructions('RUN')).toEqual([])
})

test('every image of others is named by its digest, the same in each file', () => {
  const named = [
    ...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gmu),
    ...compose.matchAll(/^\s+image: (?!tenantscope:)(\S+)$/gmu),
    ...readFileSync('deploy/make-secrets.sh', 'utf8').matchAll(/(postgres:\d\S+)/gu),
  ].map(([, image = '']) => image)
  expect(named).toHaveLength(5)
  for (const image of named) expect(image).toMatch(/^[a-z\d./-]+:[\w.-]+@sha256:[\da-f]{64}$/u)
  const postgres = named.filter((image) => image.startsWith('postgres:'))
  expect(new Set(postgres).size).toBe(1)
})

test('the image has a health check, and writes to its volume only', () => {
  expect(instructions('HEALTHCHECK')[0]).toContain('packages/server/src/bin/health.ts')
  expect(existsSync('packages/server/src/bin/health.ts')).toBe(true)
  expect(instructions('VOLUME')).toEqual(['/data'])
  expect(instructions('ENV')[0]).toContain('NODE_ENV=production')
  expect(instructions('ENV')[0]).toContain('DATA_DIR=/data')
  expect(instructions('COPY').filter((each) => each.includes('--chown'))).toEqual([
    '--from=build --chown=65532:65532 /stage/writable/ /',
  ])
})

test('image, compose file and systemd unit start the supervisor, and start it again', () => {
  const supervisor = 'packages/server/src/bin/supervise.ts'
  expect(existsSync(supervisor)).toBe(true)
  expect(instructions('CMD')).toEqual([`["${supervisor}"]`])
  expect(service('worker')).toContain(`command: [${supervisor}, worker]\n`)
  expect(everyone).toContain('restart: unless-stopped\n')
  const unit = readFileSync('deploy/tenantscope.service', 'utf8').split('\n')
  expect(unit).toContain(`ExecStart=/opt/tenantscope/node_modules/.bin/node ${supervisor}`)
  expect(unit).toContain('Restart=on-failure')
  expect(unit).toContain(`RestartPreventExitStatus=${FATAL_EXIT_CODE}`)
})

test('secrets are not copied into the image', () => {
  const left = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['.git', '.env', 'data', 'deploy/secrets']))
})

test.each(['tenantscope', 'worker'])('%s has minimal privileges and write access', (name) => {
  expect(service(name)).toContain('<<: *tenantscope\n')
  for (const line of [
    'read_only: true',
    "tmpfs: ['/tmp:mode=1777,size=1g']",
    'cap_drop: [ALL]',
    "security_opt: ['no-new-privileges:true']",
  ])
    expect(everyone).toContain(`\n  ${line}\n`)
  expect(service(name)).not.toMatch(/privileged|cap_add|read_only|security_opt|user:|ports:/u)
})

test('secrets are files, and compose.yaml contains no value of one', () => {
  expect(everyone).toContain('DATABASE_URL_FILE: /run/secrets/database_url')
  expect(everyone).toContain('SECRET_KEY_FILE: /run/secrets/secret_key')
  expect(service('postgres')).toContain('POSTGRES_PASSWORD_FILE: /run/secrets/postgres_password')
  expect(compose).not.toMatch(/(?:PASSWORD|SECRET|SECRET_KEY|DATABASE_URL|TOKEN):/u)
})

test('the database is reachable only by its socket and by an ordinary role', () => {
  const postgres = service('postgres')
  expect(postgres).toContain('network_mode: none')
  expect(postgres).not.toContain('ports:')
  // The image makes POSTGRES_USER a superuser.
  expect(postgres).not.toMatch(/POSTGRES_(?:USER|DB|HOST_AUTH_METHOD)/u)
  expect(postgres).toContain(
    '- ./deploy/postgres-role.sh:/docker-entrypoint-initdb.d/tenantscope.sh:ro\n',
  )
})

test('only the proxy is open to the network, and it forwards to Tenantscope', () => {
  expect(service('caddy')).toContain("ports: ['80:80', '443:443', '443:443/udp']")
  expect(compose.match(/ports:/gu)).toHaveLength(1)
  const [port] = instructions('EXPOSE')
  expect(caddyfile).toContain(`reverse_proxy tenantscope:${port ?? '?'}\n`)
  expect(everyone).toContain("TRUST_PROXY: '1'")
})

test('the proxy logs no address and no header, does not buffer, and accepts backups', () => {
  const log = partUnder(caddyfile, 'log {')
  expect(log).toContain('request>uri delete\n')
  expect(log).toContain('request>headers delete\n')
  expect(caddyfile).not.toMatch(/flush_interval|trusted_proxies|header_up/u)
  expect(partUnder(caddyfile, 'request_body')).toContain('max_size 2GB')
})
