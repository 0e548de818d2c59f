import { writeFile } from 'node:fs/promises'
import path from 'node:path'

import { runSecurityAudit } from '@tenantscope/contract/security-audit'
import type { SecurityAuditReport, SecurityCheckId } from '@tenantscope/contract/security-audit'
import { afterEach, expect, inject, test } from 'vitest'

import { openDatabase } from '../../db/connection.ts'
import { makeDataDir, quietLogger, removeDataDir } from '../../testing/database-template.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestAppOptions } from '../../testing/test-app.ts'
import { tlsPair } from '../../testing/tls-pair.ts'
import { checkDatabase } from './checks/database.ts'
import { PROBE_ADDRESS } from './checks/self-probe.ts'
import { createSecurityFactsRepo } from './security-facts.repo.ts'

const isEmbedded = inject('databaseTemplate').engine === 'pglite'
const SECURE = { PUBLIC_URL: 'https://tenantscope.example.com', TRUST_PROXY: '1' }

let app: TestApp | undefined
afterEach(() => app?.close())

async function auditOf(options: TestAppOptions, hours = 0): Promise<SecurityAuditReport> {
  app = await createTestApp(options)
  app.clock.advance({ hours })
  await app.reset()
  const { people } = app
  const { id } = await people.users.addLocal(
    { username: 'asks', displayName: null, password: 'Better-Horse-8-Battery' },
    { mustResetPassword: false },
    { actor: { name: 'test', userId: null }, source: { ipAddress: null, userAgent: null } },
  )
  const source = { ipAddress: '127.0.0.1', userAgent: 'tests' }
  const { cookie } = await people.sessions.start(id, {
    source,
    replaced: null,
    authenticatedAt: app.clock.now(),
  })
  const browser = app.browser()
  const isHttps = app.config.publicUrl.protocol === 'https:'
  browser.cookies.set(`${isHttps ? '__Host-' : ''}tenantscope_session`, cookie)
  return browser.call(runSecurityAudit, {})
}

const failedFor = (evidence: string) => new RegExp(`^failed: .*${evidence}`, 'u')

const verdictOf = ({ checks }: SecurityAuditReport, id: SecurityCheckId) => {
  const { passed, evidence = '' } = checks.find((each) => each.id === id) ?? {}
  return `${passed === false ? 'failed' : 'not failed'}: ${evidence}`
}

test('a server that was tampered with is seen through', async () => {
  const report = await auditOf({
    environment: SECURE,
    alter: ({ fastify }) => {
      fastify.get('/api/back-door', () => ({ open: true }))
      fastify.addHook('onSend', async (_, reply, payload) => {
        void reply.header('access-control-allow-origin', '*')
        void reply.removeHeader('strict-transport-security')
        const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String)
        void reply.removeHeader('set-cookie')
        for (const cookie of cookies)
          void reply.header('set-cookie', cookie.replace('HttpOnly; ', ''))
        return reply.statusCode === 404
          ? `${String(payload)} at load (/app/server/main.js:1:2)`
          : payload
      })
    },
  })
  expect(verdictOf(report, 'input_validation')).toMatch(
    failedFor('Routes that are not in the contract: GET /api/back-door'),
  )
  expect(verdictOf(report, 'cors_configuration')).toMatch(failedFor('Access-Control-Allow-Origin'))
  expect(verdictOf(report, 'https_enforcement')).toMatch(failedFor('HSTS'))
  expect(verdictOf(report, 'session_security')).toMatch(
    failedFor('The session cookie lacks HttpOnly'),
  )
  expect(verdictOf(report, 'error_handling')).toMatch(failedFor('reveals internals'))
})

test('a wrong body that is taken fails input_validation, a write from elsewhere cors_configuration', async () => {
  const report = await auditOf({
    environment: SECURE,
    alter: ({ fastify }) => {
      fastify.addHook('onSend', async (request, reply, payload) => {
        if (request.socket.remoteAddress !== PROBE_ADDRESS || request.method !== 'POST')
          return payload
        void reply.code(200).removeHeader('set-cookie')
        return 'taken'
      })
    },
  })
  expect(verdictOf(report, 'input_validation')).toMatch(failedFor('A wrong body was not refused'))
  expect(verdictOf(report, 'cors_configuration')).toMatch(failedFor('answered with 200'))
  const sessions = report.unverified.find(({ id }) => id === 'session_security')
  expect(sessions?.reason).toBe('The server set no session cookie to check.')
  expect(report.totalChecks + report.unverified.length).toBe(12)
})

test('a careless environment fails what it weakens', async () => {
  const weak = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
  const report = await auditOf({
    environment: {
      PUBLIC_URL: 'http://tenantscope.example.com',
      SECRET_KEY: weak,
      DATABASE_URL: 'postgresql://postgres:postgres@db.example.com/postgres',
      MICROSOFT_ENDPOINT: 'http://127.0.0.1:4999',
    },
    secretKey: weak,
  })
  expect(verdictOf(report, 'https_enforcement')).toMatch(failedFor('traffic is not encrypted'))
  expect(verdictOf(report, 'session_secret')).toMatch(failedFor('Key 1 of 1 is readable text'))
  expect(verdictOf(report, 'password_hashing')).toMatch(failedFor('A new hash has 4 bcrypt rounds'))
  for (const evidence of [
    'MICROSOFT_ENDPOINT is set',
    'NODE_ENV is not production',
    'DATABASE_URL contains a common default password',
    'key 1 of 1 is readable text',
  ])
    expect(verdictOf(report, 'environment_variables')).toMatch(failedFor(evidence))
  expect(report.score).not.toMatch(/[AB]/u)
})

test('without a proxy, with the key in a file, only known vulnerabilities are left unseen', async () => {
  const directory = await makeDataDir()
  const file = path.join(directory, 'secret.txt')
  const secretKey = 'q3J8m1b2ZkX0vS7tYw5uR4nPcL9hD6aEgF2iKoUxVzM='
  await writeFile(file, secretKey, { mode: 0o600 })
  const report = await auditOf({
    environment: {
      PUBLIC_URL: SECURE.PUBLIC_URL,
      TLS_CERT: tlsPair.cert,
      TLS_KEY: tlsPair.key,
      SECRET_KEY_FILE: file,
    },
    secretKey,
  })
  await removeDataDir(directory)
  expect(report.unverifiedParts.map(({ name }) => name)).toEqual(['Known vulnerabilities'])
  expect(verdictOf(report, 'https_enforcement')).toContain('The certificate is valid until 2126')
})

test('without the proxy being named all people share one limit', async () => {
  const report = await auditOf({ environment: { PUBLIC_URL: SECURE.PUBLIC_URL } })
  expect(verdictOf(report, 'rate_limiting')).toMatch(failedFor('TRUST_PROXY is not set'))
})

test('on this machine alone http still fails, and the evidence says where it is', async () => {
  const report = await auditOf({})
  expect(verdictOf(report, 'https_enforcement')).toMatch(
    failedFor('only this machine can reach it'),
  )
  expect(verdictOf(report, 'session_secret')).toMatch(
    failedFor('after the next start no secret can be decrypted'),
  )
  const { severity } = report.checks.find(({ id }) => id === 'https_enforcement') ?? {}
  expect(severity).toBe('high')
})

test('Node.js past its support fails dependency_security', async () => {
  const report = await auditOf({ environment: SECURE }, 24 * 366 * 40)
  expect(verdictOf(report, 'dependency_security')).toMatch(
    failedFor('The support of Node.js v[0-9.]+ ended'),
  )
})

test.runIf(!isEmbedded)('database_security goes by the role and the password', async () => {
  app = await createTestApp()
  const { handle, databaseUrl } = app.database
  const role = `scope_test_${process.pid}`
  await handle.executeSql(`create role ${role} login superuser password 'qV8-rT2-xL5'`)
  const url = new URL(databaseUrl ?? '')
  url.username = role
  url.password = 'qV8-rT2-xL5'
  const own = await openDatabase({ databaseUrl: url.href, dataDir: '', logger: quietLogger })
  const facts = createSecurityFactsRepo(own.db)
  const verdict = (of: string) =>
    checkDatabase({ kind: 'postgres', facts, config: { databaseUrl: of, dataDir: '' } })
  try {
    expect(await verdict(url.href)).toMatchObject({
      passed: false,
      evidence: expect.stringContaining('is a superuser') as unknown,
    })
    await handle.executeSql(`alter role ${role} nosuperuser`)
    expect(await verdict(url.href)).toMatchObject({ passed: true })
    const bare = 'postgresql://scope@db.example.com/scope'
    expect(await verdict(bare)).toMatchObject({
      passed: false,
      evidence: expect.stringContaining('holds no password') as unknown,
    })
  } finally {
    await own.close()
    await handle.executeSql(`drop role ${role}`)
  }
})
