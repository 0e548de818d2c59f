import type { Tenant, World } from '../world/types.ts'
import { IdentityRefusal } from './refusals.ts'

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i
const SHARED = ['common', 'organizations', 'consumers'] as const

/** The directory that an address names: one tenant, or one of the shared names for many. */
export type Directory =
  | { readonly kind: 'tenant'; readonly tenant: Tenant }
  | { readonly kind: 'shared'; readonly name: (typeof SHARED)[number] }

export interface Directories {
  /** Throws Microsoft's refusal for a malformed or unknown name. */
  resolve(name: string): Directory
}

export function createDirectories(world: World): Directories {
  const tenants = new Map<string, Tenant>()
  for (const tenant of world.tenants) {
    for (const name of [tenant.id, tenant.defaultDomainName, tenant.initialDomainName]) {
      tenants.set(name.toLowerCase(), tenant)
    }
  }
  return {
    resolve(name) {
      const shared = SHARED.find((each) => each === name.toLowerCase())
      if (shared) return { kind: 'shared', name: shared }
      const tenant = tenants.get(name.toLowerCase())
      if (tenant && !tenant.isGone) return { kind: 'tenant', tenant }
      const isWellFormed = GUID.test(name) || DOMAIN.test(name)
      throw new IdentityRefusal(isWellFormed ? 'tenantUnknown' : 'tenantMalformed', {
        tenant: name,
      })
    },
  }
}

/** The segment of an address that names this directory; a tenant always by its id. */
export function segmentOf(directory: Directory): string {
  return directory.kind === 'tenant' ? directory.tenant.id : directory.name
}

export function tenantIdOf(directory: Directory): string | undefined {
  return directory.kind === 'tenant' ? directory.tenant.id : undefined
}
