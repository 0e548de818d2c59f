import { signInLocally } from '@tenantscope/contract/auth'
import type { UserId } from '@tenantscope/contract/ids'
import { listUsers } from '@tenantscope/contract/users'

import { NO_SOURCE, OPERATOR } from '../lib/operator.ts'
import { createTestApp, guidOf } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import type { TestBrowser } from './test-browser.ts'

const BY = { actor: OPERATOR, source: NO_SOURCE } as const

/** Of every local person whom a test makes. */
export const PASSWORD = 'Correct-Horse-8'

export interface UserWorld {
  readonly app: TestApp
  /** Signed in, and the only person at first. */
  admin: TestBrowser
  adminId: UserId
  /** Resets everything. */
  reset(): Promise<void>
  local(username: string, displayName?: string): Promise<UserId>
  microsoft(displayName: string, role?: 'viewer' | 'technician' | 'admin'): Promise<UserId>
  signInAs(username: string, password?: string): Promise<TestBrowser>
  lastChange(): Promise<object>
}

/** People with accounts, and an administrator who looks after them. */
export async function createUserWorld(): Promise<UserWorld> {
  const app = await createTestApp()
  let count = 0
  const world: UserWorld = {
    app,
    admin: app.browser(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every test begins with a reset
    adminId: 0 as UserId,

    async reset() {
      await app.reset()
      world.admin = await app.signIn('admin')
      const { users } = await world.admin.call(listUsers, { query: {} })
      world.adminId = users[0]?.id ?? world.adminId
    },

    async local(username, displayName) {
      const account = { username, displayName: displayName ?? null, password: PASSWORD }
      const options = { mustResetPassword: false }
      return (await app.people.users.addLocal(account, options, BY)).id
    },

    async microsoft(displayName, role = 'viewer') {
      count += 1
      const username = `${displayName.toLowerCase().replaceAll(' ', '.')}@partner.example`
      const person = { tenantId: guidOf(1), microsoftId: guidOf(9_000 + count), username }
      const names = { displayName, email: username }
      const rights = { role, tenantAccess: 'list' } as const
      return (await app.people.users.addMicrosoft({ ...person, ...names }, rights, BY)).id
    },

    async signInAs(username, password = PASSWORD) {
      const browser = app.browser()
      await browser.call(signInLocally, { body: { username, password } })
      return browser
    },

    lastChange: () =>
      app.database.handle.db
        .selectFrom('securityAuditLog')
        .select(['action', 'targetUserId', 'changedByUserId', 'oldValue', 'newValue'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
  }
  return world
}
