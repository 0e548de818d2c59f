import { TenantId } from '@tenantscope/contract/ids'
import { expect, test } from 'vitest'

import { detailsOf, makeLocalAdministrator, makeUser } from '../../../testing/users.ts'
import { changeOf, draftOf, hasChange, withAdministrator } from './user-draft.ts'

const idEnding = (end: number) => TenantId.parse(`aaaaaaaa-0000-4000-8000-00000000000${end}`)
const one = idEnding(1)
const two = idEnding(2)
const details = detailsOf(makeUser({ role: 'technician', adminRoles: ['Billing'] }), {
  grant: { mode: 'list', tenantIds: [one, two], groupIds: [] },
})
const stored = draftOf(details)

test('unchanged values are not sent, in any order of the tenants', () => {
  const access = { ...stored.access, tenantIds: [two, one] }
  expect(hasChange(changeOf(details, { ...stored, access }))).toBe(false)
})

test('another way of granting, and other tenants, are a change', () => {
  for (const access of [
    { ...stored.access, mode: 'all' as const },
    { ...stored.access, mode: 'groups' as const },
    { ...stored.access, tenantIds: [one] },
  ])
    expect(changeOf(details, { ...stored, access })).toEqual({ email: null, role: null, access })
})

test('an administrator keeps what they were described as, and is asked for no tenants', () => {
  const access = { ...stored.access, mode: 'all' as const }
  const draft = { ...stored, access, ...withAdministrator(stored, true) }
  expect(changeOf(details, draft)).toEqual({
    email: null,
    role: { isAdmin: true, adminRoles: ['Billing', 'System Administrator'] },
    access: null,
  })
})

test('the description of an administrator is a change, that of others is none', () => {
  const administrator = detailsOf(makeLocalAdministrator())
  const adminRoles = ['On call']
  expect(changeOf(administrator, { ...draftOf(administrator), adminRoles }).role).toEqual({
    isAdmin: true,
    adminRoles,
  })
  expect(changeOf(details, { ...stored, adminRoles }).role).toBeNull()
})

test('who is administrator no more is a viewer without descriptions', () => {
  const administrator = detailsOf(makeLocalAdministrator())
  const draft = draftOf(administrator)
  const demoted = { ...draft, ...withAdministrator(draft, false) }
  expect(demoted.adminRoles).toEqual([])
  expect(changeOf(administrator, demoted).role).toEqual({ isAdmin: false, role: 'viewer' })
})
