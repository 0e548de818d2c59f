import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ConfigProblems, readConfig, warningsOf } from './config.ts'
import { newCertifiedKey } from './testing/certificates.ts'
import { tlsPair } from './testing/tls-pair.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const guid = '11111111-2222-3333-4444-555555555555'
const certified = newCertifiedKey()

let directory: string
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tenantscope-config-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

function fileWith(text: string): string {
  const file = path.join(directory, `${Math.random()}`)
  writeFileSync(file, text)
  return file
}

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems
    throw error
  }
  return []
}

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 3_000,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3000'),
    hstsIncludesSubdomains: false,
    trustProxy: null,
    tls: null,
    dataDir: path.resolve('data'),
    databaseUrl: null,
    secretKey: null,
    secretKeyFile: null,
    metricsToken: null,
    logLevel: 'info',
    firstAdministrator: null,
    microsoft: null,
    microsoftCloud: 'global',
    federatedTokenFile: null,
    microsoftEndpoint: null,
    sessionGraceSeconds: 30,
    nodeEnv: null,
  })
})

test('an empty variable counts as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', MICROSOFT_CLIENT_ID: '' }).port).toBe(3_000)
})

test('the public address follows the port and TLS unless it is given', () => {
  const tls = { TLS_CERT: tlsPair.cert, TLS_KEY: fileWith(tlsPair.key) }
  expect(readConfig({ PORT: '8080' }).publicUrl.origin).toBe('http://localhost:8080')
  expect(readConfig(tls)).toMatchObject({
    publicUrl: new URL('https://localhost:3000'),
    tls: { cert: tlsPair.cert, key: tlsPair.key.trimEnd() },
  })
  expect(readConfig({ PUBLIC_URL: 'https://x.example' }).publicUrl.origin).toBe('https://x.example')
})

test.each([
  ['1', 1],
  ['10.0.0.0/8', ['10.0.0.0/8']],
  ['10.0.0.1, fd00::/8', ['10.0.0.1', 'fd00::/8']],
])('TRUST_PROXY %s is understood', (given, expected) => {
  expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(expected)
})

test('all problems come together, each with its variable and none with a value', () => {
  const problems = problemsOf({
    PORT: 'many',
    PUBLIC_URL: 'https://x.example/base',
    TRUST_PROXY: 'everybody',
    DATABASE_URL: 'mysql://user:hunter2@host/db',
    SECRET_KEY: 'hunter2',
    METRICS_TOKEN: 'hunter2',
    LOG_LEVEL: 'loud',
    ADMIN_USERNAME: 'admin',
    MICROSOFT_CLIENT_ID: 'hunter2',
    MICROSOFT_CLOUD: 'moon',
    TLS_CERT: '-----BEGIN CERTIFICATE-----',
  })
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'DATABASE_URL',
    'SECRET_KEY',
    'METRICS_TOKEN',
    'LOG_LEVEL',
    'ADMIN_PASSWORD',
    'MICROSOFT_CLIENT_ID',
    'MICROSOFT_CLOUD',
    'TLS_KEY',
  ])
    expect(problems.some((problem) => problem.includes(name))).toBe(true)
  expect(problems.join('\n')).not.toContain('hunter2')
})

test.each([
  ['DATABASE_URL', { SECRET_KEY: key }, 'postgres://db/x', { databaseUrl: 'postgres://db/x' }],
  ['SECRET_KEY', {}, key, { secretKey: key }],
  ['METRICS_TOKEN', {}, 'a-token-of-enough-length', { metricsToken: 'a-token-of-enough-length' }],
  [
    'ADMIN_PASSWORD',
    { ADMIN_USERNAME: 'ada' },
    'Correct-Horse-7',
    { firstAdministrator: { username: 'ada', password: 'Correct-Horse-7' } },
  ],
  [
    'MICROSOFT_CLIENT_SECRET',
    { MICROSOFT_CLIENT_ID: guid, MICROSOFT_TENANT_ID: guid.toUpperCase() },
    'secret',
    {
      microsoft: {
        clientId: guid,
        tenantId: guid,
        credential: { kind: 'secret', secret: 'secret' },
      },
    },
  ],
  [
    'MICROSOFT_CLIENT_CERTIFICATE',
    { MICROSOFT_CLIENT_ID: guid, MICROSOFT_TENANT_ID: guid },
    `${certified.privateKeyPem}${certified.certificatePem}`,
    {
      microsoft: {
        clientId: guid,
        tenantId: guid,
        credential: { kind: 'certificate', ...certified },
      },
    },
  ],
])(
  '%s can come from a file, and its last line break is ignored',
  (name, others, value, expected) => {
    const file = fileWith(`${value}\n`)
    expect(readConfig({ ...others, [`${name}_FILE`]: file })).toMatchObject(expected)
  },
)

test('a secret that is given twice, or whose file is missing or empty, is a problem', () => {
  expect(problemsOf({ SECRET_KEY: key, SECRET_KEY_FILE: fileWith(key) })).toEqual([
    'SECRET_KEY and SECRET_KEY_FILE are both set; keep one of them',
  ])
  expect(problemsOf({ SECRET_KEY_FILE: '/nowhere' })).toEqual([
    'SECRET_KEY_FILE: the file /nowhere cannot be read (ENOENT)',
  ])
  const empty = fileWith('\n')
  expect(problemsOf({ SECRET_KEY_FILE: empty })).toEqual([
    `SECRET_KEY_FILE: the file ${empty} is empty`,
  ])
})

test.each([
  [
    { MICROSOFT_CLIENT_ID: guid },
    'MICROSOFT_CLIENT_ID, MICROSOFT_TENANT_ID and one credential must be set together; missing: MICROSOFT_TENANT_ID, one of MICROSOFT_CLIENT_SECRET, MICROSOFT_CLIENT_CERTIFICATE, MICROSOFT_FEDERATED_TOKEN_FILE',
  ],
  [
    { MICROSOFT_CLIENT_SECRET: 'x' },
    'MICROSOFT_CLIENT_ID, MICROSOFT_TENANT_ID and one credential must be set together; missing: MICROSOFT_CLIENT_ID, MICROSOFT_TENANT_ID',
  ],
  [
    { ADMIN_PASSWORD: 'x' },
    'ADMIN_USERNAME, ADMIN_PASSWORD must be set together; missing: ADMIN_USERNAME',
  ],
  [
    { DATABASE_URL: 'postgres://db/x' },
    'SECRET_KEY: required with DATABASE_URL (32 bytes in base64)',
  ],
])('%o lacks its companions', (environment, problem) => {
  expect(problemsOf(environment)).toEqual([problem])
})

describe('the credential of a provisioned connection', () => {
  const ids = { MICROSOFT_CLIENT_ID: guid, MICROSOFT_TENANT_ID: guid }

  test('may be a file of federated tokens, which alone only makes them available', () => {
    const file = fileWith('a.federated.token')
    const given = { MICROSOFT_FEDERATED_TOKEN_FILE: file }
    expect(readConfig(given)).toMatchObject({ microsoft: null, federatedTokenFile: file })
    expect(readConfig({ ...ids, ...given })).toMatchObject({
      microsoft: { credential: { kind: 'federated' } },
      federatedTokenFile: file,
    })
    expect(problemsOf({ MICROSOFT_FEDERATED_TOKEN_FILE: '/nowhere' })).toEqual([
      'MICROSOFT_FEDERATED_TOKEN_FILE: the file /nowhere cannot be read (ENOENT)',
    ])
  })

  test('is one of its kinds and not two', () => {
    const file = fileWith('a.federated.token')
    const two = { MICROSOFT_CLIENT_SECRET: 'hunter2', MICROSOFT_FEDERATED_TOKEN_FILE: file }
    expect(problemsOf({ ...ids, ...two })).toEqual([
      'MICROSOFT_CLIENT_SECRET and MICROSOFT_FEDERATED_TOKEN_FILE are set together; keep one of them',
    ])
  })

  test('an invalid certificate or key is reported with the other problems, without its text', () => {
    const problems = problemsOf({
      ...ids,
      PORT: 'x',
      MICROSOFT_CLIENT_CERTIFICATE: `${certified.certificatePem}${tlsPair.key}`,
    })
    expect(problems).toEqual([
      expect.stringMatching(/^PORT: /u),
      'MICROSOFT_CLIENT_CERTIFICATE: Microsoft accepts RSA keys only; this key has another type',
    ])
  })
})

test.each([
  'https://127.0.0.1:4000',
  'http://10.0.0.1:4000',
  'http://login.microsoftonline.com',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1:4000/path',
  'http://user@127.0.0.1:4000',
  'nonsense',
])('%s is no address for a simulated Microsoft', (endpoint) => {
  expect(problemsOf({ MICROSOFT_ENDPOINT: endpoint })).toEqual([
    'MICROSOFT_ENDPOINT: a plain http address of this machine, such as http://127.0.0.1:4000',
  ])
})

test('a simulated Microsoft is refused in production unless it is explicitly allowed', () => {
  const production = { MICROSOFT_ENDPOINT: 'http://127.0.0.1:4000', NODE_ENV: 'production' }
  expect(problemsOf(production)).toHaveLength(1)
  expect(problemsOf({ ...production, ALLOW_SIMULATED_MICROSOFT: 'yes' })).toHaveLength(1)
  expect(problemsOf({ ...production, ALLOW_SIMULATED_MICROSOFT: '1' })).toEqual([])
  expect(problemsOf({ MICROSOFT_ENDPOINT: 'http://[::1]:4000' })).toEqual([])
})

test('the grace of a closed tab is shortened only beside a simulated Microsoft', () => {
  const simulated = { MICROSOFT_ENDPOINT: 'http://127.0.0.1:4000' }
  expect(problemsOf({ SESSION_GRACE_SECONDS: '5' })).toEqual([
    'SESSION_GRACE_SECONDS: accepted only with a simulated Microsoft (MICROSOFT_ENDPOINT)',
  ])
  expect(readConfig({ ...simulated, SESSION_GRACE_SECONDS: '5' }).sessionGraceSeconds).toBe(5)
  for (const given of ['0', '31', '1.5', 'soon'])
    expect(problemsOf({ ...simulated, SESSION_GRACE_SECONDS: given })).toEqual([
      'SESSION_GRACE_SECONDS: whole seconds from 1 to 30',
    ])
})

test('several keys are taken for rotation, each of 32 bytes', () => {
  expect(readConfig({ SECRET_KEY: `${key},${key}` }).secretKey).toBe(`${key},${key}`)
  expect(problemsOf({ SECRET_KEY: `${key},short` })).toHaveLength(1)
})

test('SECRET_KEY has one rule: what the start would refuse later is refused here', () => {
  const base64url = Buffer.alloc(32, 251).toString('base64url')
  expect(base64url).toMatch(/[-_]/u)
  expect(problemsOf({ SECRET_KEY: `${key},${base64url}` })).toEqual([
    'SECRET_KEY: Key 2 of 2 is not 32 bytes in base64. Create one with: openssl rand -base64 32',
  ])
})

test('unreadable files are reported with the other problems', () => {
  const problems = problemsOf({ PORT: 'x', TLS_CERT: '/nowhere/c', TLS_KEY: '/nowhere/k' })
  expect(problems).toEqual([
    expect.stringMatching(/^PORT: /u),
    'TLS_CERT: the file /nowhere/c cannot be read (ENOENT)',
    'TLS_KEY: the file /nowhere/k cannot be read (ENOENT)',
  ])
})

test.each([
  ['no PEM', { TLS_CERT: '-----BEGIN nonsense', TLS_KEY: tlsPair.key }],
  ['a key without its certificate', { TLS_CERT: tlsPair.key, TLS_KEY: tlsPair.key }],
])('%s for TLS is a problem of the configuration', (_, environment) => {
  expect(problemsOf(environment)).toEqual([
    expect.stringContaining('TLS_CERT and TLS_KEY: not a certificate in PEM and its key'),
  ])
})

test('a plain http address is refused with a certificate', () => {
  const tls = { TLS_CERT: tlsPair.cert, TLS_KEY: tlsPair.key }
  expect(problemsOf({ ...tls, PUBLIC_URL: 'http://x.example' })).toEqual([
    'PUBLIC_URL: with TLS_CERT it must be an https address',
  ])
  expect(problemsOf({ ...tls, PUBLIC_URL: 'https://x.example' })).toEqual([])
})

test('https by a proxy that is not trusted is warned of', () => {
  const warnings = warningsOf(readConfig({ PUBLIC_URL: 'https://x.example' }))
  expect(warnings).toEqual([expect.stringContaining('Set TRUST_PROXY')])
})

test('an http address of another machine gives a warning', () => {
  const warnings = warningsOf(readConfig({ PUBLIC_URL: 'http://scope.msp.example' }))
  expect(warnings).toEqual([expect.stringContaining('unencrypted')])
})

test.each([
  { PUBLIC_URL: 'https://x.example', TRUST_PROXY: '1' },
  { PUBLIC_URL: 'https://x.example', TLS_CERT: tlsPair.cert, TLS_KEY: tlsPair.key },
  { PUBLIC_URL: 'http://localhost:3000' },
  { PUBLIC_URL: 'http://127.0.0.1:3000' },
  {},
])('%o gives no warning', (environment) => {
  expect(warningsOf(readConfig(environment))).toEqual([])
})
