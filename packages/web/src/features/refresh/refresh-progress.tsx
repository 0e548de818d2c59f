import { makeStyles, ProgressBar, tokens, typographyStyles } from '@fluentui/react-components'
import { useId } from 'react'

import { progressTextOf } from './sync-runs.ts'
import type { Refresh } from './use-refresh.ts'

const useStyles = makeStyles({
  // Beside the button, so that nothing below moves when a refresh begins or ends.
  progress: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    width: '288px',
    maxWidth: '100%',
    marginInlineEnd: '8px',
  },
  text: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 12px',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** How far the refresh under way has come; nothing when there is none. */
export function RefreshProgress({ refresh }: { refresh: Refresh }) {
  const styles = useStyles()
  const id = useId()
  const { run, isUnderWay } = refresh
  if (!isUnderWay) return null
  const counts = run?.state === 'running' && run.tenants.total > 0 ? run.tenants : undefined
  return (
    <div className={styles.progress}>
      <div className={styles.text} id={id}>
        <span>{run ? progressTextOf(run) : 'Starting...'}</span>
        {run && run.tenants.failed > 0 && <span>{run.tenants.failed} failed</span>}
      </div>
      <ProgressBar
        aria-labelledby={id}
        thickness="large"
        {...(counts && { max: counts.total, value: counts.done })}
      />
    </div>
  )
}
