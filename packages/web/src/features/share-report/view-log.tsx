import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ShareId } from '@tenantscope/contract/ids'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ShareView } from '@tenantscope/contract/shares'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { browserName } from './browser-name.ts'
import { shareViewsQuery } from './shares.queries.ts'

const NARROW = '@media (max-width: 600px)'

const useStyles = makeStyles({
  // On a phone each view is a block of lines, which keep what they mean for screen readers.
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [NARROW]: { display: 'block' },
  },
  caption: {
    ...typographyStyles.caption1,
    paddingBottom: '8px',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
    [NARROW]: { display: 'block' },
  },
  heads: { [NARROW]: { display: 'none' } },
  head: { ...typographyStyles.caption1Strong, padding: '4px 16px 4px 0', textAlign: 'start' },
  body: { [NARROW]: { display: 'block' } },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    [NARROW]: { display: 'block', padding: '8px 0' },
  },
  cell: {
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
    [NARROW]: { display: 'block', padding: 0 },
  },
  time: { whiteSpace: 'nowrap', [NARROW]: { fontWeight: tokens.fontWeightSemibold } },
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

function Views({ views, total }: { views: readonly ShareView[]; total: number }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        {views.length < total
          ? `The latest ${format.number(views.length)} of ${format.number(total)} entries`
          : 'Views and downloads, the latest first'}
      </caption>
      <thead className={styles.heads}>
        <tr>
          <th scope="col" className={styles.head}>
            Time
          </th>
          <th scope="col" className={styles.head}>
            What
          </th>
          <th scope="col" className={styles.head}>
            Address
          </th>
          <th scope="col" className={styles.head}>
            Browser
          </th>
        </tr>
      </thead>
      <tbody className={styles.body}>
        {views.map((view, index) => (
          // A log only grows at its top: what is at one place from the end stays there.
          <tr key={total - index} className={styles.row}>
            <td className={mergeClasses(styles.cell, styles.time)}>
              {format.dateTime(view.accessedAt)}
            </td>
            <td className={styles.cell}>{whatText(view)}</td>
            <td className={styles.cell}>{view.ipAddress ?? 'Not known'}</td>
            <td className={styles.cell}>
              <Browser userAgent={view.userAgent} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
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
