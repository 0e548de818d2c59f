import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TestedEndpoint } from '@tenantscope/contract/csp-decode'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'
import { CSP_LIST_STYLE } from './csp-list-style.ts'

const useStyles = makeStyles({
  ...CSP_LIST_STYLE,
  words: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  reason: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

const OUTCOMES: Record<TestedEndpoint['outcome'], { tone: StatusTone; word: string }> = {
  answered: { tone: 'good', word: 'Answered' },
  refused: { tone: 'warning', word: 'Refused' },
  failed: { tone: 'bad', word: 'Failed' },
  timedOut: { tone: 'waiting', word: 'Timed out' },
}

/** Every place that was asked, what came of it, and how long that took. */
export function TestedEndpoints({ endpoints }: { endpoints: readonly TestedEndpoint[] }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <ul className={styles.list}>
      {endpoints.map((tested, index) => (
        // One address can be asked twice; the list never changes its order.
        <li key={`${tested.endpoint}-${index}`} className={styles.item}>
          <span className={styles.words}>
            <span>{tested.description}</span>
            <span className={styles.code}>{tested.endpoint}</span>
          </span>
          <span className={styles.words}>
            <StatusLabel tone={OUTCOMES[tested.outcome].tone}>
              {OUTCOMES[tested.outcome].word}
            </StatusLabel>
            {tested.message !== null && <span className={styles.reason}>{tested.message}</span>}
          </span>
          <span className={styles.figure}>{figureOf(tested, format)}</span>
        </li>
      ))}
    </ul>
  )
}

function figureOf({ found, durationMs }: TestedEndpoint, format: Format): string {
  const duration = `${format.number(durationMs)} ms`
  return found === null ? duration : `${format.number(found)} found, ${duration}`
}
