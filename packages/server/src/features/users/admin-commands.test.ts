import { getCurrentUser, signInLocally } from '@tenantscope/contract/auth'
import { listTenants } from '@tenantscope/contract/tenants'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestApp, guidOf } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

const tenantId = '11111111-2222-3333-4444-555555555555'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.reset())

const run = (command: unknown) => app.app.runCommand(command)

async function done(command: object): Promise<string[]> {
  const { isDone, lines } = await run(command)
  expect([isDone, lines]).toEqual([true, lines])
  return lines
}

const addLocal = (username = 'admin') =>
  done({ name: 'add-local', username, displayName: 'Ada', email: 'ada@partner.example' })
const addMicrosoft = (role: string) =>
  done({
    name: 'add-microsoft',
    objectId: guidOf(1),
    tenantId: guidOf(2),
    displayName: 'Mina',
    email: 'mina@partner.example',
    role,
  })
const trail = () =>
  app.database.handle.db
    .selectFrom('securityAuditLog')
    .select(['type', 'action', 'changedBy', 'targetUser', 'oldValue', 'newValue'])
    .orderBy('id')
    .execute()

const passwordIn = (lines: string[]): string => /^Password: (.+)$/mu.exec(lines.join('\n'))![1]!

test('a local administrator gets a password that is shown once and has to be replaced', async () => {
  const lines = await addLocal()
  expect(lines[0]).toBe('Added admin (local, Administrator).')
  const body = { username: 'admin', password: passwordIn(lines) }
  const { user } = await app.browser().call(signInLocally, { body })
  const named = { displayName: 'Ada', email: 'ada@partner.example' }
  expect(user).toMatchObject({ ...named, mustResetPassword: true })
})

test('a person of Microsoft is added with a role and sees no tenant yet', async () => {
  expect(await addMicrosoft('technician')).toEqual([
    'Added mina@partner.example (Microsoft, Technician).',
  ])
  expect(await done({ name: 'list' })).toEqual([
    '1\tmina@partner.example\tmicrosoft\tTechnician\t0 tenants',
  ])
})

test('a new person sees what the default tenant access says', async () => {
  const settings = { defaultTenantAccess: 'all' } as const
  await app.database.handle.db.updateTable('settings').set(settings).execute()
  await addMicrosoft('viewer')
  expect((await done({ name: 'list' }))[0]).toContain('all tenants')
})

test('tenants are granted, revoked and granted all together', async () => {
  await app.addTenant(tenantId)
  await addMicrosoft('viewer')
  const user = 'mina@partner.example'
  await done({ name: 'grant', user, tenantIds: [tenantId] })
  expect((await done({ name: 'list' }))[0]).toContain('1 tenants')
  await done({ name: 'revoke', user, tenantIds: [tenantId] })
  expect((await done({ name: 'list' }))[0]).toContain('0 tenants')
  await done({ name: 'grant', user, tenantIds: 'all' })
  expect((await done({ name: 'list' }))[0]).toContain('all tenants')
  expect((await run({ name: 'revoke', user, tenantIds: [tenantId] })).isDone).toBe(false)
  await done({ name: 'grant', user, tenantIds: [tenantId] })
  expect((await done({ name: 'list' }))[0]).toContain('1 tenants')
})

test('tenant groups are granted by their names, in place of any list, and a list in place of them', async () => {
  const { db } = app.database.handle
  await app.addTenant(tenantId)
  for (const name of ['North', 'South']) {
    const { id: groupId } = await db
      .insertInto('tenantGroups')
      .values({ name, updatedBy: 'test' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('tenantGroupMembers').values({ groupId, tenantId }).execute()
  }
  await addMicrosoft('viewer')
  const user = 'mina@partner.example'
  const grant = { name: 'grant-groups', user }
  await done({ name: 'grant', user, tenantIds: [tenantId] })
  expect(await done({ ...grant, groups: ['north'] })).toEqual([
    `${user} sees the tenants of north. Access is limited to their groups.`,
  ])
  await done({ ...grant, groups: ['SOUTH'] })
  expect((await done({ name: 'list' }))[0]).toContain('1 tenants')
  const count = async (table: 'userTenantAccess' | 'userGroupAccess') =>
    (await db.selectFrom(table).select('userId').execute()).length
  expect([await count('userTenantAccess'), await count('userGroupAccess')]).toEqual([0, 2])
  expect(await run({ name: 'revoke', user, tenantIds: [tenantId] })).toMatchObject({
    isDone: false,
    lines: [`${user} was granted tenant groups; grant a list of tenants first`],
  })
  expect(await run({ ...grant, groups: ['North', 'West'] })).toEqual({
    isDone: false,
    lines: ['Unknown tenant group: West'],
  })
  await done({ name: 'grant', user, tenantIds: [tenantId] })
  expect([await count('userTenantAccess'), await count('userGroupAccess')]).toEqual([1, 0])
  await done({ ...grant, groups: ['North'] })
  await done({ name: 'grant', user, tenantIds: 'all' })
  expect([await count('userTenantAccess'), await count('userGroupAccess')]).toEqual([0, 0])
  const actions = (await trail()).map(({ action, newValue }) => `${action}: ${newValue}`)
  expect(actions).toContain('tenant groups granted: North')
})

test('a reset password replaces the old one, ends the sessions and has to be changed', async () => {
  const first = passwordIn(await addLocal())
  const browser = app.browser()
  await browser.call(signInLocally, { body: { username: 'admin', password: first } })
  const second = passwordIn(await done({ name: 'reset-password', user: 'admin' }))
  expect((await browser.refusal(getCurrentUser)).status).toBe(401)
  const old = { username: 'admin', password: first }
  expect((await app.browser().refusal(signInLocally, { body: old })).status).toBe(401)
  const { user } = await app
    .browser()
    .call(signInLocally, { body: { username: 'admin', password: second } })
  expect(user.mustResetPassword).toBe(true)
})

test('local sign-in is switched on again', async () => {
  await app.database.handle.db.updateTable('settings').set({ localAuthFallback: false }).execute()
  await done({ name: 'enable-local' })
  expect((await app.people.settings.read()).localAuthFallback).toBe(true)
})

test('local sign-in is switched off, which the trail says', async () => {
  const [line] = await done({ name: 'disable-local' })
  expect(line).toBe('Local sign-in is off.')
  expect((await app.people.settings.read()).localAuthFallback).toBe(false)
  expect(await trail()).toEqual([
    {
      type: 'settings',
      action: 'local sign-in disabled',
      changedBy: 'operator on the host',
      targetUser: null,
      oldValue: 'true',
      newValue: 'false',
    },
  ])
})

test('a tenant that consented directly is recorded, to be read at the next refresh', async () => {
  await done({ name: 'add-tenant', tenantId, displayName: 'Contoso' })
  const admin = await app.signIn('admin')
  expect((await admin.call(listTenants, {})).tenants).toMatchObject([
    { id: tenantId, displayName: 'Contoso', accessMethod: 'direct', status: 'Pending' },
  ])
})

describe('what would lock everybody out is refused', () => {
  test.each([
    { name: 'disable', user: 'admin' },
    { name: 'set-role', user: 'admin', role: 'viewer' },
  ])('$name of the last enabled local administrator', async (command) => {
    await addLocal()
    await addMicrosoft('admin')
    expect(await run(command)).toEqual({
      isDone: false,
      lines: ['The last enabled local administrator cannot be disabled, demoted or deleted'],
    })
  })

  test('two administrators who are disabled at the same moment leave one', async () => {
    await addLocal('first')
    await addLocal('second')
    const replies = await Promise.all([
      run({ name: 'disable', user: 'first' }),
      run({ name: 'disable', user: 'second' }),
    ])
    expect(replies.filter(({ isDone }) => isDone)).toHaveLength(1)
  })

  test('a disabled local administrator does not count as one who is left', async () => {
    await addLocal('first')
    await addLocal('second')
    await done({ name: 'disable', user: 'first' })
    expect((await run({ name: 'disable', user: 'second' })).isDone).toBe(false)
  })
})

describe('a command that cannot be carried out says why', () => {
  test.each([
    [{ name: 'disable', user: 'unknown' }, /^No user found with the name unknown$/u],
    [
      { name: 'grant', user: 'admin', tenantIds: [tenantId] },
      new RegExp(`^No tenant has these IDs: ${tenantId}$`, 'u'),
    ],
    [
      { name: 'add-local', username: 'ADMIN', displayName: null, email: null },
      /^A user named ADMIN already exists$/u,
    ],
    [{ name: 'add-local', username: 'b', displayName: null, email: 'nowhere' }, /^email: /u],
    [{ name: 'set-role', user: 'admin', role: 'king' }, /^role: /u],
    [{ name: 'grant', user: 'admin', tenantIds: ['x'] }, /^tenantIds/u],
    [{ name: 'dance' }, /^name: /u],
    ['nonsense', /^command: /u],
  ])('%o', async (command, expected) => {
    await addLocal()
    const { isDone, lines } = await run(command)
    expect(isDone).toBe(false)
    expect(lines[0]).toMatch(expected)
  })

  test('a password of a person of Microsoft', async () => {
    await addMicrosoft('admin')
    expect(await run({ name: 'reset-password', user: 'mina@partner.example' })).toEqual({
      isDone: false,
      lines: ['Microsoft users manage passwords through Microsoft 365'],
    })
  })

  test('a second account for the same person of Microsoft', async () => {
    await addMicrosoft('admin')
    const again = { objectId: guidOf(1), tenantId: guidOf(2), displayName: 'M', role: 'viewer' }
    expect(await run({ name: 'add-microsoft', ...again, email: 'other@partner.example' })).toEqual({
      isDone: false,
      lines: ['This user already has the account mina@partner.example'],
    })
  })
})

test('a lost second factor is removed; without one the command reports it', async () => {
  await addLocal()
  const command = { name: 'reset-second-factor', user: 'admin' }
  expect(await run(command)).toEqual({ isDone: false, lines: ['admin has no second factor'] })
  await app.database.handle.db.updateTable('users').set({ totpSecret: 'sealed' }).execute()
  expect(await done(command)).toEqual(['admin no longer has a second factor and is signed out.'])
  expect((await trail()).at(-1)).toMatchObject({
    action: 'second factor reset',
    changedBy: 'operator on the host',
    targetUser: 'admin',
  })
})

test('a user is found by name in any case, and by number', async () => {
  await addLocal()
  await addLocal('second')
  expect(await done({ name: 'disable', user: 'SECOND' })).toEqual([
    'second is disabled and signed out.',
  ])
  expect(await done({ name: 'enable', user: '2' })).toEqual(['second is enabled.'])
})

test('every act is written to the audit trail, refused ones and passwords are not', async () => {
  await app.addTenant(tenantId)
  const password = passwordIn(await addLocal())
  await addLocal('second')
  await done({ name: 'set-role', user: 'second', role: 'technician' })
  await done({ name: 'grant', user: 'second', tenantIds: [tenantId] })
  await done({ name: 'disable', user: 'second' })
  await done({ name: 'unlock', user: 'second' })
  await done({ name: 'enable-local' })
  await done({ name: 'reset-password', user: 'admin' })
  await run({ name: 'disable', user: 'admin' })
  const rows = await trail()
  expect(rows.map(({ action, targetUser }) => [action, targetUser])).toEqual([
    ['user created', 'admin'],
    ['user created', 'second'],
    ['role changed', 'second'],
    ['tenants granted', 'second'],
    ['account disabled', 'second'],
    ['unlocked', 'second'],
    ['local sign-in enabled', null],
    ['password reset', 'admin'],
  ])
  expect(rows[2]).toMatchObject({ oldValue: 'admin', newValue: 'technician' })
  expect(new Set(rows.map(({ changedBy }) => changedBy))).toEqual(new Set(['operator on the host']))
  expect(JSON.stringify(rows) + app.log.join('')).not.toContain(password)
})
