import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { useQuery } from '@tanstack/react-query'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import type { ReportComparison } from '@tenantscope/contract/reports'
import { useEffect, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionAside, SectionCard } from '../../ui/section-card.tsx'
import { ComparedLicenses } from './compared-licenses.tsx'
import { ComparedUsers } from './compared-users.tsx'
import { ComparisonCounts } from './comparison-counts.tsx'
import { isUnchanged } from './comparison-words.ts'
import { reportComparisonQuery } from './report-snapshots.queries.ts'

const useStyles = makeStyles({
  between: { ...typographyStyles.body1, color: tokens.colorNeutralForeground2 },
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
})

interface ReportComparisonViewProps {
  tenantId: TenantId
  compared: readonly [ReportSnapshotId, ReportSnapshotId]
  /** Back to the list of reports. */
  onLeave: () => void
}

/** What changed from the earlier to the later of two reports. */
export function ReportComparisonView(props: ReportComparisonViewProps) {
  const { tenantId, compared, onLeave } = props
  const styles = useStyles()
  const comparison = useQuery(reportComparisonQuery(tenantId, compared))
  return (
    <div className={styles.whole}>
      <SectionCard title="Changes between two reports">
        <SectionAside>
          <BackButton onLeave={onLeave} />
        </SectionAside>
        {comparison.isPending && <PageSpinner text="Comparing the reports..." />}
        {comparison.isError && (
          <LoadFailed
            title="The reports could not be compared"
            message={userMessageOf(comparison.error)}
            requestId={requestIdOf(comparison.error)}
            onRetry={() => void comparison.refetch()}
          />
        )}
        {comparison.data && <Summary comparison={comparison.data} />}
      </SectionCard>
      {comparison.data && !isUnchanged(comparison.data) && (
        <>
          <ComparedLicenses licenses={comparison.data.licenses} />
          <ComparedUsers users={comparison.data.users} />
        </>
      )}
    </div>
  )
}

/** Has the focus when the comparison opens: what opened it is gone. */
function BackButton({ onLeave }: { onLeave: () => void }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  useEffect(() => button?.focus(), [button])
  return (
    <Button ref={setButton} appearance="subtle" icon={<ArrowLeft20Regular />} onClick={onLeave}>
      All reports
    </Button>
  )
}

function Summary({ comparison }: { comparison: ReportComparison }) {
  const styles = useStyles()
  const format = useFormat()
  const { before, after } = comparison
  return (
    <>
      <span className={styles.between}>
        From {format.dateTime(before.createdAt)} to {format.dateTime(after.createdAt)}
      </span>
      <ComparisonCounts comparison={comparison} />
      {isUnchanged(comparison) && (
        <EmptyState
          icon={<CheckmarkCircleRegular />}
          title="Nothing changed"
          text="Both reports hold the same licenses, figures and people."
        />
      )}
    </>
  )
}
