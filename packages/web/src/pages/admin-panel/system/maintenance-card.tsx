import { Button, makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { useClearCache, useResetSessions } from './system.queries.ts'

const useStyles = makeStyles({
  acts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: '24px',
  },
  act: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
})

/** What an administrator does when something has to begin anew. */
export function MaintenanceCard() {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const sessions = useResetSessions()
  const cache = useClearCache()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <SectionCard title="Maintenance">
      <div className={styles.acts}>
        <div className={styles.act}>
          <Button
            {...restoreFocus}
            disabledFocusable={sessions.isPending}
            onClick={() => setIsAsked(true)}
          >
            Reset Sessions
          </Button>
          <p className={styles.text}>Signs everybody out but you, open screens included.</p>
        </div>
        <div className={styles.act}>
          <Button disabledFocusable={cache.isPending} onClick={() => cache.mutate()}>
            {cache.isPending ? 'Clearing...' : 'Clear Cache'}
          </Button>
          <p className={styles.text}>
            Forgets tokens and results of permission checks; the next use asks Microsoft again.
            Nothing that was read or reported goes.
          </p>
        </div>
      </div>
      <ConfirmDialog
        title="Reset all sessions?"
        confirmLabel="Reset Sessions"
        cancelLabel="Cancel"
        isOpen={isAsked}
        onConfirm={() => {
          setIsAsked(false)
          sessions.mutate()
        }}
        onCancel={() => setIsAsked(false)}
      >
        Everybody but you is signed out at once. What they have not saved is lost.
      </ConfirmDialog>
    </SectionCard>
  )
}
