import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import { ShownVerdict } from '@tenantscope/contract/posture'

import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { verdictOf } from './estate.ts'
import type { EstateCheck, EstateTenant } from './estate.ts'
import { scoreText } from './score-text.ts'

interface PrintedMatrixProps {
  tenants: readonly EstateTenant[]
  checks: readonly EstateCheck[]
}

/** The matrix on paper, which cannot scroll: the failed checks of each tenant by name, and the other counts. */
export function PrintedMatrix({ tenants, checks }: PrintedMatrixProps) {
  return (
    <DataTable
      caption="Failed checks by tenant"
      columns={columnsOf(checks)}
      rows={tenants}
      rowId={({ tenantId }) => tenantId}
    />
  )
}

const columnsOf = (checks: readonly EstateCheck[]): readonly TableColumn<EstateTenant>[] => [
  { header: 'Tenant', isRowHeader: true, width: 22, render: ({ displayName }) => displayName },
  { header: 'Score', width: 12, render: scoreText },
  {
    header: 'Failed',
    width: 46,
    render: (tenant) => failedText(tenant, checks),
  },
  { header: 'Other verdicts', width: 20, render: (tenant) => otherVerdicts(tenant, checks) },
]

function failedText(tenant: EstateTenant, checks: readonly EstateCheck[]): string {
  if (tenant.verdicts === null || tenant.isOld) return 'Not known'
  const failed = checks.filter((check) => verdictOf(tenant, check) === 'failed')
  return failed.length === 0 ? 'None' : failed.map(({ title }) => title).join('; ')
}

function otherVerdicts(tenant: EstateTenant, checks: readonly EstateCheck[]): string {
  const verdicts = checks.map((check) => verdictOf(tenant, check))
  return [...ShownVerdict.options, null]
    .filter((verdict) => verdict !== 'failed')
    .map((verdict) => [verdict, verdicts.filter((each) => each === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${verdictText(verdict)}: ${count}`)
    .join(', ')
}
