import { ORDINARY_USER_ROLE } from '@tenantscope/analysis/directory-roles'
import { TenantId } from '@tenantscope/contract/ids'
import type { RoleMapping } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../testing/database-harness.ts'
import type { TestDatabase } from '../../testing/database-harness.ts'
import { guidOf } from '../../testing/test-app.ts'
import { createOwnDirectoryRepo } from './own-directory.repo.ts'
import { roleByMappings, triedRoles } from './role-mappings.rules.ts'

const MOST = 100
const tenantId = TenantId.parse(guidOf(1))
const reading = { tenantId, generationId: 2, dataAsOf: new Date(0) }
/** The first four are held directly, the next through a group. */
const ROLES = Array.from({ length: 8 }, (_, index) => `aaaaaaaa${guidOf(index).slice(8)}`)
const roleAt = (index: number): string => ROLES[index] ?? ''

/** Everybody holds other roles; some had them once, or hold them for a part of the directory alone. */
const people = Array.from({ length: 400 }, (_, number) => {
  const hasEnded = number % 11 === 0
  const isOfPart = number % 13 === 0
  const given = ROLES.filter((__, index) => number % (index + 3) === 0)
  return {
    id: guidOf(1_000 + number),
    name: `Person ${String((number * 7_919) % 400).padStart(3, '0')}`,
    currentRole: (['viewer', 'technician', 'admin'] as const)[number % 7] ?? 'viewer',
    isGuest: number % 5 === 0,
    hasEnded,
    isOfPart,
    given,
    roleIds: hasEnded ? [] : given.filter((id) => !isOfPart || ROLES.indexOf(id) >= 4),
  }
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database.handle
  await db.insertInto('tenants').values({ id: tenantId, displayName: 'Own' }).execute()
  await db
    .insertInto('users')
    .values([
      ...people.map(({ id, name, currentRole }) => ({
        username: id,
        displayName: name,
        password: '!',
        tenantId,
        microsoftId: id,
        authMethod: 'microsoft' as const,
        role: currentRole,
        isAdmin: currentRole === 'admin',
      })),
      // Neither is of the directory.
      { username: 'local', password: '!', role: 'admin', isAdmin: true },
      {
        username: 'other',
        password: '!',
        tenantId: guidOf(2),
        microsoftId: guidOf(1_004),
        authMethod: 'microsoft',
      },
    ])
    .execute()
  const of = (hasEnded: boolean) => ({
    tenantId,
    fromGeneration: 1,
    toGeneration: hasEnded ? 2 : null,
  })
  await db
    .insertInto('directoryUsers')
    .values(
      people.map(({ id, isGuest }) => ({ ...of(false), id, userType: isGuest ? 'Guest' : null })),
    )
    .execute()
  const held = people.flatMap((person) => person.given.map((role) => ({ ...person, role })))
  const isDirect = ({ role }: { role: string }) => ROLES.indexOf(role) < 4
  await db
    .insertInto('directoryRoleAssignments')
    .values([
      ...held.filter(isDirect).map(({ id, role, hasEnded, isOfPart }) => ({
        ...of(hasEnded),
        id: `${id} ${role}`,
        roleTemplateId: role.toUpperCase(),
        principalId: id,
        scope: isOfPart ? '/administrativeUnits/1' : '/',
      })),
      ...ROLES.slice(4).map((role) => ({
        ...of(false),
        id: role,
        roleTemplateId: role,
        principalId: `group ${role}`,
        scope: '/',
      })),
    ])
    .execute()
  await db
    .insertInto('directoryGroupMembers')
    .values(
      held
        .filter((each) => !isDirect(each))
        .map(({ id, role, hasEnded }) => ({
          ...of(hasEnded),
          groupId: `group ${role}`,
          memberId: id,
        })),
    )
    .execute()
})
afterAll(() => database.close())

const mapping = (microsoftRole: string, localRole: Role, enabled = true): RoleMapping => ({
  id: `${microsoftRole} ${localRole}`,
  microsoftRole,
  localRole,
  enabled,
  description: '',
  access: null,
})

test.each<[string, RoleMapping[]]>([
  ['no mapping', []],
  ['one that everybody would match', [mapping(ORDINARY_USER_ROLE, 'admin')]],
  [
    'mappings in an order of their own',
    [
      mapping(roleAt(6), 'technician'),
      mapping(roleAt(1), 'admin', false),
      mapping(roleAt(0), 'admin'),
      mapping(roleAt(0), 'viewer'),
      mapping(roleAt(5), 'viewer'),
      mapping(roleAt(1), 'technician'),
    ],
  ],
])(
  '%s: as many as are shown are judged like at their sign-in, and all are counted',
  async (_, mappings) => {
    const judged = people
      .map((person) => ({ ...person, outcome: roleByMappings(mappings, person) }))
      .map((person) => ({ ...person, isChanged: person.outcome.role !== person.currentRole }))
      .toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged) || (a.name < b.name ? -1 : 1))
    const tried = triedRoles(mappings)
    const found = await createOwnDirectoryRepo(database.handle.db).judged(reading, {
      tried,
      most: MOST,
    })
    expect([found.total, found.changed]).toEqual([
      400,
      judged.filter((each) => each.isChanged).length,
    ])
    expect(
      found.people.map((person) => ({
        ...person,
        roleIds: person.roleIds.map((id) => id.toLowerCase()).toSorted(),
      })),
    ).toEqual(
      judged.slice(0, MOST).map(({ id, name, currentRole, isGuest, roleIds, outcome }) => ({
        userId: expect.any(Number) as unknown,
        username: id,
        name,
        currentRole,
        isGuest,
        decidingRoleId: outcome.mapping?.microsoftRole ?? null,
        roleIds: roleIds.toSorted(),
      })),
    )
  },
)
