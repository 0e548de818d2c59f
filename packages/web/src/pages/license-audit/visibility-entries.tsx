import { Badge, Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { LicenseVisibilityEntry } from '@tenantscope/contract/license-management'
import { memo, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  list: {
    margin: 0,
    padding: '0 16px',
    listStyleType: 'none',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  entry: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 5fr) minmax(0, 3fr) minmax(0, 4fr)',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    // What is out of sight is not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 56px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 720px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  time: { fontVariantNumeric: 'tabular-nums' },
  more: { alignSelf: 'center' },
})

/** So many at a time: a trail may have thousands. */
const STEP = 500

export function VisibilityEntries({ entries }: { entries: readonly LicenseVisibilityEntry[] }) {
  const styles = useStyles()
  const { number } = useFormat()
  const [limit, setLimit] = useState(STEP)
  const rest = entries.length - limit
  return (
    <>
      <ol className={styles.list} aria-label="Changes of license visibility">
        {entries.slice(0, limit).map((entry) => (
          <VisibilityEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {rest > 0 && (
        <Button className={styles.more} onClick={() => setLimit(limit + STEP)}>
          Show {number(Math.min(rest, STEP))} more of {number(rest)}
        </Button>
      )}
    </>
  )
}

const VisibilityEntry = memo(function VisibilityEntry({
  entry,
}: {
  entry: LicenseVisibilityEntry
}) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const { action, skuId, displayName, changedBy, timestamp, ipAddress, userAgent } = entry
  const isVisible = action === 'VISIBLE'
  return (
    <li className={styles.entry}>
      <span>
        <Badge
          appearance={isVisible ? 'tint' : 'outline'}
          color={isVisible ? 'success' : 'informative'}
        >
          {isVisible ? 'Visible' : 'Hidden'}
        </Badge>
      </span>
      <div className={styles.words}>
        <ForeignText>{displayName ?? skuId}</ForeignText>
        {displayName !== null && displayName !== skuId && (
          <ForeignText className={styles.code}>{skuId}</ForeignText>
        )}
      </div>
      <div className={styles.words}>
        <ForeignText>{changedBy}</ForeignText>
        <span className={styles.time}>{dateTime(timestamp)}</span>
      </div>
      <div className={styles.words}>
        <span className={styles.quiet}>IP address: {ipAddress ?? 'not known'}</span>
        <ForeignText className={styles.quiet}>{userAgent ?? 'Browser not known'}</ForeignText>
      </div>
    </li>
  )
})
