import { TenantUser } from '@tenantscope/contract/licenses'
import type { listTenantUsers } from '@tenantscope/contract/licenses'
import { vi } from 'vitest'
import type { z } from 'zod'

type UserPage = z.input<(typeof listTenantUsers)['reply']>

let made = 0

/** Null for each property of a user that may be null. */
const NULLS = Object.fromEntries(
  Object.entries(TenantUser.shape)
    .filter(([, field]) => field.safeParse(null).success)
    .map(([name]) => [name, null]),
)

/** A cloud user of a tenant without licenses, unless the test overrides it. */
export function makeUser(changes: Partial<TenantUser> = {}): TenantUser {
  made += 1
  const digits = String(made).padStart(4, '0')
  return TenantUser.parse({
    ...NULLS,
    id: `user-${digits}`,
    displayName: `Person ${digits}`,
    userPrincipalName: `person${digits}@contoso.com`,
    name: `Person ${digits}`,
    email: `person${digits}@contoso.com`,
    isADSynced: false,
    isCloudOnly: true,
    userType: 'Member',
    accountEnabled: true,
    licenses: [],
    licenseSkuIds: [],
    ...changes,
  })
}

/** The reply with these users: all of them, unless the test overrides it. */
export function pageOf(users: readonly TenantUser[], changes: Partial<UserPage> = {}): UserPage {
  return {
    users: [...users],
    total: users.length,
    nextCursor: null,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    failure: null,
    ...changes,
  }
}

/** Simulates a refresh between pages: this number of further pages is gone when requested. */
export function loseFurtherPages(times: number) {
  const answer = globalThis.fetch
  let lost = 0
  const fetch: typeof answer = async (address, init) => {
    if (lost === times || !JSON.stringify(address).includes('cursor=')) return answer(address, init)
    lost += 1
    const message = 'The list has changed meanwhile.'
    const body = { error: message, message, code: 'CONFLICT', requestId: 'request-1' }
    return Response.json(body, { status: 409 })
  }
  vi.stubGlobal('fetch', fetch)
}
