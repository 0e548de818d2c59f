import type { listTenantUsers, TenantUser } from '@tenantscope/contract/licenses'
import { vi } from 'vitest'
import type { z } from 'zod'

type UserPage = z.input<(typeof listTenantUsers)['reply']>

let made = 0

/** A person of a tenant, made in the cloud and without licenses unless the test says otherwise. */
export function makeUser(changes: Partial<TenantUser> = {}): TenantUser {
  made += 1
  const digits = String(made).padStart(4, '0')
  return {
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
  }
}

/** The answer that holds these people: all there are, unless the test says otherwise. */
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

/** A refresh in between: so many further pages are gone when they are asked for. */
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
