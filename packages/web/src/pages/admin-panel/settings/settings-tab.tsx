import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { MailSection } from './mail-section.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsQuery } from './settings.queries.ts'

const useStyles = makeStyles({
  tab: { display: 'flex', flexDirection: 'column', gap: '16px', maxWidth: '880px', minWidth: 0 },
})

/** The installation's settings. */
export function SettingsTab() {
  const styles = useStyles()
  const query = useQuery(settingsQuery)
  // Which reading the fields began with: what is read meanwhile must not change them.
  const [reading, setReading] = useState(0)
  // The fields begin with what is stored now, not with what was read some time ago.
  const isOld = query.isFetching && !query.isFetchedAfterMount
  if (query.isPending || isOld) return <PageSpinner text="Loading settings..." />
  if (query.data === undefined)
    return (
      <LoadFailed
        title="Failed to load settings"
        message={userMessageOf(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
        retryLabel="Retry"
      />
    )
  const loadNewer = async () => {
    await query.refetch()
    setReading(reading + 1)
  }
  return (
    <div className={styles.tab}>
      <SettingsForm key={reading} loaded={query.data} onLoadNewer={() => void loadNewer()} />
      <MailSection />
    </div>
  )
}
