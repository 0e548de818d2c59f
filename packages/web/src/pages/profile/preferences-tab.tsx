import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { DisplaySettingsFields } from '../../features/display-settings/display-settings-fields.tsx'
import { useSavePreferences } from '../../features/display-settings/display-settings-fields.tsx'
import { preferencesQuery } from '../../lib/preferences.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

const useStyles = makeStyles({ card: { maxWidth: '560px' } })

/** The display preferences; each choice is saved immediately (specification section 2, My Account). */
export function PreferencesTab() {
  const styles = useStyles()
  const preferences = useQuery(preferencesQuery)
  const save = useSavePreferences()
  if (preferences.isPending) return <PageSpinner text="Loading preferences..." />
  if (preferences.isError)
    return (
      <LoadFailed title="Failed to load preferences" onRetry={() => void preferences.refetch()} />
    )
  return (
    <SectionCard title="Preferences" className={styles.card}>
      <DisplaySettingsFields preferences={preferences.data} onSave={save} />
    </SectionCard>
  )
}
