import { areaName } from '@tenantscope/analysis/checks/areas'
import { changeText, severityText, verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { TextColumn } from '@tenantscope/analysis/csv'
import { isoTimeIn } from '@tenantscope/analysis/iso-time'
import type { PostureChanges, ShownVerdict } from '@tenantscope/contract/posture'

import { saveCsv } from '../../lib/save-csv.ts'
import type { EstateTenant } from './estate.ts'
import type { CheckToFix } from './fix-first.ts'
import type { MatrixColumn } from './matrix-columns.ts'
import { notKnownText } from './members.ts'
import { scoreText } from './score-text.ts'

const table = 'posture'

interface MatrixExport {
  tenants: readonly EstateTenant[]
  columns: readonly MatrixColumn[]
  timeZone: string
}

/** Saves the matrix as on screen and returns the file's name. Verdicts and unknown values are words. */
export function exportMatrix({ tenants, columns, timeZone }: MatrixExport): string {
  const csvColumns: readonly TextColumn<EstateTenant>[] = [
    { header: 'Tenant', textOf: ({ displayName }) => displayName },
    { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
    {
      header: 'Score (%)',
      textOf: (tenant) => (tenant.score === null ? scoreText(tenant) : String(tenant.score)),
    },
    { header: 'Grade', textOf: ({ grade }) => grade },
    dataAsOfColumn(timeZone),
    ...MEMBER_COLUMNS,
    ...columns.map(({ title, cellOf }) => ({
      header: title,
      textOf: (tenant: EstateTenant) => cellOf(tenant).text,
    })),
  ]
  return saveCsv({ name: 'posture-matrix', table, rows: tenants, columns: csvColumns, timeZone })
}

/** Numbers that are not known are words. */
const MEMBER_COLUMNS: readonly TextColumn<EstateTenant>[] = (
  [
    ['covered', 'Members Covered by MFA'],
    ['notCovered', 'Members Not Covered by MFA'],
    ['notKnown', 'Members Not Known'],
  ] as const
).map(([key, header]) => ({
  header,
  textOf: (tenant) =>
    tenant.members === null ? notKnownText(tenant) : String(tenant.members[key]),
}))

const dataAsOfColumn = (timeZone: string): TextColumn<EstateTenant> => ({
  header: 'Data As Of',
  textOf: ({ dataAsOf }) => (dataAsOf === null ? 'Never read' : isoTimeIn(timeZone, dataAsOf)),
})

/** Saves the members of each tenant by MFA coverage and returns the file's name. */
export function exportMembers({ tenants, timeZone }: Omit<MatrixExport, 'columns'>): string {
  const columns: readonly TextColumn<EstateTenant>[] = [
    { header: 'Tenant', textOf: ({ displayName }) => displayName },
    { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
    ...MEMBER_COLUMNS,
    dataAsOfColumn(timeZone),
  ]
  return saveCsv({ name: 'posture-mfa-coverage', table, rows: tenants, columns, timeZone })
}

interface FixFirstExport {
  rows: readonly CheckToFix[]
  tenants: number
  verdict: ShownVerdict | undefined
  timeZone: string
}

/** Saves the checks to fix and returns the file's name. */
export function exportFixFirst({ rows, tenants, verdict, timeZone }: FixFirstExport): string {
  const columns: readonly TextColumn<CheckToFix>[] = [
    { header: 'Check', textOf: ({ check }) => check.title },
    { header: 'Check ID', textOf: ({ check }) => check.id },
    { header: 'Area', textOf: ({ check }) => check.areaName },
    { header: 'Severity', textOf: ({ check }) => severityText(check.severity) },
    {
      header: `Tenants: ${verdictText(verdict ?? 'failed')}`,
      textOf: ({ count }) => String(count),
    },
    { header: 'Tenants: not known', textOf: ({ unknown }) => String(unknown) },
    { header: 'Tenants: accepted risk', textOf: ({ accepted }) => String(accepted) },
    { header: 'Tenants', textOf: () => String(tenants) },
    { header: 'References', textOf: ({ check }) => check.references.join('; ') },
  ]
  return saveCsv({ name: 'posture-fix-first', table, rows, columns, timeZone })
}

type Change = PostureChanges['changes'][number]

interface ChangesExport {
  rows: readonly Change[]
  timeZone: string
}

/** Saves the changes and returns the file's name. */
export function exportChanges({ rows, timeZone }: ChangesExport): string {
  const columns: readonly TextColumn<Change>[] = [
    { header: 'Time', textOf: ({ at }) => isoTimeIn(timeZone, at) },
    { header: 'Tenant', textOf: ({ displayName }) => displayName },
    { header: 'Tenant ID', textOf: ({ tenantId }) => tenantId },
    { header: 'Check', textOf: ({ title }) => title },
    { header: 'Check ID', textOf: ({ checkId }) => checkId },
    { header: 'Severity', textOf: ({ severity }) => severityText(severity) },
    { header: 'Area', textOf: ({ checkId }) => areaName(checkId) },
    { header: 'Change', textOf: ({ change }) => changeText(change) },
    { header: 'Verdict', textOf: ({ verdict }) => verdictText(verdict) },
  ]
  return saveCsv({ name: 'posture-changes', table, rows, columns, timeZone })
}
