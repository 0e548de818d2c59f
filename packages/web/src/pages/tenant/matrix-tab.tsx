import type { TenantDetails } from '@tenantscope/contract/tenants'
import { Suspense } from 'react'

import { lazyPart } from '../../lib/load-part.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { LoadingMatrix } from './matrix/loading-matrix.tsx'

const LicenseMatrix = lazyPart(
  async () => (await import('./matrix/license-matrix.tsx')).LicenseMatrix,
)

/** The matrix, whose code is loaded when its tab is first opened. */
export function MatrixTab({ details }: { details: TenantDetails }) {
  return (
    <Suspense
      fallback={
        <SectionCard title="License Assignment Matrix">
          <LoadingMatrix people={details.userCount} />
        </SectionCard>
      }
    >
      <LicenseMatrix details={details} />
    </Suspense>
  )
}
