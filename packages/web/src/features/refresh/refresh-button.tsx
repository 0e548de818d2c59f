import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { roleReaches } from '@tenantscope/contract/roles'
import type { SyncRun } from '@tenantscope/contract/sync'
import { useId } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import type { Refresh } from './use-refresh.ts'

const ProgressTrack = lazyPart(async () => (await import('./progress-track.tsx')).ProgressTrack)

const useStyles = makeStyles({
  // Beside the button, so that nothing below moves when a refresh begins or ends.
  progress: { width: '288px', maxWidth: '100%', marginInlineEnd: '8px' },
  // The height of the bar, which is there before its code.
  bar: { minHeight: '4px' },
})

interface RefreshButtonProps {
  refresh: Refresh
  appearance?: 'primary' | 'secondary'
}

/** Reads again from Microsoft; absent for people who may not (decisions.md, Roles). */
export function RefreshButton({ refresh, appearance = 'secondary' }: RefreshButtonProps) {
  const { role } = useCurrentUser()
  if (!roleReaches(role, 'technician')) return null
  return (
    <Button
      appearance={appearance}
      icon={<ArrowClockwise20Regular />}
      // Stays focusable while it works, so that keyboard focus is not lost.
      disabledFocusable={refresh.isUnderWay}
      onClick={refresh.start}
    >
      {refresh.isUnderWay ? 'Refreshing...' : 'Refresh'}
    </Button>
  )
}

/** Shows the progress of the refresh; absent when there is none. */
export function RefreshProgress({ refresh }: { refresh: Refresh }) {
  const styles = useStyles()
  const text = useTextStyle({ variant: 'caption', muted: true, tabular: true })
  const id = useId()
  const { run, isUnderWay } = refresh
  if (!isUnderWay) return null
  const counts = run?.state === 'running' && run.tenants.total > 0 ? run.tenants : undefined
  return (
    <Stack gap={4} className={styles.progress}>
      <Stack row wrap gap={12} lineGap={0} justify="between" className={text} id={id}>
        <span>{progressText(run)}</span>
        {run && run.tenants.failed > 0 && <span>{run.tenants.failed} failed</span>}
      </Stack>
      <div className={styles.bar}>
        <LaterPart>
          <ProgressTrack labelId={id} counts={counts} />
        </LaterPart>
      </div>
    </Stack>
  )
}

function progressText(run: SyncRun | undefined): string {
  if (!run) return 'Starting...'
  if (run.state === 'queued') return 'Waiting to start...'
  return `Reading tenants: ${run.tenants.done} of ${run.tenants.total}`
}
