import { Link, makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import type { Consent } from '@tenantscope/contract/consent'
import { CONSENT } from '@tenantscope/contract/limits'
import { useId } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import type { ConsentPhase } from './use-consents.ts'

const MINUTE_MS = 60_000

const useStyles = makeStyles({
  progress: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  text: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface ConsentProgressProps {
  consent: Consent | null
  phase: ConsentPhase
  /** Where the browser did not allow the popup: the same page for a tab. */
  link?: string | null
  /** Where several tenants may be waited for. */
  tenantName?: string | undefined
}

/** What a consent under way waits for, and how long that usually takes; nothing when there is none. */
export function ConsentProgress(props: ConsentProgressProps) {
  const { consent, phase, link = null, tenantName } = props
  const styles = useStyles()
  const id = useId()
  if (phase === 'idle') return null
  const isVerifying = phase === 'verifying'
  return (
    <div className={styles.progress}>
      <output className={styles.title} id={id}>
        {tenantName !== undefined && (
          <>
            <ForeignText wrap>{tenantName}</ForeignText>:{' '}
          </>
        )}
        {isVerifying ? 'Waiting until Microsoft shows the consent' : WAITING[phase]}
      </output>
      {isVerifying ? (
        <Propagation since={consent?.answeredAt ?? null} labelId={id} />
      ) : (
        <ProgressBar aria-labelledby={id} />
      )}
      {link !== null && (
        <p className={styles.text}>
          Your browser did not allow a popup.{' '}
          <Link href={link} target="_blank" rel="noreferrer" inline>
            Open the consent page in a tab
          </Link>
        </p>
      )}
    </div>
  )
}

const WAITING = {
  opening: "Opening Microsoft's consent page...",
  waiting: "Waiting for an administrator's answer on Microsoft's consent page",
} as const

/** The way of the consent through Microsoft's systems; nobody tells how far it has come, only how long it takes. */
function Propagation({ since, labelId }: { since: string | null; labelId: string }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow(5_000)
  const minutes = since === null ? 0 : (now.getTime() - Date.parse(since)) / MINUTE_MS
  return (
    <>
      <ProgressBar
        aria-labelledby={labelId}
        max={CONSENT.propagationMinutes}
        value={Math.min(Math.max(minutes, 0), CONSENT.propagationMinutes)}
      />
      <p className={styles.text}>
        {since !== null && `Consent was given ${format.relative(since, now)}. `}
        It usually takes 1 to 2 minutes, at times up to {CONSENT.propagationMinutes}. You can leave
        this page: the tenant is read as soon as it is there.
      </p>
    </>
  )
}
