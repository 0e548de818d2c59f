import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { preferencesQuery } from '../../lib/preferences.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { DisplaySettingsFields } from './display-settings-fields.tsx'
import { useSavePreferences } from './save-preferences.ts'
import type { SavePreferences } from './save-preferences.ts'

const useStyles = makeStyles({ surface: { maxWidth: '480px' } })

interface DisplaySettingsDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** How the screens look and begin; each choice is saved at once (specification section 2, My Account). */
export function DisplaySettingsDialog({ isOpen, onClose }: DisplaySettingsDialogProps) {
  const styles = useStyles()
  // Here, not in the fields: what is still being saved outlives a dialog that closes.
  const save = useSavePreferences()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Preferences</DialogTitle>
          <DialogContent>
            <DisplaySettings onSave={save} />
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function DisplaySettings({ onSave }: { onSave: SavePreferences }) {
  const preferences = useQuery(preferencesQuery)
  if (preferences.isPending) return <PageSpinner text="Loading preferences..." />
  if (preferences.isError)
    return (
      <LoadFailed title="Failed to load preferences" onRetry={() => void preferences.refetch()} />
    )
  return <DisplaySettingsFields preferences={preferences.data} onSave={onSave} />
}
