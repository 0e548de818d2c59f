import { Button, makeStyles, Select, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { counted } from '@tenantscope/analysis/counted'
import type { TenantPostureChanges } from '@tenantscope/contract/posture'
import { useState } from 'react'

import { ChangeLabel } from '../../../features/posture/change-label.tsx'
import { SeverityLabel } from '../../../features/posture/severity-label.tsx'
import { useFormat } from '../../../lib/preferences.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RowButton } from '../../../ui/row-button.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { tenantChangesQuery } from './posture.queries.ts'
import { CHANGE_DAYS, useSecuritySearch } from './use-security-search.ts'

const useStyles = makeStyles({
  item: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})

/** What changed in the last days: new failures, regressions and fixes. */
export function ChangesCard({ postureKey }: { postureKey: PostureKey }) {
  const { days, change } = useSecuritySearch()
  const query = useQuery(tenantChangesQuery(postureKey, days))
  return (
    <SectionCard
      title="What changed"
      aside={
        <Select
          size="small"
          aria-label="Period"
          value={String(days)}
          onChange={(_, { value }) => change({ days: Number(value) })}
        >
          {CHANGE_DAYS.map((each) => (
            <option key={each} value={each}>
              Last {each} days
            </option>
          ))}
        </Select>
      }
    >
      {query.isPending && <PageSpinner text="Loading changes..." />}
      {query.isLoadingError && <LoadFailed title="The changes could not be loaded" query={query} />}
      {query.data && <Changes {...query.data} />}
    </SectionCard>
  )
}

const SHOWN = 8

function Changes({ changes, more }: TenantPostureChanges) {
  const [isWhole, setIsWhole] = useState(false)
  if (changes.length === 0) return <Text muted>Nothing changed in this period.</Text>
  const shown = isWhole ? changes : changes.slice(0, SHOWN)
  return (
    <Stack gap={8} align="start">
      <Stack as="ul">
        {shown.map((change) => (
          <ChangeItem key={`${change.checkId} ${change.at}`} change={change} />
        ))}
      </Stack>
      {changes.length > SHOWN && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show less' : `Show all ${changes.length}`}
        </Button>
      )}
      {isWhole && more > 0 && (
        <Text variant="caption" muted>
          {counted(more, 'older change')} not listed
        </Text>
      )}
    </Stack>
  )
}

function ChangeItem({ change }: { change: TenantPostureChanges['changes'][number] }) {
  const styles = useStyles()
  const format = useFormat()
  const { openCheck } = useSecuritySearch()
  return (
    <Stack as="li" gap={4} className={styles.item}>
      <RowButton onClick={() => openCheck(change.checkId)}>{change.title}</RowButton>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <ChangeLabel change={change.change} />
        <SeverityLabel severity={change.severity} />
        <Text variant="caption" muted tabular>
          {format.dateTime(change.at)}
        </Text>
      </Stack>
    </Stack>
  )
}
