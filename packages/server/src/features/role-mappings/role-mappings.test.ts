import { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import {
  getRoleMappings,
  listDirectoryRoles,
  previewRoleMappings,
  saveRoleMappings,
} from '@tenantscope/contract/role-mappings'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import { createTenantGroup } from '@tenantscope/contract/tenant-groups'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { NO_SOURCE, OPERATOR } from '../../lib/operator.ts'
import { createRefreshWorld } from '../../testing/refresh-world.ts'
import type { RefreshWorld } from '../../testing/refresh-world.ts'
import { guidOf } from '../../testing/test-app.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const
const HELPDESK = '729827e3-9c14-49f7-bb1b-9608f156bbb8'
const GLOBAL = '62e90394-69f5-4237-9190-012177145e10'
const READER = 'f2ef992c-3afb-46b9-b7cf-a126ee74c451'

let world: RefreshWorld
let admin: TestBrowser
/** The trail only grows: what a test wrote comes after this. */
let lastEntry = 0
beforeAll(async () => {
  world = await createRefreshWorld({ tenants: 3, users: 5 })
  const partner = world.simulator.world.partner
  const [ada, ben, cleo] = partner.people.filter(({ userType }) => userType !== 'Guest')
  for (const person of partner.people) person.roleTemplateIds = []
  ada!.roleTemplateIds = [GLOBAL, READER]
  const group = {
    id: guidOf(700),
    displayName: 'Helpdesk',
    description: null,
    mailNickname: 'helpdesk',
    createdDateTime: '2026-01-05T08:00:00Z',
    isUnified: false,
    visibility: null,
    membershipRule: null,
    isAssignableToRole: true,
    assignedSkuIds: [],
    memberIds: [cleo!.id],
    memberGroupIds: [],
  }
  partner.groups.push(group)
  partner.roleAssignments.push({
    id: 'helpdesk by a group',
    roleTemplateId: HELPDESK,
    principalId: group.id,
    principalKind: 'group',
  })
  partner.people.push({
    ...ben!,
    id: guidOf(900),
    userPrincipalName: 'guest@partner.example',
    displayName: 'Grace Guest',
    userType: 'Guest',
    roleTemplateIds: [GLOBAL],
  })
  admin = await world.signIn('admin')
  await world.refresh(admin)
})
afterAll(() => world.close())

const db = () => world.database.handle.db
beforeEach(async () => {
  await db().deleteFrom('roleMappings').execute()
  await db().updateTable('roleMappingsState').set({ version: 1 }).execute()
  const last = await db()
    .selectFrom('securityAuditLog')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow()
  lastEntry = last.id ?? 0
  admin = await world.signIn('admin')
})

const mapping = (microsoftRole: string, localRole: Role, changes: Partial<RoleMapping> = {}) => ({
  id: `${microsoftRole.slice(0, 4)}-${localRole}`,
  microsoftRole,
  localRole,
  ...changes,
})
const save = (mappings: ReturnType<typeof mapping>[], version?: number) =>
  admin.call(saveRoleMappings, {
    body: version === undefined ? { mappings } : { mappings, version },
  })
const audited = async () => {
  const rows = await db()
    .selectFrom('securityAuditLog')
    .select(['oldValue', 'newValue', 'details'])
    .where('action', '=', 'role mappings changed')
    .where('id', '>', lastEntry)
    .orderBy('id')
    .execute()
  return rows
}

describe('the list', () => {
  test('is kept in its order with everything in it, as an object or as a bare list', async () => {
    const first = await save([mapping(HELPDESK, 'technician', { description: 'Second line' })], 1)
    expect(first).toMatchObject({
      version: 2,
      updatedBy: expect.stringMatching(/^admin-/) as unknown,
    })
    const access = { mode: 'all' as const, tenantIds: [], groupIds: [] }
    const bare = [mapping(READER, 'viewer', { enabled: false, access }), ...first.mappings]
    const second = await admin.call(saveRoleMappings, { body: bare })
    expect(second.version).toBe(3)
    expect(second.mappings).toEqual([
      { ...mapping(READER, 'viewer'), description: '', enabled: false, access },
      {
        ...mapping(HELPDESK, 'technician'),
        description: 'Second line',
        enabled: true,
        access: null,
      },
    ])
    expect(await admin.call(getRoleMappings, {})).toEqual(second)
  })

  test('is described in one line of text that the database can keep', async () => {
    const odd = mapping(HELPDESK, 'viewer', { description: 'Second\0 line\r\nof help' })
    expect((await save([odd])).mappings[0]?.description).toBe('Second line of help')
    expect((await save([odd])).version).toBe(2)
  })

  test('sent again as it is changes nothing', async () => {
    await save([mapping(HELPDESK, 'technician')])
    expect((await save([mapping(HELPDESK, 'technician')])).version).toBe(2)
    expect(await audited()).toHaveLength(1)
  })

  test.each([
    [
      {
        mappings: [
          mapping(READER, 'viewer'),
          { ...mapping(HELPDESK, 'viewer'), localRole: 'king' },
        ],
      },
      'mappings.1.localRole must be one of: ',
      'body.mappings.1.localRole',
    ],
    [
      [{ ...mapping(HELPDESK, 'viewer'), microsoftRole: 'helpdesk' }],
      'body.0.microsoftRole must be an id like ',
      'body.0.microsoftRole',
    ],
    [{ version: 1 }, 'mappings is missing', 'body.mappings'],
  ])('that is refused is refused at its field (%#)', async (body, beginning, field) => {
    const refusal = await admin.refusal(saveRoleMappings, { body })
    expect(refusal.status).toBe(400)
    expect(refusal.body.message).toMatch(new RegExp(`^${beginning}`))
    expect(refusal.body.fields?.map((each) => each.field)).toEqual([field])
    expect((await admin.call(getRoleMappings, {})).version).toBe(1)
  })

  test('of an old version is refused with who changed it, and nothing is written', async () => {
    await save([mapping(HELPDESK, 'technician')], 1)
    const { status, body } = await admin.refusal(saveRoleMappings, {
      body: { mappings: [], version: 1 },
    })
    expect(status).toBe(409)
    expect(body.message).toMatch(/^changed by admin-\S+ at \d{4}-\d\d-\d\dT\S+Z$/u)
    const { updatedBy: by, updatedAt: at } = await admin.call(getRoleMappings, {})
    expect(body.changed).toEqual({ by, at })
    expect((await admin.call(getRoleMappings, {})).mappings).toHaveLength(1)
  })

  test('is written to the trail in words, tenants by their ids alone', async () => {
    const [tenant] = world.simulator.world.tenants.filter(
      ({ id }) => id !== world.simulator.world.partner.id,
    )
    const access = { mode: 'list' as const, tenantIds: [TenantId.parse(tenant!.id)], groupIds: [] }
    await save([mapping(HELPDESK, 'technician'), mapping(READER, 'viewer', { access })])
    await save([
      mapping(READER, 'viewer', { access, enabled: false }),
      mapping(HELPDESK, 'technician'),
    ])
    await save([mapping(READER, 'viewer', { access, enabled: false })])
    const entries = await audited()
    expect(entries).toEqual([
      {
        oldValue: '0 mappings',
        newValue: '2 mappings',
        details: `added Helpdesk Administrator to Technician; added Global Reader to Viewer, tenants ${tenant!.id}`,
      },
      {
        oldValue: '2 mappings',
        newValue: '2 mappings',
        details: 'changed Global Reader: off; new order: Global Reader, Helpdesk Administrator',
      },
      {
        oldValue: '2 mappings',
        newValue: '1 mapping',
        details: 'removed Helpdesk Administrator to Technician',
      },
    ])
    expect(JSON.stringify(entries)).not.toContain(tenant!.displayName)
  })

  test.each([
    [[mapping('nothing', 'viewer')], 'mappings.0.microsoftRole'],
    [[mapping(HELPDESK, 'viewer', { description: 'x'.repeat(201) })], 'mappings.0.description'],
    [[mapping(HELPDESK, 'viewer', { id: '' })], 'mappings.0.id'],
    [[mapping(HELPDESK, 'viewer', { id: 'a\0b' })], 'mappings.0.id'],
    [[mapping(HELPDESK, 'viewer'), mapping(HELPDESK, 'viewer')], 'mappings'],
  ])('with bad input is refused: %#', async (mappings) => {
    const refused = await admin.refusal(saveRoleMappings, { body: { mappings } })
    expect(refused.status).toBe(400)
    expect((await admin.call(getRoleMappings, {})).version).toBe(1)
  })

  test.each([
    [
      { mode: 'list' as const, tenantIds: [TenantId.parse(guidOf(404))], groupIds: [] },
      'tenantIds',
    ],
    [
      { mode: 'groups' as const, tenantIds: [], groupIds: [TenantGroupId.parse(4_040)] },
      'groupIds',
    ],
  ])('with grants of what is not there names the field: %#', async (access, field) => {
    const mappings = [mapping(READER, 'viewer'), mapping(HELPDESK, 'viewer', { access })]
    const { status, body } = await admin.refusal(saveRoleMappings, { body: { mappings } })
    expect([status, body.fields?.[0]?.field]).toEqual([400, `body.mappings.1.access.${field}`])
    expect((await admin.call(getRoleMappings, {})).mappings).toEqual([])
    const preview = await admin.refusal(previewRoleMappings, { body: { mappings } })
    expect([preview.status, preview.body.fields]).toEqual([400, body.fields])
  })

  test('keeps the groups that it grants, and loses one that is deleted', async () => {
    const group = await admin.call(createTenantGroup, { body: { name: 'North', tenantIds: [] } })
    const access = { mode: 'groups' as const, tenantIds: [], groupIds: [group.id] }
    const { mappings } = await save([mapping(HELPDESK, 'viewer', { access })])
    expect(mappings[0]?.access).toEqual(access)
    await db().deleteFrom('tenantGroups').execute()
    const [left] = (await admin.call(getRoleMappings, {})).mappings
    expect(left?.access).toEqual({ ...access, groupIds: [] })
  })

  test('that makes administrators asks for a fresh sign-in, and for none otherwise', async () => {
    await save([mapping(GLOBAL, 'admin')])
    world.clock.advance({ minutes: 11 })
    await save([mapping(GLOBAL, 'admin'), mapping(HELPDESK, 'technician')])
    const { status, body } = await admin.refusal(saveRoleMappings, {
      body: { mappings: [mapping(READER, 'admin')] },
    })
    expect([status, body.code]).toEqual([403, 'FRESH_SIGN_IN_REQUIRED'])
    expect((await save([])).mappings).toEqual([])
  })
})

test('directory roles are Microsoft’s own and what was read of the own directory', async () => {
  const { roles, dataAsOf } = await admin.call(listDirectoryRoles, {})
  expect(roles.length).toBeGreaterThan(90)
  expect(roles).toContainEqual({
    roleTemplateId: HELPDESK,
    displayName: 'Helpdesk Administrator',
    isBuiltIn: true,
  })
  expect(dataAsOf).not.toBeNull()
  const { id } = world.simulator.world.partner
  const row = { tenantId: id, id: guidOf(5), displayName: 'Our Own Role', isBuiltIn: false }
  await db()
    .insertInto('directoryRoleDefinitions')
    .values({ ...row, fromGeneration: 1 })
    .execute()
  expect((await admin.call(listDirectoryRoles, {})).roles).toContainEqual({
    roleTemplateId: guidOf(5),
    displayName: 'Our Own Role',
    isBuiltIn: false,
  })
})

test('the preview lists the resulting roles of stored users, changes first, and writes nothing', async () => {
  const { partner } = world.simulator.world
  const members = partner.people.filter(({ userType }) => userType !== 'Guest')
  const [ada, , cleo] = members
  const guest = partner.people.find(({ id }) => id === guidOf(900))!
  for (const [person, role] of [
    [ada, 'admin'],
    [cleo, 'viewer'],
    [guest, 'viewer'],
  ] as const)
    await world.people.users.addMicrosoft(
      {
        tenantId: partner.id,
        microsoftId: person!.id,
        username: person!.userPrincipalName,
        displayName: person!.displayName,
        email: null,
      },
      { role, tenantAccess: 'list' },
      BY,
    )
  const access = { mode: 'all' as const, tenantIds: [], groupIds: [] }
  const body = {
    mappings: [mapping(HELPDESK, 'technician', { access }), mapping(GLOBAL, 'admin')],
  }
  const preview = await admin.call(previewRoleMappings, { body })
  expect([preview.total, preview.changed]).toEqual([3, 2])
  expect(preview.people.at(-1)).toMatchObject({
    username: ada!.userPrincipalName,
    directoryRoles: ['Global Administrator', 'Global Reader'],
    currentRole: 'admin',
    role: 'admin',
    access: null,
  })
  expect(preview.people).toContainEqual(
    expect.objectContaining({
      username: cleo!.userPrincipalName,
      directoryRoles: ['Helpdesk Administrator'],
      currentRole: 'viewer',
      role: 'technician',
      mappingId: body.mappings[0]!.id,
      access,
    }),
  )
  expect(preview.people).toContainEqual(
    expect.objectContaining({ name: 'Grace Guest', isGuest: true, role: 'technician' }),
  )
  expect(await audited()).toEqual([])
  expect((await admin.call(getRoleMappings, {})).version).toBe(1)
})
