import type { Transport } from '@tenantscope/graph-client/transport'
import type { Kysely } from 'kysely'

import type { Database } from '../db/tables.ts'
import type { AzureConfigService } from '../features/azure/azure-config.service.ts'
import { mountTenantOnboarding } from '../features/onboarding/onboarding.routes.ts'
import { createOnboardingService } from '../features/onboarding/onboarding.service.ts'
import { createSetupRepo } from '../features/onboarding/setup.repo.ts'
import { createSetupService } from '../features/onboarding/setup.service.ts'
import { createTenantGroupsRepo } from '../features/tenant-groups/tenant-groups.repo.ts'
import { mountTenantGroups } from '../features/tenant-groups/tenant-groups.routes.ts'
import { createTenantGroupsService } from '../features/tenant-groups/tenant-groups.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import type { Clock } from '../lib/clock.ts'
import type { People } from './people.ts'
import type { Refreshing } from './refreshing.ts'

type OnboardingDeps = {
  db: Kysely<Database>
  transport: Transport
  clock: Clock
  azureConfig: AzureConfigService
} & Pick<People, 'auditLog' | 'grants' | 'shareEnds'> &
  Pick<Refreshing, 'azure' | 'microsoft' | 'tenants' | 'records' | 'refresh'>

/** How tenants come in, how far that has come, and which people see them. */
export function mountOnboarding(server: HttpServer, deps: OnboardingDeps): void {
  const { db } = deps
  mountTenantOnboarding(server, {
    onboarding: createOnboardingService(deps),
    setup: createSetupService({ ...deps, repo: createSetupRepo(db) }),
  })
  mountTenantGroups(server, {
    tenantGroups: createTenantGroupsService({
      ...deps,
      repo: createTenantGroupsRepo(db),
      afterChange: deps.shareEnds.endLost,
    }),
    grants: deps.grants,
  })
}
