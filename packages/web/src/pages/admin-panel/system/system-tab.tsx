import { makeStyles } from '@fluentui/react-components'

import { useFreshSignIn } from '../../../features/fresh-sign-in/use-fresh-sign-in.tsx'
import { DataCard } from './data-card.tsx'
import { EraseCard } from './erase-card.tsx'
import { HealthCard } from './health-card.tsx'
import { JobsCard } from './jobs-card.tsx'
import { MaintenanceCard } from './maintenance-card.tsx'
import { ScheduleCard } from './schedule-card.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
})

/** The installation itself: its health, its data, its background work. */
export function SystemTab() {
  const styles = useStyles()
  const { run, dialog } = useFreshSignIn()
  return (
    <div className={styles.root}>
      <HealthCard />
      <DataCard runFresh={run} />
      <ScheduleCard runFresh={run} />
      <JobsCard />
      <MaintenanceCard />
      <EraseCard runFresh={run} />
      {dialog}
    </div>
  )
}
