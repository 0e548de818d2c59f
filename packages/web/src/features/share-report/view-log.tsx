import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ShareId } from '@tenantscope/contract/ids'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ShareView } from '@tenantscope/contract/shares'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { browserName } from '../../lib/browser-name.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RecordTable } from '../../ui/record-table.tsx'
import { shareViewsQuery } from './shares.queries.ts'

const useStyles = makeStyles({
  time: { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' },
})

/** Who opened a link: when, from where, and what with. */
export function ViewLog({ shareId }: { shareId: ShareId }) {
  const log = useQuery(shareViewsQuery(shareId))
  if (log.isPending) return <PageSpinner text="Loading views..." />
  if (log.isError)
    return (
      <LoadFailed
        title="The view log could not be loaded"
        message={userMessageOf(log.error)}
        requestId={requestIdOf(log.error)}
        onRetry={() => void log.refetch()}
      />
    )
  if (log.data.views.length === 0) return <EmptyState title="Nobody has opened this link yet" />
  return <Views {...log.data} />
}

const HEADERS = ['Time', 'What', 'Address', 'Browser'] as const

function Views({ views, total }: { views: readonly ShareView[]; total: number }) {
  const styles = useStyles()
  const format = useFormat()
  const rows = views.map((view, index) => ({
    // A log only grows at its top: what is at one place from the end stays there.
    id: total - index,
    cells: {
      Time: <span className={styles.time}>{format.dateTime(view.accessedAt)}</span>,
      What: whatText(view),
      Address: view.ipAddress ?? 'Not known',
      Browser: <Browser userAgent={view.userAgent} />,
    },
  }))
  const caption =
    views.length < total
      ? `The latest ${format.number(views.length)} of ${format.number(total)} entries`
      : 'Views and downloads, the latest first'
  return <RecordTable caption={caption} isCaptionShown headers={HEADERS} rows={rows} />
}

function whatText({ accessType, format }: ShareView): string {
  if (accessType === 'view') return 'View'
  return format === null ? 'Download' : `Download, ${REPORT_FORMATS[format].name}`
}

/** Specification section 9. */
const USER_AGENT_SHOWN = 40

function Browser({ userAgent }: { userAgent: string | null }) {
  if (userAgent === null || userAgent === '') return 'Not known'
  const signs = Array.from(userAgent)
  const cut =
    signs.length > USER_AGENT_SHOWN ? `${signs.slice(0, USER_AGENT_SHOWN).join('')}…` : userAgent
  return (
    <span title={userAgent}>
      <ForeignText wrap>{browserName(userAgent) ?? cut}</ForeignText>
    </span>
  )
}
