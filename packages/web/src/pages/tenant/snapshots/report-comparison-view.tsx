import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowLeft20Regular } from '@fluentui/react-icons/svg/arrow-left'
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle'
import { useQuery } from '@tanstack/react-query'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import type { ReportComparison } from '@tenantscope/contract/reports'

import { useFormat } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionAside, SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import {
  changesText,
  ComparedLicenses,
  ComparedUsers,
  differenceText,
  isUnchanged,
} from './compared-users.tsx'
import { reportComparisonQuery } from './report-snapshots.tsx'

const useStyles = makeStyles({
  count: {
    flex: '1 1 180px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    fontVariantNumeric: 'tabular-nums',
  },
  value: { ...typographyStyles.subtitle1, margin: 0 },
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
  const comparison = useQuery(reportComparisonQuery(tenantId, compared))
  return (
    <Stack gap={16}>
      <SectionCard title="Changes between two reports">
        <SectionAside>
          <Button
            // The button that opened the comparison no longer exists.
            ref={focusOnMount}
            appearance="subtle"
            icon={<ArrowLeft20Regular />}
            onClick={onLeave}
          >
            All reports
          </Button>
        </SectionAside>
        {comparison.isPending && <PageSpinner text="Comparing the reports..." />}
        {comparison.isError && (
          <LoadFailed title="The reports could not be compared" query={comparison} />
        )}
        {comparison.data && <Summary comparison={comparison.data} />}
      </SectionCard>
      {comparison.data && !isUnchanged(comparison.data) && (
        <>
          <ComparedLicenses licenses={comparison.data.licenses} />
          <ComparedUsers users={comparison.data.users} />
        </>
      )}
    </Stack>
  )
}

const focusOnMount = (button: HTMLElement | null) => button?.focus()

function Summary({ comparison }: { comparison: ReportComparison }) {
  const format = useFormat()
  const { before, after } = comparison
  return (
    <>
      <Text variant="body" muted>
        From {format.dateTime(before.createdAt)} to {format.dateTime(after.createdAt)}
      </Text>
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

/** How many before and after, before anything is named. */
function ComparisonCounts({ comparison }: { comparison: ReportComparison }) {
  const styles = useStyles()
  const format = useFormat()
  const { summary, users, licenses } = comparison
  const counts = [
    { label: 'Users', change: summary.totalUsers, detail: changesText(users, format) },
    { label: 'Licenses', change: summary.totalLicenses, detail: changesText(licenses, format) },
    { label: 'Assignments', change: summary.totalAssignments, detail: null },
  ]
  return (
    <Stack as="dl" row wrap gap={12}>
      {counts.map(({ label, change, detail }) => (
        <div key={label} className={styles.count}>
          <Text as="dt" variant="caption" muted>
            {label}
          </Text>
          <dd className={styles.value}>
            {format.number(change.before)} → {format.number(change.after)}
          </dd>
          <Text as="dd" variant="caption" muted>
            {differenceText(change, format)}
          </Text>
          {detail !== null && (
            <Text as="dd" variant="caption" muted>
              {detail}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}
