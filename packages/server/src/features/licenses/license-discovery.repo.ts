import type { TenantId } from '@tenantscope/contract/ids'
import type { Kysely } from 'kysely'

import type { Database } from '../../db/tables.ts'
import { shownName } from '../../db/tenant-names.ts'

export type LicenseDiscoveryRepo = ReturnType<typeof createLicenseDiscoveryRepo>

export interface AskableTenant {
  readonly tenantId: TenantId
  readonly displayName: string
}

export function createLicenseDiscoveryRepo(db: Kysely<Database>) {
  return {
    /** Tenants that consented and that refreshes read too, by name. */
    listAskable: (): Promise<AskableTenant[]> =>
      db
        .selectFrom('tenants')
        .select('id as tenantId')
        .select(shownName('tenants').as('displayName'))
        .$narrowType<AskableTenant>()
        .where('isConsented', '=', true)
        .where('relationship', '<>', 'ended')
        .where('goneAt', 'is', null)
        .where('readingStoppedAt', 'is', null)
        .where('awaitingApprovalSince', 'is', null)
        .orderBy('displayName')
        .orderBy('id')
        .execute(),
  }
}
