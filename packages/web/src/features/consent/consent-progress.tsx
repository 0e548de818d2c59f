import { Link, makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import type { Consent } from '@tenantscope/contract/consent'
import { CONSENT } from '@tenantscope/contract/limits'
import { useId } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import type { ConsentPhase } from './use-consents.ts'

const MINUTE_MS = 60_000

const useStyles = makeStyles({
  progress: {
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
})

interface ConsentProgressProps {
  consent: Consent | null
  phase: ConsentPhase
  /** The consent page for a tab, when the browser blocked the popup. */
  link?: string | null
  /** Shown where several consents can be in progress. */
  tenantName?: string | undefined
}

/** Shows what a consent in progress waits for, and the usual duration. */
export function ConsentProgress(props: ConsentProgressProps) {
  const { consent, phase, link = null, tenantName } = props
  const styles = useStyles()
  const id = useId()
  if (phase === 'idle') return null
  return (
    <Stack gap={8} className={styles.progress}>
      <output className={styles.title} id={id}>
        {tenantName !== undefined && (
          <>
            <ForeignText wrap>{tenantName}</ForeignText>:{' '}
          </>
        )}
        {TITLES[phase]}
      </output>
      {phase === 'verifying' ? (
        <Propagation since={consent?.answeredAt ?? null} labelId={id} />
      ) : (
        <ProgressBar aria-labelledby={id} />
      )}
      {link !== null && (
        <Text as="p" variant="body" muted>
          Your browser did not allow a popup.{' '}
          <Link href={link} target="_blank" rel="noreferrer" inline>
            Open the consent page in a tab
          </Link>
        </Text>
      )}
    </Stack>
  )
}

const TITLES = {
  opening: "Opening Microsoft's consent page...",
  waiting: "Waiting for an administrator on Microsoft's consent page",
  verifying: 'Waiting until Microsoft shows the consent',
} as const

/** Shows the time since the consent: Microsoft reports no progress, only the usual duration. */
function Propagation({ since, labelId }: { since: string | null; labelId: string }) {
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
      <Text as="p" variant="body" muted>
        {since !== null && `Consent was given ${format.relative(since, now)}. `}
        It usually takes 1 to 2 minutes, at times up to {CONSENT.propagationMinutes}. You can leave
        this page. The tenant is read as soon as Microsoft reports the consent.
      </Text>
    </>
  )
}
