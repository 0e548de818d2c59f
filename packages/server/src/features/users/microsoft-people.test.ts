import { TenantGroupId, TenantId, UserId } from '@tenantscope/contract/ids'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import {
  findDirectoryGroups,
  findDirectoryPeople,
  importUsers,
  previewImport,
} from '@tenantscope/contract/user-import'
import { getUser, listUsers, syncUser } from '@tenantscope/contract/users'
import type { FaultName } from '@tenantscope/graph-sim/faults'
import type { Group, Person, Tenant } from '@tenantscope/graph-sim/world/types'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { guidOf } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { createImportUsersService } from './import-users.service.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'
const UNKNOWN_ID = guidOf(404)

let world: RefreshWorld
let partner: Tenant
let admin: TestBrowser
/** A Global Administrator, a helpdesk administrator, and two without a mapped role. */
let ada: Person
let tomas: Person
let vera: Person
let jonas: Person

beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 2, users: 5 })
  partner = world.simulator.world.partner
  ada = staff('Ada')
  tomas = staff('Tomás')
  vera = staff('Vera')
  jonas = staff('Jonas')
})
afterAll(() => world.close())
beforeEach(async () => {
  world.simulator.faults.clear()
  for (const person of partner.people) person.accountEnabled = true
  const { db } = world.database.handle
  for (const table of ['roleMappings', 'users', 'tenants'] as const)
    await db.deleteFrom(table).execute()
  const settings = { roleSyncEnabled: false, defaultTenantAccess: 'none' } as const
  await db.updateTable('settings').set(settings).execute()
  admin = await world.signIn('admin')
})

function staff(givenName: string): Person {
  const person = partner.people.find((each) => each.givenName === givenName)
  if (!person) throw new Error(`No person is called ${givenName}`)
  return person
}

const mapRoles = (access: 'all' | null = null) =>
  admin.call(saveRoleMappings, {
    body: {
      mappings: [
        {
          id: 'helpdesk',
          microsoftRole: HELPDESK,
          localRole: 'technician',
          access: access && { mode: access, tenantIds: [], groupIds: [] },
        },
        { id: 'global', microsoftRole: GLOBAL, localRole: 'admin' },
      ],
    },
  })

const given = (person: Person, more: object = {}) => ({
  microsoftId: person.id,
  tenantId: partner.id,
  ...more,
})
const importAll = (...users: ReturnType<typeof given>[]) =>
  admin.call(importUsers, { body: { users } })

async function account(person: Person, role: 'viewer' | 'technician' | 'admin' = 'viewer') {
  const { id: microsoftId, userPrincipalName: username } = person
  const names = { displayName: 'Old Name', email: null, username }
  const identity = { tenantId: partner.id, microsoftId, ...names }
  return (await world.people.users.addMicrosoft(identity, { role, tenantAccess: 'list' }, BY)).id
}

const accountsNow = async () => {
  const { users } = await admin.call(listUsers, { query: { kind: 'microsoft' } })
  return new Map(users.map((user) => [user.username, user]))
}
const actions = async () => {
  const rows = await world.database.handle.db
    .selectFrom('securityAuditLog')
    .select('action')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
/** What Microsoft says of tokens is heard when a new one is needed. */
async function withoutToken(): Promise<void> {
  world.clock.advance({ hours: 3 })
  admin = await world.signIn('admin')
}
function addGroups() {
  const model = world.simulator.world.tenants.flatMap(({ groups }) => groups)[0]
  if (!model) throw new Error('The model has no group')
  const added: [Group, Group] = [
    { ...model, id: guidOf(71), displayName: 'Outer', memberGroupIds: [] },
    { ...model, id: guidOf(72), displayName: 'Inner', memberGroupIds: [] },
  ]
  partner.groups = [...partner.groups, ...added]
  return added
}
const signInAgedBy = async (minutes: number) => {
  admin = await world.signIn('admin')
  world.clock.advance({ minutes })
}

describe('people and groups of the own directory', () => {
  test('are found by the beginning of a name, with the account that they have', async () => {
    const userId = await account(tomas)
    vera.accountEnabled = false
    const found = async (q: string) =>
      (await admin.call(findDirectoryPeople, { query: { q } })).people
    expect(await found('tom')).toEqual([
      {
        microsoftId: tomas.id,
        tenantId: partner.id,
        displayName: tomas.displayName,
        username: tomas.userPrincipalName,
        email: tomas.mail,
        isGuest: false,
        accountEnabled: true,
        userId,
      },
    ])
    expect(await found('VERA')).toMatchObject([{ accountEnabled: false, userId: null }])
    expect(await found("o'unknown")).toEqual([])
    const all = await found('')
    const order = all.map(({ displayName }) => displayName ?? '')
    expect(order).toEqual(order.toSorted(new Intl.Collator('en').compare))
    const { groups } = await admin.call(findDirectoryGroups, { query: { q: '' } })
    expect(groups.map(({ id }) => id).toSorted()).toEqual(
      partner.groups.map(({ id }) => id).toSorted(),
    )
  })

  test.each<[FaultName, number, string]>([
    ['consent-withdrawn', 409, 'Admin consent is missing'],
    ['roles-removed', 409, 'Admin consent is missing'],
    ['secret-expired', 409, 'The client secret has expired'],
    ['throttle-storm', 503, 'Microsoft is throttling requests'],
  ])(
    'are not found while Microsoft answers with %s, and the reason is said',
    async (name, status, text) => {
      await withoutToken()
      world.simulator.faults.add(name, { tenantId: partner.id })
      for (const endpoint of [findDirectoryPeople, findDirectoryGroups]) {
        const refusal = await admin.refusal(endpoint, { query: { q: 'a' } })
        expect([refusal.status, refusal.body.message]).toEqual([
          status,
          expect.stringContaining(text),
        ])
      }
    },
  )
})

test('a permission that was granted counts at the next search', async () => {
  await withoutToken()
  const search = { query: { q: 'tom' } }
  world.simulator.faults.add('roles-removed', { tenantId: partner.id })
  expect((await admin.refusal(findDirectoryPeople, search)).status).toBe(409)
  world.simulator.faults.clear()
  expect((await admin.call(findDirectoryPeople, search)).people).toHaveLength(1)
})

describe('a preview of an import', () => {
  test('returns the outcome for each user, and writes nothing', async () => {
    await mapRoles()
    await account(jonas)
    vera.accountEnabled = false
    const before = await actions()
    const microsoftIds = [ada, tomas, vera, jonas].map(({ id }) => id.toUpperCase())
    const body = { microsoftIds: [...microsoftIds, UNKNOWN_ID] }
    const { people, isTruncated } = await admin.call(previewImport, { body })
    const rows = people.map(({ microsoftId, role, leftOut }) => [microsoftId, role, leftOut])
    expect(rows).toHaveLength(5)
    expect(rows).toEqual(
      expect.arrayContaining([
        [ada.id, 'admin', null],
        [tomas.id, 'technician', null],
        [vera.id, 'viewer', 'blocked'],
        [jonas.id, 'viewer', 'has an account'],
        [UNKNOWN_ID, 'viewer', 'not found'],
      ]),
    )
    const mapped = people.find(({ microsoftId }) => microsoftId === tomas.id)
    expect([mapped?.mappedBy, isTruncated]).toEqual(['Helpdesk Administrator', false])
    expect(await actions()).toEqual(before)
  })

  test('takes the people of a group and of the groups within it', async () => {
    const [outer, inner] = addGroups()
    outer.memberIds = [ada.id]
    outer.memberGroupIds = [inner.id]
    inner.memberIds = [tomas.id]
    const { people } = await admin.call(previewImport, { body: { groupId: outer.id } })
    expect(people.map(({ microsoftId }) => microsoftId).toSorted()).toEqual(
      [ada.id, tomas.id].toSorted(),
    )
    const { status, body } = await admin.refusal(previewImport, { body: { groupId: UNKNOWN_ID } })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.groupId'])
  })

  test.each([{}, { microsoftIds: [] }, { microsoftIds: ['x'] }])('refuses %j', async (body) => {
    expect((await admin.refusal(previewImport, { body })).status).toBe(400)
  })
})

describe('an import', () => {
  test('believes Microsoft and not the caller, and gives the role and the access of the mapping', async () => {
    await mapRoles('all')
    const { totalImported, leftOut } = await importAll(
      given(tomas, { displayName: 'Another User', email: 'else@evil.example' }),
      given(vera),
    )
    expect([totalImported, leftOut]).toEqual([2, []])
    const accounts = await accountsNow()
    expect(accounts.get(tomas.userPrincipalName)).toMatchObject({
      displayName: tomas.displayName,
      email: tomas.mail,
      role: 'technician',
      access: { mode: 'all' },
    })
    expect(accounts.get(vera.userPrincipalName)).toMatchObject({
      role: 'viewer',
      access: { mode: 'list', tenants: 0 },
    })
    expect((await actions()).slice(-3)).toEqual([
      'user created',
      'tenant access set',
      'user created',
    ])
  })

  test('grants what is left of what a mapping names when Microsoft has answered', async () => {
    const { users, settings, auditLog } = world.people
    const { id: microsoftId, userPrincipalName: username } = tomas
    const gone = { tenantIds: [TenantId.parse(UNKNOWN_ID)], groupIds: [TenantGroupId.parse(404)] }
    const access = { mode: 'list' as const, ...gone }
    const person = { microsoftId, tenantId: partner.id, username, displayName: null, email: null }
    const known = { isGuest: false, accountEnabled: true, userId: null }
    const decision = { role: 'technician', mappedBy: 'Helpdesk Administrator', access } as const
    const candidates = async () => [{ person: { ...person, ...known }, leftOut: null, decision }]
    const importing = createImportUsersService({
      directoryPeople: { candidates },
      users,
      settings,
      auditLog,
    })
    const { signal } = new AbortController()
    const request = { by: BY, signal, beforePromotion: () => undefined }
    const asked = { microsoftId, tenantId: partner.id, isAdmin: false }
    expect((await importing.import({ users: [asked] }, request)).totalImported).toBe(1)
    expect((await accountsNow()).get(username)).toMatchObject({
      role: 'technician',
      access: { mode: 'list', tenants: 0 },
    })
  })

  test('gives the default access where no mapping gives one', async () => {
    const { db } = world.database.handle
    await db.updateTable('settings').set({ defaultTenantAccess: 'all' }).execute()
    await importAll(given(jonas))
    expect((await accountsNow()).get(jonas.userPrincipalName)?.access.mode).toBe('all')
  })

  test('leaves out who is blocked, unknown or has an account, and says why', async () => {
    await account(jonas)
    vera.accountEnabled = false
    const { totalImported, leftOut } = await importAll(given(jonas), given(vera), given(tomas), {
      microsoftId: UNKNOWN_ID,
      tenantId: partner.id,
    })
    expect(totalImported).toBe(1)
    expect(leftOut).toEqual([
      { microsoftId: jonas.id, reason: 'Has an account already' },
      { microsoftId: vera.id, reason: 'The account is blocked at Microsoft' },
      { microsoftId: UNKNOWN_ID, reason: 'No user with this ID was found in your directory' },
    ])
    expect((await importAll(given(tomas))).totalImported).toBe(0)
  })

  test('of another directory is refused completely', async () => {
    const users = [given(vera), { microsoftId: tomas.id, tenantId: guidOf(7) }]
    const { status, body } = await admin.refusal(importUsers, { body: { users } })
    expect([status, body.fields?.[0]?.field]).toEqual([400, 'body.users.1.tenantId'])
    expect((await accountsNow()).has(vera.userPrincipalName)).toBe(false)
  })

  test('with an invalid e-mail address is refused completely and names the field', async () => {
    const users = [given(vera), given(tomas, { email: 'tomas at example' })]
    const { status, body } = await admin.refusal(importUsers, { body: { users } })
    expect([status, body.fields]).toEqual([
      400,
      [{ field: 'body.users.1.email', message: 'Enter a valid e-mail address' }],
    ])
    const accounts = await accountsNow()
    for (const person of [vera, tomas]) expect(accounts.has(person.userPrincipalName)).toBe(false)
  })

  test('makes an administrator after a fresh sign-in only, be it by hand or by a mapping', async () => {
    await mapRoles()
    await signInAgedBy(11)
    for (const user of [given(vera, { isAdmin: true }), given(ada)]) {
      const { body } = await admin.refusal(importUsers, { body: { users: [user] } })
      expect(body.code).toBe('FRESH_SIGN_IN_REQUIRED')
    }
    await importAll(given(jonas))
    admin = await world.signIn('admin')
    await importAll(given(vera, { isAdmin: true, adminRoles: ['Billing'] }), given(ada))
    const accounts = await accountsNow()
    expect(accounts.get(vera.userPrincipalName)).toMatchObject({
      role: 'admin',
      adminRoles: ['Billing', 'System Administrator'],
    })
    expect(accounts.get(ada.userPrincipalName)?.role).toBe('admin')
  })

  test('gives the role and the tenants that were chosen for all, and others to one person', async () => {
    await mapRoles('all')
    const first = await world.addTenant(guidOf(81))
    const second = await world.addTenant(guidOf(82))
    const role = 'technician' as const
    const access = { mode: 'list' as const, tenantIds: [first, second], groupIds: [] }
    const one = { mode: 'list' as const, tenantIds: [second], groupIds: [] }
    const users = [given(tomas), given(vera, { role: 'viewer', access: one }), given(jonas)]
    const { totalImported } = await admin.call(importUsers, { body: { users, role, access } })
    expect(totalImported).toBe(3)
    const accounts = await accountsNow()
    const grants = await Promise.all(
      [tomas, vera, jonas].map(async ({ userPrincipalName }) => {
        const { id, role: stored } = accounts.get(userPrincipalName)!
        const { grant } = await admin.call(getUser, { params: { userId: id } })
        return { role: stored, tenantIds: grant.tenantIds }
      }),
    )
    const both = [first, second].toSorted()
    expect(grants).toEqual([
      { role: 'technician', tenantIds: both },
      { role: 'viewer', tenantIds: [second] },
      { role: 'technician', tenantIds: both },
    ])
  })

  const chosen = { access: { mode: 'list' as const, tenantIds: [], groupIds: [] } }
  test.each<[string, object, object, string]>([
    ['isAdmin', {}, { isAdmin: true, ...chosen }, 'body.users.1.access'],
    ['the administrator role', {}, { role: 'admin', ...chosen }, 'body.users.1.access'],
    ['the administrator role for all', { role: 'admin' }, chosen, 'body.users.1.access'],
    ['administrators alone', { role: 'admin', ...chosen }, {}, 'body.access'],
  ])('of an access for %s is refused and names the field', async (_, forAll, forOne, field) => {
    const body = { users: [given(vera), given(tomas, forOne)], ...forAll }
    const refusal = await admin.refusal(importUsers, { body })
    const message = 'Administrators see all tenants. Leave the access out, or choose another role.'
    expect([refusal.status, refusal.body.fields]).toEqual([400, [{ field, message }]])
    expect((await accountsNow()).has(vera.userPrincipalName)).toBe(false)
  })

  test('of administrators and others limits the others alone', async () => {
    const users = [given(vera, { isAdmin: true }), given(tomas, { role: 'viewer' })]
    await admin.call(importUsers, { body: { users, ...chosen } })
    const accounts = await accountsNow()
    expect(accounts.get(vera.userPrincipalName)?.role).toBe('admin')
    const { access } = accounts.get(tomas.userPrincipalName) ?? {}
    expect(access).toMatchObject({ mode: 'list', tenants: 0 })
  })

  test.each([
    ['for all', { access: { mode: 'list', tenantIds: [UNKNOWN_ID] } }, {}, 'body.access.tenantIds'],
    ['for all', { access: { mode: 'groups', groupIds: [404] } }, {}, 'body.access.groupIds'],
    [
      'for one person',
      {},
      { access: { mode: 'list', tenantIds: [UNKNOWN_ID] } },
      'body.users.1.access.tenantIds',
    ],
  ])('with an unknown choice %s is refused completely and names the field', async (...row) => {
    const [, forAll, forOne, field] = row
    const body = importUsers.body.parse({ users: [given(vera), given(tomas, forOne)], ...forAll })
    const refusal = await admin.refusal(importUsers, { body })
    expect([refusal.status, refusal.body.fields?.map((each) => each.field)]).toEqual([400, [field]])
    const accounts = await accountsNow()
    for (const person of [vera, tomas]) expect(accounts.has(person.userPrincipalName)).toBe(false)
  })

  test('gives the administrator role or all tenants by choice after a fresh sign-in only', async () => {
    await signInAgedBy(11)
    const all = { mode: 'all' as const, tenantIds: [], groupIds: [] }
    const powerful = [
      { users: [given(vera)], role: 'admin' as const },
      { users: [given(vera)], access: all },
      { users: [given(vera, { role: 'admin' })] },
      { users: [given(vera, { access: all })] },
    ]
    for (const body of powerful) {
      const refusal = await admin.refusal(importUsers, { body })
      expect(refusal.body.code).toBe('FRESH_SIGN_IN_REQUIRED')
    }
    admin = await world.signIn('admin')
    await admin.call(importUsers, { body: { users: [given(vera)], role: 'viewer', access: all } })
    expect((await accountsNow()).get(vera.userPrincipalName)).toMatchObject({
      role: 'viewer',
      access: { mode: 'all' },
    })
  })

  test('waits rather than guesses when the directory roles cannot be read', async () => {
    await mapRoles()
    world.simulator.faults.add('unavailable', { tenantId: partner.id, paths: ['/roleManagement'] })
    const { status, body } = await admin.refusal(importUsers, { body: { users: [given(ada)] } })
    expect([status, body.message]).toEqual([503, expect.stringContaining('directory role')])
    expect((await accountsNow()).has(ada.userPrincipalName)).toBe(false)
  })
})

const sync = (userId: UserId) => admin.call(syncUser, { params: { userId } })

describe("'Sync from M365'", () => {
  test('takes over names and address, and says what changed', async () => {
    const id = await account(tomas, 'viewer')
    const { user, changes } = await sync(id)
    expect(user).toMatchObject({
      displayName: tomas.displayName,
      email: tomas.mail,
      role: 'viewer',
    })
    expect(changes).toEqual([`Display name: ${tomas.displayName}`, `Email: ${tomas.mail}`])
    expect((await actions()).at(-1)).toBe('synced from Microsoft')
    expect((await sync(id)).changes).toEqual([])
  })

  test('reports a blocked or deleted user, and keeps the account', async () => {
    const id = await account(vera)
    vera.accountEnabled = false
    expect((await sync(id)).changes.at(-1)).toContain('blocked in Microsoft Entra ID')
    const gone = await account({ ...jonas, id: UNKNOWN_ID, userPrincipalName: 'gone@x.example' })
    expect((await sync(gone)).changes).toEqual([
      expect.stringContaining('This user no longer exists'),
    ])
    expect((await admin.call(getUser, { params: { userId: gone } })).user.isDisabled).toBe(false)
  })

  test('applies the role mappings where role sync is on', async () => {
    await mapRoles()
    const [tomasId, adaId] = [await account(tomas, 'admin'), await account(ada)]
    expect((await sync(tomasId)).user.role).toBe('admin')
    await world.database.handle.db.updateTable('settings').set({ roleSyncEnabled: true }).execute()
    expect((await sync(tomasId)).changes).toEqual(['Role: Administrator to Technician'])
    await signInAgedBy(11)
    const refusal = await admin.refusal(syncUser, { params: { userId: adaId } })
    expect(refusal.body.code).toBe('FRESH_SIGN_IN_REQUIRED')
    admin = await world.signIn('admin')
    const untouched = await admin.call(getUser, { params: { userId: adaId } })
    expect(untouched.user).toMatchObject({ displayName: 'Old Name', role: 'viewer' })
    const { user, changes } = await sync(adaId)
    expect([user.role, changes.length]).toEqual(['admin', 3])
  })

  test('keeps a role that cannot be decided', async () => {
    await mapRoles()
    await world.database.handle.db.updateTable('settings').set({ roleSyncEnabled: true }).execute()
    const id = await account(tomas, 'admin')
    world.simulator.faults.add('unavailable', { tenantId: partner.id, paths: ['/roleManagement'] })
    const { user, changes } = await sync(id)
    expect([user.role, changes.at(-1)]).toEqual(['admin', expect.stringContaining('Role kept')])
  })

  test('refuses accounts of another directory, and says why Microsoft did not answer', async () => {
    const { users } = await admin.call(listUsers, { query: {} })
    const foreign = await admin.refusal(syncUser, { params: { userId: users[0]?.id } })
    expect([foreign.status, foreign.body.message]).toEqual([
      409,
      expect.stringContaining('different directory'),
    ])
    const userId = await account(tomas)
    await withoutToken()
    world.simulator.faults.add('consent-withdrawn', { tenantId: partner.id })
    expect((await admin.refusal(syncUser, { params: { userId } })).status).toBe(409)
    expect((await admin.refusal(syncUser, { params: { userId: UserId.parse(404) } })).status).toBe(
      404,
    )
  })
})
