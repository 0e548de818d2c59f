import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { ReportShare } from '@tenantscope/contract/shares'
import { memo } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { LinkActions } from './link-actions.tsx'
import type { OpenOverLinks } from './link-actions.tsx'
import { ExpiryText, LastView, LinkContents, LinkMarks, LinkState } from './link-parts.tsx'
import { viewsText } from './share-status.ts'

const useStyles = makeStyles({
  table: { ...typographyStyles.body1, width: '100%', borderCollapse: 'collapse' },
  caption: HIDDEN_FROM_SIGHT,
  head: {
    ...typographyStyles.caption1Strong,
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  cell: {
    padding: '8px 16px 8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    textAlign: 'start',
    verticalAlign: 'top',
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
  },
  name: { minWidth: '152px', maxWidth: '240px' },
  number: { textAlign: 'end', whiteSpace: 'nowrap' },
  status: { minWidth: '120px', maxWidth: '200px' },
  actions: { minWidth: '156px', paddingInlineEnd: 0 },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

export interface LinksProps {
  shares: readonly ReportShare[]
  namesTenants: boolean
  namesMakers: boolean
  now: Date
  open: OpenOverLinks
}

/** Links, one in a row. */
export function LinkTable({ shares, namesTenants, namesMakers, now, open }: LinksProps) {
  const styles = useStyles()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Shared links</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.head}>
            {namesTenants ? 'Tenant' : 'Contents'}
          </th>
          <th scope="col" className={styles.head}>
            Made
          </th>
          <th scope="col" className={styles.head}>
            Status
          </th>
          <th scope="col" className={styles.head}>
            Expires
          </th>
          <th scope="col" className={mergeClasses(styles.head, styles.number)}>
            Views
          </th>
          <th scope="col" className={styles.head}>
            Last view
          </th>
          <th scope="col" className={mergeClasses(styles.head, styles.actions)}>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <LinkRow
            key={share.id}
            share={share}
            now={now}
            namesTenant={namesTenants}
            namesMaker={namesMakers}
            open={open}
          />
        ))}
      </tbody>
    </table>
  )
}

export interface LinkRowProps {
  share: ReportShare
  now: Date
  namesTenant: boolean
  namesMaker: boolean
  open: OpenOverLinks
}

const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { share, now, namesTenant, namesMaker, open } = props
  const styles = useStyles()
  const format = useFormat()
  return (
    <tr>
      <th scope="row" className={mergeClasses(styles.cell, styles.name)}>
        {namesTenant && <ForeignText wrap>{share.tenantName}</ForeignText>}
        <LinkContents share={share} />
        <LinkMarks share={share} />
      </th>
      <td className={styles.cell}>
        {format.dateTime(share.createdAt)}
        {namesMaker && (
          <div className={styles.quiet}>
            by <ForeignText wrap>{share.createdBy}</ForeignText>
          </div>
        )}
      </td>
      <td className={mergeClasses(styles.cell, styles.status)}>
        <LinkState share={share} now={now} />
      </td>
      <td className={styles.cell}>
        <ExpiryText share={share} now={now} />
      </td>
      <td className={mergeClasses(styles.cell, styles.number)}>{viewsText(share, format)}</td>
      <td className={styles.cell}>
        <LastView at={share.lastViewedAt} now={now} />
      </td>
      <td className={mergeClasses(styles.cell, styles.actions)}>
        <LinkActions share={share} now={now} open={open} />
      </td>
    </tr>
  )
})
