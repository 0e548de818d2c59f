import type { SecurityAuditReport } from '@tenantscope/contract/security-audit'

import { LazyLineOverTime } from '../../ui/charts/lazy-charts.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { percentByDay } from './audit-changes.ts'

/** Fewer audits or days make no line. */
const LEAST_AUDITS = 3
const LEAST_DAYS = 2

/** The percentage over the days of the audits that are listed. */
export function AuditTrend({ reports }: { reports: readonly SecurityAuditReport[] }) {
  if (reports.length < LEAST_AUDITS) return null
  const points = percentByDay(reports)
  if (points.length < LEAST_DAYS) return null
  return (
    <SectionCard title="Score over time">
      <LazyLineOverTime
        title="Score over time"
        series={[{ key: 'score', label: 'Latest audit', points }]}
        format={(value) => `${value}%`}
        heightPx={120}
      />
    </SectionCard>
  )
}
