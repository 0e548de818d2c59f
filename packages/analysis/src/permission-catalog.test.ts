import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  namedPermission,
  OPTIONAL_PERMISSIONS,
  permissionOfId,
  REQUIRED_PERMISSIONS,
} from './permission-catalog.ts'
import { PERMISSION_IDS } from './permission-ids.ts'

test.each([
  ['Directory.Read.All', 'required'],
  ['Policy.Read.All', 'required'],
  ['AuditLog.Read.All', 'optional'],
  ['SecurityEvents.Read.All', 'optional'],
  ['Directory.ReadWrite.All', 'moreThanNeeded'],
  ['Directory.Write.Restricted', 'moreThanNeeded'],
  ['Mail.Send', 'moreThanNeeded'],
  ['Sites.FullControl.All', 'moreThanNeeded'],
  ['Sites.Manage.All', 'moreThanNeeded'],
  ['User.RevokeSessions.All', 'moreThanNeeded'],
  ['User.Invite.All', 'moreThanNeeded'],
  ['Files.Read.All', 'moreThanNeeded'],
  ['Group.Read.All', 'moreThanNeeded'],
  ['Brand.New.ReadWrite.All', 'moreThanNeeded'],
  ['Brand.New.Send', 'moreThanNeeded'],
  ['Brand.New.Read.All', 'unknown'],
  ['RoleManagement.Rea', 'unknown'],
  ['constructor', 'unknown'],
  ['11111111-2222-4333-8444-555555555555', 'unknown'],
])('%s is %s', (value, kind) => {
  expect(namedPermission(value).kind).toBe(kind)
})

const reasonOf = (value: string) => namedPermission(value).reason

test('write, included and unused permissions have different reasons', () => {
  expect(reasonOf('Directory.ReadWrite.All')).toContain('change or send something')
  expect(reasonOf('Group.Read.All')).toBe(
    'Directory.Read.All already includes this permission. Remove it.',
  )
  expect(reasonOf('Mail.Read')).toBe('Tenantscope does not use this permission. Remove it.')
  expect(reasonOf('Directory.Read.All')).toBeNull()
})

test('every requested permission has an id and states what it makes visible', () => {
  for (const value of [...REQUIRED_PERMISSIONS, ...OPTIONAL_PERMISSIONS]) {
    const { id, description, unlocks, isCritical } = namedPermission(value)
    expect(unlocks.length).toBeGreaterThan(0)
    expect(description).toMatch(/^Read /u)
    expect(permissionOfId(String(id).toUpperCase())).toBe(value)
    expect(isCritical).toBe(value === 'Directory.Read.All')
  }
})

test('names and ids are one to one', () => {
  expect(new Set(PERMISSION_IDS.values()).size).toBe(PERMISSION_IDS.size)
  for (const [value, id] of PERMISSION_IDS) {
    expect(id).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u)
    expect(permissionOfId(id)).toBe(value)
  }
  expect(permissionOfId('11111111-2222-4333-8444-555555555555')).toBeNull()
})

test('no permission that can write is classified as read-only', () => {
  const resource = fc.stringMatching(/^[A-Z][a-z]{1,8}(?:\.[A-Z][a-z]{1,8})?$/u)
  const act = fc.constantFrom('ReadWrite', 'Write', 'Send', 'Manage', 'FullControl', 'AccessAsUser')
  const scope = fc.constantFrom('', '.All', '.OwnedBy', '.Restricted')
  fc.assert(
    fc.property(resource, act, scope, (...parts) => {
      const [of, does, where] = parts
      expect(namedPermission(`${of}.${does}${where}`).kind).toBe('moreThanNeeded')
    }),
  )
})
