import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { EyeOff16Regular } from '@fluentui/react-icons/svg/eye-off'
import { LockClosed16Regular } from '@fluentui/react-icons/svg/lock-closed'
import type { ReportShare } from '@tenantscope/contract/shares'

import { useFormat } from '../../lib/preferences.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import { contentsText } from './contents-text.ts'
import { endText, expiryText, STATUS_TONES, statusOf } from './share-status.ts'

const useStyles = makeStyles({
  quiet: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  marks: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    margin: '4px 0 0',
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
  },
  mark: { display: 'inline-flex', alignItems: 'center', gap: '4px' },
})

interface PartProps {
  share: ReportShare
  now: Date
}

/** A link's status, and why it was ended before its time. */
export function LinkState({ share, now }: PartProps) {
  const styles = useStyles()
  const status = statusOf(share, now)
  const end = endText(share, useFormat())
  return (
    <>
      <StatusLabel tone={STATUS_TONES[status]}>{status}</StatusLabel>
      {end !== null && <span className={styles.quiet}>{end}</span>}
    </>
  )
}

/** How far its end is, and the moment itself; of a link that was ended before, only the moment. */
export function ExpiryText({ share, now }: PartProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <>
      {share.isActive && `${expiryText(share, format, now)} `}
      <span className={styles.quiet}>{format.dateTime(share.expiresAt)}</span>
    </>
  )
}

/** When it was opened last. */
export function LastView({ at, now }: { at: string | null; now: Date }) {
  const styles = useStyles()
  const format = useFormat()
  if (at === null) return 'Never'
  return (
    <>
      {format.relative(at, now)} <span className={styles.quiet}>{format.dateTime(at)}</span>
    </>
  )
}

/** How much it shows. */
export function LinkContents({ share: { summary } }: { share: ReportShare }) {
  const styles = useStyles()
  const { totalLicenses: licenses, totalUsers: people } = summary
  return <span className={styles.quiet}>{contentsText({ licenses, people }, useFormat())}</span>
}

/** What it keeps back or asks for; nothing where it does neither. */
export function LinkMarks({ share: { masksNames, hasPassphrase } }: { share: ReportShare }) {
  const styles = useStyles()
  if (!masksNames && !hasPassphrase) return null
  return (
    <ul className={styles.marks}>
      {masksNames && (
        <li className={styles.mark}>
          <EyeOff16Regular aria-hidden />
          Names masked
        </li>
      )}
      {hasPassphrase && (
        <li className={styles.mark}>
          <LockClosed16Regular aria-hidden />
          Passphrase
        </li>
      )}
    </ul>
  )
}
