import { randomUUID } from 'node:crypto'

import { createAzureConfigService } from '../features/azure/azure-config.service.ts'
import { createAzureRepo } from '../features/azure/azure.repo.ts'
import { mountAzure } from '../features/azure/azure.routes.ts'
import { createConsentCallbackService } from '../features/consent/consent-callback.service.ts'
import { createConsentRepo } from '../features/consent/consent.repo.ts'
import { mountConsent } from '../features/consent/consent.routes.ts'
import { createConsentService } from '../features/consent/consent.service.ts'
import { createTenantApprovalService } from '../features/consent/tenant-approval.service.ts'
import { mountTenantOnboarding } from '../features/onboarding/onboarding.routes.ts'
import { createOnboardingService } from '../features/onboarding/onboarding.service.ts'
import { createSetupRepo } from '../features/onboarding/setup.repo.ts'
import { createSetupService } from '../features/onboarding/setup.service.ts'
import { mountTenantGroups } from '../features/tenant-groups/tenant-groups.routes.ts'
import { createTenantGroupsService } from '../features/tenant-groups/tenant-groups.service.ts'
import type { HttpServer } from '../http/http-server.ts'
import { createRefusalNotes } from '../lib/refusal-note.ts'
import type { Composed } from './refreshing.ts'

/** The Microsoft connection, consents, new tenants, and tenant groups, which grant access to tenants. */
export function composeOnboarding({ foundation, people, refreshing }: Composed) {
  const { config, db } = foundation
  const { grants, shareEnds } = people
  const { refresh, consentProof } = refreshing
  const { publicUrl, federatedTokenFile } = config
  const base = { ...foundation, ...people, ...refreshing, publicUrl }
  const azureConfig = createAzureConfigService({
    ...base,
    repo: createAzureRepo(db),
    isFederationAvailable: federatedTokenFile !== null,
    onChanged: (requestedBy) => refresh.refreshWithNewConnection(requestedBy),
  })
  const repo = createConsentRepo(db)
  const consents = createConsentService({ ...base, repo, newId: randomUUID })
  const callback = createConsentCallbackService({ ...base, repo, proof: consentProof })
  const approval = createTenantApprovalService(base)
  const onboarding = createOnboardingService({ ...base, azureConfig })
  const setup = createSetupService({ ...base, repo: createSetupRepo(db), azureConfig })
  const tenantGroups = createTenantGroupsService({ ...base, afterChange: shareEnds.endLost })
  return {
    mount(server: HttpServer): void {
      mountAzure(server, { ...refreshing, azureConfig })
      mountConsent(server, {
        consents,
        callback,
        approval,
        refusalNotes: createRefusalNotes(foundation),
      })
      mountTenantOnboarding(server, { onboarding, setup })
      mountTenantGroups(server, { tenantGroups, grants })
    },
    sweep: (): Promise<void> => consents.sweep(),
  }
}
