import {
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  Select,
  Switch,
  Text,
  tokens,
} from '@fluentui/react-components'
import { Preferences } from '@tenantscope/contract/account'
import { ACCOUNT_TIME_ZONES } from '@tenantscope/contract/limits'
import { useMemo } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import { createFormat } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'
import type { SavePreferences } from './save-preferences.ts'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '24px', paddingBlock: '8px' },
  note: { color: tokens.colorNeutralForeground3 },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
})

const { theme: Theme, defaultView: View } = Preferences.shape

/** The screens' names of what the preference calls its views (decisions.md, Administration: Preferences). */
const VIEW_NAMES = {
  dashboard: 'All Tenants',
  tenants: 'Overview',
  licenses: 'My Organization',
} as const satisfies Record<Preferences['defaultView'], string>

interface DisplaySettingsFieldsProps {
  preferences: Preferences
  onSave: SavePreferences
}

export function DisplaySettingsFields({ preferences, onSave }: DisplaySettingsFieldsProps) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  return (
    <div className={styles.fields}>
      <Field label="Theme">
        <RadioGroup
          layout="horizontal"
          value={preferences.theme}
          onChange={(_, { value }) => onSave({ theme: Theme.parse(value) })}
        >
          <Radio value="light" label="Light" />
          <Radio value="dark" label="Dark" />
          <Radio value="system" label="System" />
        </RadioGroup>
      </Field>
      <TimeZoneField preferences={preferences} onSave={onSave} />
      <Field label="Default view" hint="The screen that opens after you sign in.">
        <Select
          value={preferences.defaultView}
          onChange={(_, { value }) => onSave({ defaultView: View.parse(value) })}
        >
          {View.options.map((view) => (
            <option key={view} value={view}>
              {view === 'licenses' && isAdmin ? 'License Management' : VIEW_NAMES[view]}
            </option>
          ))}
        </Select>
      </Field>
      <Field hint="Tables show more rows at once.">
        <Switch
          className={styles.switch}
          label="Compact view"
          checked={preferences.compactView}
          onChange={(_, { checked }) => onSave({ compactView: checked })}
        />
      </Field>
    </div>
  )
}

function TimeZoneField({ preferences, onSave }: DisplaySettingsFieldsProps) {
  return (
    <div>
      <Field label="Time zone" hint="Times on every screen are shown in this zone.">
        {(field) => (
          <TimeZoneSelect
            {...field}
            value={preferences.timezone}
            suggested={ACCOUNT_TIME_ZONES}
            onChoose={(timezone) => onSave({ timezone })}
          />
        )}
      </Field>
      <Now timeZone={preferences.timezone} />
    </div>
  )
}

/** Apart from the zones, which need not be drawn again each second. */
function Now({ timeZone }: { timeZone: string }) {
  const styles = useStyles()
  const now = useNow(1_000)
  const format = useMemo(() => createFormat(timeZone), [timeZone])
  return (
    <Text size={200} className={styles.note}>
      Now: {format.dateTime(now)}
    </Text>
  )
}
