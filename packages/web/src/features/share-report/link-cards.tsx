import { makeStyles, tokens } from '@fluentui/react-components'
import { memo } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LinkActions } from './link-actions.tsx'
import { ExpiryText, LastView, LinkContents, LinkMarks, LinkState } from './link-parts.tsx'
import type { LinkRowProps, LinksProps } from './link-table.tsx'
import { viewsText } from './share-status.ts'

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    minWidth: 0,
  },
})

/** Links, one on a card, where a table has no room. */
export function LinkCards({ shares, namesTenants, namesMakers, now, open }: LinksProps) {
  const styles = useStyles()
  return (
    <ul className={styles.list} aria-label="Shared links">
      {shares.map((share) => (
        <LinkCard
          key={share.id}
          share={share}
          now={now}
          namesTenant={namesTenants}
          namesMaker={namesMakers}
          open={open}
        />
      ))}
    </ul>
  )
}

const LinkCard = memo(function LinkCard(props: LinkRowProps) {
  const { share, now, namesTenant, namesMaker, open } = props
  const styles = useStyles()
  const format = useFormat()
  const maker = { label: 'Made by', value: <ForeignText wrap>{share.createdBy}</ForeignText> }
  return (
    <li className={styles.card}>
      <div>
        {namesTenant && <ForeignText wrap>{share.tenantName}</ForeignText>}
        <LinkContents share={share} />
        <LinkMarks share={share} />
      </div>
      <div>
        <LinkState share={share} now={now} />
      </div>
      <FactList
        facts={[
          { label: 'Made', value: format.dateTime(share.createdAt) },
          ...(namesMaker ? [maker] : []),
          { label: 'Expires', value: <ExpiryText share={share} now={now} /> },
          { label: 'Views', value: viewsText(share, format) },
          { label: 'Last view', value: <LastView at={share.lastViewedAt} now={now} /> },
        ]}
      />
      <LinkActions share={share} now={now} open={open} />
    </li>
  )
})
