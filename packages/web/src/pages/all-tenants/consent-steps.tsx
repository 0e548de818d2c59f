import type { TenantListItem } from '@tenantscope/contract/tenants'

import { ConsentProgress } from '../../features/consent/consent-progress.tsx'
import type { ConsentStep } from '../../features/consent/use-consents.ts'

interface ConsentStepsProps {
  steps: readonly ConsentStep[]
  tenants: readonly TenantListItem[]
}

/** The consents that this window waits for, each with its tenant's name. */
export function ConsentSteps({ steps, tenants }: ConsentStepsProps) {
  return steps.map(({ tenantId, phase, consent, link }) => (
    <ConsentProgress
      key={tenantId}
      consent={consent}
      phase={phase}
      link={link}
      tenantName={tenants.find(({ id }) => id === tenantId)?.displayName}
    />
  ))
}
