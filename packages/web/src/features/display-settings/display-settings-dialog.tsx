import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  Select,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { Preferences } from '@tenantscope/contract/account'
import { useMemo } from 'react'

import { createFormat, timeZones } from '../../lib/format.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { useSavePreferences } from './save-preferences.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  fields: { display: 'flex', flexDirection: 'column', gap: '24px', paddingBlock: '8px' },
  note: { color: tokens.colorNeutralForeground3 },
})

interface DisplaySettingsDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Theme and time zone; each choice is saved at once (specification section 2, My Account). */
export function DisplaySettingsDialog({ isOpen, onClose }: DisplaySettingsDialogProps) {
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Display settings</DialogTitle>
          <DialogContent>{isOpen && <DisplaySettings />}</DialogContent>
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

function DisplaySettings() {
  const preferences = useQuery(preferencesQuery)
  if (preferences.isPending) return <PageSpinner text="Loading preferences..." />
  if (preferences.isError)
    return (
      <LoadFailed title="Failed to load preferences" onRetry={() => void preferences.refetch()} />
    )
  return <DisplaySettingsFields preferences={preferences.data} />
}

function DisplaySettingsFields({ preferences }: { preferences: Preferences }) {
  const styles = useStyles()
  const { mutate: save } = useSavePreferences()
  const now = useNow(1_000)
  const zones = useMemo(() => timeZones(), [])
  const format = useMemo(() => createFormat(preferences.timezone), [preferences.timezone])
  return (
    <div className={styles.fields}>
      <Field label="Theme">
        <RadioGroup
          layout="horizontal"
          value={preferences.theme}
          onChange={(_, { value }) => save({ ...preferences, theme: Theme.parse(value) })}
        >
          <Radio value="light" label="Light" />
          <Radio value="dark" label="Dark" />
          <Radio value="system" label="System" />
        </RadioGroup>
      </Field>
      <div>
        <Field label="Time zone" hint="Times on every screen are shown in this zone.">
          <Select
            value={preferences.timezone}
            onChange={(_, { value }) => save({ ...preferences, timezone: value })}
          >
            <optgroup label="Suggested">
              <ZoneOptions zones={withCurrent(zones.first, zones.others, preferences.timezone)} />
            </optgroup>
            <optgroup label="All time zones">
              <ZoneOptions zones={zones.others} />
            </optgroup>
          </Select>
        </Field>
        <Text size={200} className={styles.note}>
          Now: {format.dateTime(now)}
        </Text>
      </div>
    </div>
  )
}

const Theme = Preferences.shape.theme

/** A zone that this browser does not list is still the person's choice, under the name that was saved. */
function withCurrent(
  first: readonly string[],
  others: readonly string[],
  current: string,
): readonly string[] {
  return first.includes(current) || others.includes(current) ? first : [...first, current]
}

function ZoneOptions({ zones }: { zones: readonly string[] }) {
  return zones.map((zone) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  ))
}
