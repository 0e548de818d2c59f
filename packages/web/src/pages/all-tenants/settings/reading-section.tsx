import { Button, makeStyles, Text, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { Pause20Regular } from '@fluentui/react-icons/svg/pause'
import { Play20Regular } from '@fluentui/react-icons/svg/play'
import { useQueryClient } from '@tanstack/react-query'
import type { TenantListItem } from '@tenantscope/contract/tenants'
import { useState } from 'react'

import { readAgain } from '../../../features/refresh/read-again.ts'
import { RefreshProgress } from '../../../features/refresh/refresh-progress.tsx'
import { useRefresh } from '../../../features/refresh/use-refresh.ts'
import { useCurrentUser } from '../../../lib/current-user.ts'
import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { useSetReading } from './use-tenant-changes.ts'

/** The page hears of the same run; what it has just read need not be read twice. */
const JUST_READ_MS = 2_000

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '8px' },
  title: { ...typographyStyles.subtitle2, margin: 0 },
  note: { color: tokens.colorNeutralForeground2 },
  buttons: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
})

interface ReadingSectionProps {
  tenant: TenantListItem
  isStopped: boolean
}

/** Reads the tenant now, and for administrators: stops reading it, or goes on. */
export function ReadingSection({ tenant, isStopped }: ReadingSectionProps) {
  const styles = useStyles()
  const client = useQueryClient()
  const { isAdmin } = useCurrentUser()
  const refresh = useRefresh({
    scope: tenant.id,
    onNewData: () => void readAgain(client, tenantListQuery({ isQuiet: true }), JUST_READ_MS),
  })
  return (
    <section className={styles.section} aria-label="Reading">
      <h3 className={styles.title}>Reading</h3>
      <Text size={200} className={styles.note}>
        {isStopped
          ? 'Stopped by an administrator. What was read last stays.'
          : 'Read by the schedule, and whenever somebody refreshes.'}
      </Text>
      <div className={styles.buttons}>
        <Button
          icon={<ArrowClockwise20Regular />}
          disabledFocusable={isStopped || refresh.isUnderWay}
          {...(isStopped ? { title: 'Reading is stopped' } : {})}
          onClick={refresh.start}
        >
          {refresh.isUnderWay ? 'Refreshing...' : 'Refresh now'}
        </Button>
        {isAdmin && <StopButton tenant={tenant} isStopped={isStopped} />}
        <RefreshProgress refresh={refresh} />
      </div>
    </section>
  )
}

function StopButton({ tenant, isStopped }: ReadingSectionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const setReading = useSetReading(tenant, { onSettled: () => setIsAsking(false) })
  return (
    <>
      <Button
        icon={isStopped ? <Play20Regular /> : <Pause20Regular />}
        onClick={() => setIsAsking(true)}
      >
        {isStopped ? 'Read again' : 'Stop reading'}
      </Button>
      <ConfirmDialog
        title={isStopped ? 'Read this tenant again?' : 'Stop reading this tenant?'}
        confirmLabel={isStopped ? 'Read again' : 'Stop reading'}
        cancelLabel="Cancel"
        isOpen={isAsking}
        isPending={setReading.isPending}
        onConfirm={() => setReading.mutate(!isStopped)}
        onCancel={() => setIsAsking(false)}
      >
        {isStopped ? (
          <>
            Tenantscope reads <ForeignText wrap>{tenant.displayName}</ForeignText> again with every
            refresh, beginning with the next one.
          </>
        ) : (
          <>
            No refresh reads <ForeignText wrap>{tenant.displayName}</ForeignText> any more. What was
            read last stays in every list and total with its date, and grows old. You can read it
            again at any time.
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
