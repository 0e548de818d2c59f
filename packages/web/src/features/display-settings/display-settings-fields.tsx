import { Field, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Preferences, savePreferences } from '@tenantscope/contract/account'
import { ACCOUNT_TIME_ZONES } from '@tenantscope/contract/limits'
import { useMemo, useRef } from 'react'

import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { createFormat } from '../../lib/format.ts'
import { preferencesQuery } from '../../lib/preferences.ts'
import { showToast } from '../../lib/toasts.ts'
import { useNow } from '../../lib/use-now.ts'
import { savedAtOnce } from '../../ui/form/form-field.ts'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import type { FieldOption } from '../../ui/form/select-field.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx'

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '24px', paddingBlock: '8px' },
  note: { color: tokens.colorNeutralForeground3 },
})

const { defaultView: View } = Preferences.shape

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const satisfies readonly FieldOption<Preferences['theme']>[]

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
  const form = savedAtOnce(preferences, onSave)
  return (
    <div className={styles.fields}>
      <RadioField form={form} name="theme" label="Theme" layout="horizontal" options={THEMES} />
      <TimeZoneField preferences={preferences} onSave={onSave} />
      <SelectField
        form={form}
        name="defaultView"
        label="Default view"
        hint="The screen that opens after you sign in."
        options={View.options.map((view) => ({
          value: view,
          label: view === 'licenses' && isAdmin ? 'License Management' : VIEW_NAMES[view],
        }))}
      />
      <SwitchField form={form} name="compactView" label="Compact view">
        Tables show more rows at once.
      </SwitchField>
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

export type SavePreferences = (change: Partial<Preferences>) => void

const SAVING = ['save-preferences']

/**
 * Saves a change at once; the screen follows before the server does and goes back when it refuses.
 * Changes are sent one after another, each upon what the server has accepted: a refused one takes no
 * other with it.
 */
export function useSavePreferences(): SavePreferences {
  const client = useQueryClient()
  const accepted = useRef<Preferences>(undefined)
  const { queryKey } = preferencesQuery
  const { mutate } = useMutation({
    mutationKey: SAVING,
    scope: { id: 'preferences' },
    mutationFn: async (change: Partial<Preferences>) => {
      const before = accepted.current
      if (before === undefined) throw new Error('preferences not loaded')
      // What was changed is saved, also when the person goes on to another page at once.
      const body = { ...before, ...change }
      const reply = await call(savePreferences, { body }, { keepalive: true })
      accepted.current = reply.preferences
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey })
      const shown = client.getQueryData(queryKey)
      accepted.current ??= shown
      if (shown) client.setQueryData(queryKey, { ...shown, ...change })
    },
    onError: () =>
      showToast({
        intent: 'error',
        title: 'Update failed',
        text: 'Failed to update preferences. Please try again.',
      }),
    onSuccess: () => showToast({ intent: 'success', title: 'Preferences updated' }),
    onSettled: () => {
      // Only the last one shows what was accepted: the others' changes are still on their way.
      if (client.isMutating({ mutationKey: SAVING }) > 1) return
      if (accepted.current) client.setQueryData(queryKey, accepted.current)
      accepted.current = undefined
    },
  })
  return mutate
}
