import { chmod, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import {
  SecurityCheckId,
  forcePasswordReset,
  getSecurityStatus,
  listSecurityAuditReports,
  runSecurityAudit,
} from '@tenantscope/contract/security-audit'
import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import { recordFingerprints } from '../../db/key-ring.ts'
import { parseKeyRing } from '../../lib/secret-key.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { createOrdinaryRoleDatabase } from '../../testing/ordinary-role.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestAppOptions } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const SECRET_KEY = 'q3J8m1b2ZkX0vS7tYw5uR4nPcL9hD6aEgF2iKoUxVzM='
const HASH = `$2b$12$${'a'.repeat(53)}`
const isEmbedded = inject('databaseTemplate').engine === 'pglite'

/** An installation as the operator's guide asks for. */
const SECURE: Record<string, string> = {
  PUBLIC_URL: 'https://tenantscope.example.com',
  TRUST_PROXY: '1',
  NODE_ENV: 'production',
  SECRET_KEY,
  ...(isEmbedded ? {} : { DATABASE_URL: 'postgresql://scope:qV8-rT2-xL5@127.0.0.1/scope' }),
}
/** The parts that a healthy installation cannot verify itself. */
const UNSEEN = [
  ['session_secret', 'Read access to the secret key'],
  ['rate_limiting', 'Client addresses from the proxy'],
  ['https_enforcement', 'Certificate of the proxy'],
  ['https_enforcement', 'Responses through the proxy'],
  ['dependency_security', 'Known vulnerabilities'],
]

async function secureApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { environment, ...others } = options
  return createTestApp({
    environment: { ...SECURE, ...environment },
    secretKey: environment?.['SECRET_KEY'] ?? SECRET_KEY,
    passwordCost: 12,
    ...others,
  })
}

/** Empty but for a local administrator with a good password, and an administrator who asks. */
async function settled(app: TestApp): Promise<TestBrowser> {
  await app.reset()
  const { db } = app.database.handle
  await recordFingerprints({ db }, parseKeyRing(app.config.secretKey ?? ''))
  await db
    .insertInto('users')
    .values({
      username: 'admin',
      password: HASH,
      role: 'admin',
      isAdmin: true,
      passwordRule: 2,
    })
    .execute()
  return signedIn(app)
}

async function signedIn(app: TestApp): Promise<TestBrowser> {
  const browser = await app.signIn('admin')
  const cookie = browser.cookies.get('tenantscope_session') ?? ''
  if (app.config.publicUrl.protocol === 'https:')
    browser.cookies.set('__Host-tenantscope_session', cookie)
  return browser
}

const audit = (browser: TestBrowser) => browser.call(runSecurityAudit, {})
const failedOf = ({ checks }: SecurityAuditReport) =>
  checks.filter(({ passed }) => !passed).map(({ id }) => id)
const evidenceOf = ({ checks }: SecurityAuditReport, id: SecurityCheckId) =>
  checks.find((check) => check.id === id)?.evidence ?? ''

let database: TestDatabase
let app: TestApp
let admin: TestBrowser
const sql = (text: string) => app.database.handle.executeSql(text)

beforeAll(async () => {
  database = await createOrdinaryRoleDatabase()
  app = await secureApp({ database })
})
beforeEach(async () => {
  admin = await settled(app)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

test('with all met the grade is A, and every check says what it measured', async () => {
  const report = await audit(admin)
  expect([failedOf(report), report.unverified]).toEqual([[], []])
  expect([report.score, report.numericScore, report.totalChecks]).toEqual(['A', 100, 12])
  expect(report.checks.map(({ id }) => id)).toEqual(SecurityCheckId.options)
  for (const { evidence, howToFix, description } of report.checks) {
    expect(evidence).toMatch(/^\S.{20,}\.$/u)
    expect(howToFix.length).toBeGreaterThan(20)
    expect(description.length).toBeGreaterThan(20)
  }
  const output = JSON.stringify([report, app.log])
  for (const secret of [SECRET_KEY, HASH, 'qV8-rT2-xL5']) expect(output).not.toContain(secret)
})

test('unverified checks are listed separately, outside the total, with the reason and instructions', async () => {
  const { unverifiedParts } = await audit(admin)
  expect(unverifiedParts.map(({ checkId, name }) => [checkId, name])).toEqual(UNSEEN)
  for (const { reason, howToVerify } of unverifiedParts) {
    expect(reason).toMatch(/^[A-Z].{20,}\.$/u)
    expect(howToVerify.length).toBeGreaterThan(20)
  }
  expect(unverifiedParts.map(({ howToVerify }) => howToVerify).join()).toContain(
    'openssl s_client -connect tenantscope.example.com:443 -servername tenantscope.example.com',
  )
})

const lastingSession = (seen: string, expires: string, id = 'f'.repeat(64)) =>
  `insert into sessions (id, user_id, created_at, last_seen_at, expires_at)
   select '${id}', id, now(), now() + interval '${seen}', now() + interval '${expires}'
   from users where username = 'admin'`

test.each([
  [
    'password_hashing',
    `update users set password = '$2b$10$' || repeat('a', 53) where username = 'admin'`,
    '1 stored password below 12 rounds',
  ],
  [
    'password_hashing',
    `update users set password = 'plain' where username = 'admin'`,
    'not a bcrypt hash: 1',
  ],
  ['session_secret', `update installation set secret_key_fingerprints = '{}'`, 'has not recorded'],
  [
    'admin_password_strength',
    `update users set has_default_password = true where username = 'admin'`,
    'A default password: admin',
  ],
  [
    'admin_password_strength',
    `update users set password_rule = null where username = 'admin'`,
    'under the current policy: admin',
  ],
  [
    'admin_password_strength',
    `update users set must_reset_password = true where username = 'admin'`,
    'has to be replaced: admin',
  ],
  ['session_security', lastingSession('0 hours', '9 hours'), 'lasts 9 hours idle; 8 are allowed'],
  ['session_security', lastingSession('24 hours', '30 hours'), 'lasts 30 hours; 24 are allowed'],
  [
    'session_security',
    lastingSession('0 hours', '1 hour', 'the-cookie-itself'),
    'not stored as a hash',
  ],
  ['session_security', lastingSession('-6 hours', '-3 hours'), 'expired long ago'],
] as const)('%s fails by what is stored: %s', async (id, change, evidence) => {
  await sql(change)
  const report = await audit(admin)
  expect(failedOf(report)).toEqual([id])
  expect(evidenceOf(report, id)).toContain(evidence)
})

test('disabled people and people of Microsoft are not asked for a password of the rule', async () => {
  await sql(`update users set is_disabled = true, password_rule = null where username = 'admin'`)
  expect(failedOf(await audit(admin))).toEqual([])
})

test('rate_limiting fails when failures are not counted, and leaves nothing behind', async () => {
  await sql(`
    create function forget() returns trigger language plpgsql as
      $$ begin new.failed_at := now() - interval '1 day'; return new; end $$;
    create trigger forget before insert on sign_in_address_failures
      for each row execute function forget()`)
  const report = await audit(admin)
  await sql('drop function forget cascade')
  expect(failedOf(report)).toEqual(['rate_limiting'])
  expect(evidenceOf(report, 'rate_limiting')).toContain(
    '6 failed sign-ins from one address were accepted',
  )
  await sql(
    `insert into sign_in_address_failures (ip_address, failed_at) values ('203.0.113.9', now())`,
  )
  await audit(admin)
  const left = await sql('select ip_address from sign_in_address_failures')
  expect(left.rows).toEqual([{ ip_address: '203.0.113.9' }])
  expect((await sql('select 1 from sign_in_account_failures')).rows).toEqual([])
})

test('environment_variables fails with a secret that others can read', async () => {
  const file = path.join(app.database.dataDir, 'backup.env')
  await writeFile(file, 'SECRET=1', { mode: 0o644 })
  await chmod(file, 0o644)
  const report = await audit(admin)
  await rm(file)
  expect(failedOf(report)).toEqual(['environment_variables'])
  expect(evidenceOf(report, 'environment_variables')).toContain('backup.env')
})

test.runIf(isEmbedded)(
  'database_security fails when others may use the data directory',
  async () => {
    await chmod(app.database.dataDir, 0o755)
    const report = await audit(admin)
    await chmod(app.database.dataDir, 0o700)
    expect(failedOf(report)).toEqual(['database_security'])
    expect(evidenceOf(report, 'database_security')).toContain('mode 755')
  },
)

test('an audit asks nothing of sign-ins, sessions and the trail but its own entry', async () => {
  const sessions = await sql('select id, last_seen_at from sessions')
  await audit(admin)
  expect((await sql('select id, last_seen_at from sessions')).rows).toEqual(sessions.rows)
  expect((await sql('select 1 from login_audit_log')).rows).toEqual([])
  const trail = await sql(
    `select type, action, new_value from security_audit_log where type = 'system'`,
  )
  expect(trail.rows).toEqual([
    {
      type: 'system',
      action: 'security audit made',
      new_value: expect.stringMatching(/^A, \d+ percent$/u) as unknown,
    },
  ])
})

describe('stored audits', () => {
  test('come newest first, as they were', async () => {
    expect(await admin.call(listSecurityAuditReports, {})).toEqual([])
    const first = await audit(admin)
    await sql(`update users set has_default_password = true where username = 'admin'`)
    const second = await audit(admin)
    expect(second.score).toBe('C')
    expect(second.criticalIssues).toBe(1)
    expect(await admin.call(listSecurityAuditReports, {})).toEqual([second, first])
    expect(await admin.call(listSecurityAuditReports, { query: { limit: 1 } })).toEqual([second])
  })

  test('an audit stored before parts existed can still be read', async () => {
    const { unverifiedParts, ...report } = await audit(admin)
    expect(unverifiedParts).toHaveLength(UNSEEN.length)
    await sql(`update security_audit_reports
      set results = (results::jsonb - 'unverifiedParts')::text`)
    expect(await admin.call(listSecurityAuditReports, {})).toEqual([
      { ...report, unverifiedParts: [] },
    ])
  })

  test('are kept up to a number', async () => {
    const stored = await audit(admin)
    await sql(`
      insert into security_audit_reports (username, score, numeric_score, total_checks, passed_checks,
        failed_checks, critical_issues, results)
      select 'x', 'F', 0, 0, 0, 0, 0, '{"checks":[],"unverified":[]}'
      from generate_series(1, ${SECURITY_AUDIT.kept + 5})`)
    const newest = await audit(admin)
    const list = await admin.call(listSecurityAuditReports, {})
    expect([list.length, list[0]?.id]).toEqual([SECURITY_AUDIT.kept, newest.id])
    const all = await sql('select id from security_audit_reports')
    expect(all.rows).toHaveLength(SECURITY_AUDIT.kept)
    expect(all.rows).not.toContainEqual({ id: stored.id })
  })

  test.each([0, SECURITY_AUDIT.kept + 1, 'many'])('are not asked for by %s', async (limit) => {
    const { status, body } = await admin.refusal(listSecurityAuditReports, { query: { limit } })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'query.limit'])
  })
})

describe('the status', () => {
  test('is what was measured this moment, and nothing of it is stored', async () => {
    const status = await admin.call(getSecurityStatus, {})
    expect(status).toMatchObject({
      // All that can be measured is met; A+ would say that all was.
      securityScore: 'A',
      passedChecks: 12,
      totalChecks: 12,
      unverified: UNSEEN.map(([, name]) => name),
      criticalIssues: 0,
      defaultCredentialsPresent: false,
      defaultCredentialsOf: [],
      bcryptEnabled: true,
      saltRounds: 12,
      strongPasswordPolicy: true,
      rateLimitingActive: true,
      sessionTimeout: 8 * 3_600_000,
      sessionSecure: true,
      environment: 'production',
    })
    const { rows } = await sql('select expires_at from sessions')
    expect(rows.map(({ expires_at }) => expires_at)).toEqual([
      new Date(status.currentSessionExpiry),
    ])
    expect((await sql('select 1 from security_audit_reports')).rows).toEqual([])
  })

  test('returns the weakest hash and the users with default credentials', async () => {
    await sql(`update users set password = '$2b$10$x', has_default_password = true
      where username = 'admin'`)
    expect(await admin.call(getSecurityStatus, {})).toMatchObject({
      criticalIssues: 2,
      saltRounds: 10,
      defaultCredentialsPresent: true,
      defaultCredentialsOf: ['admin'],
    })
    await sql(`update users set password = 'plain' where username = 'admin'`)
    expect(await admin.call(getSecurityStatus, {})).toMatchObject({
      bcryptEnabled: false,
      saltRounds: 0,
    })
  })
})

describe('forcing new passwords', () => {
  test('is for people with default credentials, whose sessions end', async () => {
    await sql(`
      insert into users (username, password, role, is_admin, password_rule, has_default_password)
      values ('demo', '${HASH}', 'admin', true, 1, true);
      insert into sessions (id, user_id, expires_at)
      select md5(username) || md5(username), id, now() + interval '1 hour' from users
      where username in ('admin', 'demo')`)
    expect(await admin.call(forcePasswordReset, {})).toEqual({
      usernames: ['demo'],
      message: '1 user must choose a new password; their sessions were ended',
    })
    const { rows } = await sql(
      `select username, must_reset_password as must, count(sessions.id)::int as open from users
       left join sessions on user_id = users.id where auth_method = 'traditional'
       group by users.id order by username`,
    )
    expect(rows).toEqual([
      { username: 'admin', must: false, open: 1 },
      { username: 'demo', must: true, open: 0 },
    ])
    const trail = await sql(
      `select target_user, details from security_audit_log where action = 'password reset forced'`,
    )
    expect(trail.rows).toEqual([{ target_user: 'demo', details: 'default credentials' }])
  })

  test('does not affect users who cannot sign in', async () => {
    await sql(`
      insert into users (username, password, role, is_admin, has_default_password, is_disabled)
      values ('demo', '${HASH}', 'admin', true, true, true)`)
    expect(await admin.call(getSecurityStatus, {})).toMatchObject({
      defaultCredentialsPresent: false,
      defaultCredentialsOf: [],
    })
  })

  test('is refused when no user has default credentials', async () => {
    const { status, body } = await admin.refusal(forcePasswordReset)
    expect([status, body.message]).toEqual([409, 'No user has default credentials'])
    expect((await sql(`select 1 from security_audit_log where type = 'password'`)).rows).toEqual([])
  })
})
