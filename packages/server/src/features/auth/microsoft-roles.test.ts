import { getCurrentUser } from '@tenantscope/contract/auth'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import { startSimulator } from '@tenantscope/graph-sim/simulator'
import type { Simulator } from '@tenantscope/graph-sim/simulator'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createForger } from '../../testing/forged-tokens.ts'
import { begin, choose, comeBack } from '../../testing/microsoft-page.ts'
import { PUBLIC_URL, createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const BROWSER = { ipAddress: '127.0.0.1', userAgent: 'tests' }
const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'
const READER = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'
const forger = createForger()

/** Happens when the directory is asked for roles, in the middle of a sign-in. */
let onRolesAsked: () => Promise<unknown> = () => Promise.resolve()

let simulator: Simulator
let app: TestApp
let rolesBefore: readonly string[]
beforeAll(async () => {
  simulator = await startSimulator({ tenants: 3, users: 5, appUrls: [PUBLIC_URL] })
  app = await createTestApp({
    simulator,
    interceptor: (transport) => ({
      ...forger.intercept(transport),
      dispatcher: transport.dispatcher.compose((dispatch) => (request, handler) => {
        const { body } = request
        if (typeof body !== 'string' || !body.includes('roleAssignments'))
          return dispatch(request, handler)
        void onRolesAsked().then(() => dispatch(request, handler))
        return true
      }),
    }),
  })
  const userPrincipalName = 'grace_other.example#EXT#@partner.example'
  partner().people.push({ ...ada(), id: guidOf(900), userPrincipalName, userType: 'Guest' })
  rolesBefore = ada().roleTemplateIds
})
afterAll(async () => {
  await app.close()
  await simulator.close()
})
beforeEach(async () => {
  await app.reset()
  simulator.faults.clear()
  forger.change = null
  onRolesAsked = () => Promise.resolve()
  ada().roleTemplateIds = rolesBefore
  const { clientId, clientSecret } = simulator.world.registration
  await app.connect({ clientId, clientSecret, tenantId: simulator.world.partner.id })
})

const db = () => app.database.handle.db
const partner = () => simulator.world.partner
const guest = () => partner().people.find(({ id }) => id === guidOf(900))!
const ada = () => partner().people.find(({ userType }) => userType === 'Member')!

const settings = (changes: {
  roleSyncEnabled?: boolean
  autoImportUsers?: boolean
  defaultTenantAccess?: 'all'
}) => db().updateTable('settings').set(changes).execute()

const mapping = (microsoftRole: string, localRole: Role, changes: Partial<RoleMapping> = {}) => ({
  id: `${microsoftRole} ${localRole}`,
  microsoftRole,
  localRole,
  ...changes,
})

async function map(...mappings: ReturnType<typeof mapping>[]) {
  const admin = await app.signIn('admin')
  await admin.call(saveRoleMappings, { body: { mappings } })
}

function invite(role: Role = 'viewer', person = ada()) {
  const { id: microsoftId, displayName, userPrincipalName: username } = person
  return app.people.users.addMicrosoft(
    { tenantId: partner().id, microsoftId, displayName, email: null, username },
    { role, tenantAccess: 'list' },
    BY,
  )
}

async function signIn(person = ada(), from = {}) {
  const browser = app.browser(from)
  const landing = await comeBack(browser, await choose(await begin(browser), { person: person.id }))
  return { browser, landing }
}
const roleOf = async ({ browser }: Awaited<ReturnType<typeof signIn>>) =>
  (await browser.call(getCurrentUser, {})).user.role
const synced = () =>
  db()
    .selectFrom('securityAuditLog')
    .select(['oldValue', 'newValue', 'details', 'changedBy', 'targetUser', 'ipAddress'])
    .where('action', '=', 'role synced')
    .orderBy('id')
    .execute()
const lastSignIn = () =>
  db().selectFrom('loginAuditLog').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

// Roles from the token, or from the directory when the token has none.
describe.each([
  ['by the token', () => undefined],
  ['by the directory', () => simulator.faults.add('roles-unclaimed')],
])('with role sync, %s', (_, prepare) => {
  beforeEach(async () => {
    prepare()
    await settings({ roleSyncEnabled: true })
  })

  test('the first enabled mapping decides at each sign-in', async () => {
    ada().roleTemplateIds = [GLOBAL, HELPDESK]
    await invite()
    await map(mapping(READER, 'viewer'), mapping(HELPDESK, 'technician'), mapping(GLOBAL, 'admin'))
    expect(await roleOf(await signIn())).toBe('technician')
    await map(mapping(GLOBAL, 'admin'), mapping(HELPDESK, 'technician'))
    expect(await roleOf(await signIn(ada(), { ipAddress: '203.0.113.9' }))).toBe('admin')
    expect(await synced()).toMatchObject([
      { oldValue: 'viewer', newValue: 'technician', changedBy: 'Tenantscope' },
      {
        oldValue: 'technician',
        newValue: 'admin',
        details: 'Role mapping of Global Administrator; Role: Technician to Administrator',
        targetUser: ada().userPrincipalName,
        ipAddress: '203.0.113.9',
      },
    ])
  })

  test('a mapping that is off is passed over', async () => {
    ada().roleTemplateIds = [GLOBAL, HELPDESK]
    await invite()
    await map(mapping(GLOBAL, 'admin', { enabled: false }), mapping(HELPDESK, 'technician'))
    expect(await roleOf(await signIn())).toBe('technician')
  })

  test('no match gives viewer, and other sessions end with the power', async () => {
    ada().roleTemplateIds = []
    const { id } = await invite('admin')
    await map(mapping(GLOBAL, 'admin'))
    const { cookie } = await app.people.sessions.start(id, {
      source: BROWSER,
      replaced: null,
      authenticatedAt: app.clock.now(),
    })
    const other = app.browser()
    other.cookies.set('tenantscope_session', cookie)
    expect((await other.call(getCurrentUser, {})).user.role).toBe('admin')
    expect(await roleOf(await signIn())).toBe('viewer')
    expect((await other.refusal(getCurrentUser)).status).toBe(401)
    expect(await synced()).toMatchObject([
      {
        oldValue: 'admin',
        newValue: 'viewer',
        details: 'No role mapping matches; Role: Administrator to Viewer',
      },
    ])
  })

  test('who loses a directory role loses the local role at the next sign-in', async () => {
    ada().roleTemplateIds = [HELPDESK]
    await invite()
    await map(mapping(HELPDESK, 'technician'))
    expect(await roleOf(await signIn())).toBe('technician')
    ada().roleTemplateIds = []
    expect(await roleOf(await signIn())).toBe('viewer')
  })

  test('a sign-in that changes nothing writes nothing', async () => {
    ada().roleTemplateIds = [HELPDESK]
    await invite('technician')
    await map(mapping(HELPDESK, 'technician'))
    await signIn()
    expect(await synced()).toEqual([])
    expect(await lastSignIn()).toMatchObject({ success: true, errorMessage: null })
  })

  test('a mapping with grants replaces those of the person, once', async () => {
    ada().roleTemplateIds = [HELPDESK]
    const { id } = await invite('technician')
    const [mine, given] = [await app.addTenant(guidOf(1)), await app.addTenant(guidOf(2))]
    await app.people.grants.grantTenants(id, [mine], BY)
    const access = { mode: 'list' as const, tenantIds: [given], groupIds: [] }
    await map(mapping(HELPDESK, 'technician', { access }))
    await signIn()
    const granted = () =>
      db().selectFrom('userTenantAccess').select('tenantId').where('userId', '=', id).execute()
    expect(await granted()).toEqual([{ tenantId: given }])
    await signIn()
    expect(await synced()).toMatchObject([
      { details: 'Role mapping of Helpdesk Administrator; Tenant access: 1 tenant' },
    ])
  })

  test('a guest whom an administrator imported is mapped, but never to administrator', async () => {
    guest().roleTemplateIds = [GLOBAL]
    await invite('viewer', guest())
    await map(mapping(GLOBAL, 'admin'))
    expect(await roleOf(await signIn(guest()))).toBe('technician')
  })
})

test('who is disabled while the directory is asked does not get in, nor comes back in by being enabled', async () => {
  simulator.faults.add('roles-unclaimed')
  await settings({ roleSyncEnabled: true })
  const { id } = await invite('technician')
  await map(mapping(HELPDESK, 'technician'))
  onRolesAsked = () => app.people.users.setDisabled(id, true, BY)
  const { landing } = await signIn()
  expect(landing).toBe('/login?error=disabled')
  expect(await lastSignIn()).toMatchObject({
    success: false,
    userId: id,
    errorMessage: 'the account is disabled',
  })
  await app.people.users.setDisabled(id, false, BY)
  expect(await db().selectFrom('sessions').selectAll().where('userId', '=', id).execute()).toEqual(
    [],
  )
})

describe('without role sync', () => {
  test('a manually chosen role is kept', async () => {
    ada().roleTemplateIds = [GLOBAL]
    await invite('technician')
    await map(mapping(GLOBAL, 'admin'))
    expect(await roleOf(await signIn())).toBe('technician')
    expect(await synced()).toEqual([])
  })

  test('a new person still gets the role and the grants of the mapping', async () => {
    ada().roleTemplateIds = [HELPDESK]
    await settings({ autoImportUsers: true, defaultTenantAccess: 'all' })
    const given = await app.addTenant(guidOf(2))
    const access = { mode: 'list' as const, tenantIds: [given], groupIds: [] }
    await map(mapping(HELPDESK, 'technician', { access }))
    expect(await roleOf(await signIn(ada(), { ipAddress: '203.0.113.9' }))).toBe('technician')
    expect(await synced()).toMatchObject([{ changedBy: 'Tenantscope', ipAddress: '203.0.113.9' }])
    const stored = await db()
      .selectFrom('users')
      .innerJoin('userTenantAccess as access', 'access.userId', 'users.id')
      .select(['tenantAccess', 'access.tenantId'])
      .where('microsoftId', '=', ada().id)
      .execute()
    expect(stored).toEqual([{ tenantAccess: 'list', tenantId: given }])
  })
})

test('a new person gets the default tenant access where the mapping says nothing of it', async () => {
  ada().roleTemplateIds = [HELPDESK]
  await settings({ autoImportUsers: true, defaultTenantAccess: 'all' })
  await map(mapping(HELPDESK, 'technician'))
  expect((await signIn()).landing).toBe('/dashboard')
})

describe('when the directory roles cannot be read', () => {
  beforeEach(() => {
    simulator.faults.add('roles-unclaimed')
    // The token from before goes, and the new one may read nothing.
    simulator.faults.add('token-revoked', { tenantId: partner().id, times: 1 })
    simulator.faults.add('roles-removed', { tenantId: partner().id })
  })

  test('the role is kept, and the log and the trail say so', async () => {
    await settings({ roleSyncEnabled: true })
    await invite('technician')
    await map(mapping(GLOBAL, 'admin'))
    expect(await roleOf(await signIn())).toBe('technician')
    expect(await lastSignIn()).toMatchObject({
      success: true,
      errorMessage: 'Role kept: reading the directory roles failed',
    })
    expect(app.log.join('')).toContain('reading directory roles from Microsoft failed')
    expect(await synced()).toEqual([])
  })

  test('a new person becomes a viewer', async () => {
    ada().roleTemplateIds = [GLOBAL]
    await settings({ autoImportUsers: true })
    await map(mapping(GLOBAL, 'admin'))
    expect(await roleOf(await signIn())).toBe('viewer')
    expect((await lastSignIn()).errorMessage).toMatch(/^Viewer: /)
  })
})

describe('guests of the directory', () => {
  test('are never imported by themselves', async () => {
    await settings({ autoImportUsers: true })
    expect((await signIn(guest())).landing).toBe('/login?error=no_account')
    expect(await app.people.users.findByMicrosoftId(partner().id, guest().id)).toBeUndefined()
  })

  test.each([{ acct: 1 }, { idp: 'https://sts.windows.net/another/' }])(
    'are read from %o of the token',
    async (claims) => {
      await settings({ autoImportUsers: true })
      forger.change = (given) => ({ ...given, ...claims })
      expect((await signIn()).landing).toBe('/login?error=no_account')
    },
  )

  test.each([
    ['acct', () => 0],
    ['idp', () => `https://sts.windows.net/${partner().id}/`],
  ])('are not those whose %s names the directory itself', async (claim, value) => {
    await settings({ autoImportUsers: true })
    forger.change = (given) => ({ ...given, [claim]: value() })
    expect((await signIn()).landing).not.toContain('error')
  })
})

test('a person is named in one line of text that the database can keep', async () => {
  const { id } = await invite()
  forger.change = (given) => ({ ...given, name: 'Ada\0\r\nLove\u202elace', email: '\0' })
  await signIn()
  expect(await app.people.users.find(id)).toMatchObject({
    displayName: 'Ada Love lace',
    email: ada().userPrincipalName,
  })
})

test('a directory role that was made in the directory is asked for there', async () => {
  await settings({ roleSyncEnabled: true })
  await invite('technician')
  const own = guidOf(77)
  await map(mapping(own, 'admin'))
  partner().roleAssignments.push({
    id: 'own role',
    roleTemplateId: own,
    principalId: ada().id,
    principalKind: 'group',
  })
  expect(await roleOf(await signIn())).toBe('admin')
  partner().roleAssignments.pop()
  expect(await roleOf(await signIn())).toBe('viewer')
})
