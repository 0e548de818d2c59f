import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { AdminSettings, saveSettings } from '@tenantscope/contract/settings'
import type { StoredAdminSettings } from '@tenantscope/contract/settings'
import { useState } from 'react'

import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { readBody } from '../../../lib/body-problems.ts'
import { currentUserQuery } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'
import { Form, SubmitButton } from '../../../ui/form/form.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { LeavingQuestion } from '../../../ui/leaving-question.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { MONTHS, SettingsSections } from './settings-sections.tsx'
import type { SettingsValues } from './settings-sections.tsx'
import { settingsQuery } from './settings.queries.ts'

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    // What takes the focus is scrolled to above the bar, not under it.
    '& :is(input, select)': { scrollMarginBottom: '120px' },
  },
  // Over the fields only while there is something to save.
  stuck: { position: 'sticky', bottom: 0, zIndex: 1, boxShadow: tokens.shadow4 },
  bar: {
    padding: '12px 0',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  state: {
    ...typographyStyles.caption1,
    marginInlineEnd: 'auto',
    color: tokens.colorNeutralForeground2,
  },
})

interface SettingsFormProps {
  loaded: StoredAdminSettings
  onLoadNewer: () => Promise<unknown>
}

/** All settings with one Save, since the complete object is stored (specification section 7, Admin). */
export function SettingsForm({ loaded, onLoadNewer }: SettingsFormProps) {
  const styles = useStyles()
  const format = useFormat()
  const [stored, setStored] = useState(loaded)
  const client = useQueryClient()
  const form = useSavedForm({
    initial: valuesOf(loaded),
    read: (values) =>
      readBody(AdminSettings, {
        ...values,
        ...Object.fromEntries(MONTHS.map((name) => [name, monthsIn(values[name])])),
      }),
    save: async (settings) => {
      const body = { ...settings, version: stored.version }
      try {
        const saved = await runFresh(() => call(saveSettings, { body }))
        client.setQueryData(settingsQuery.queryKey, saved)
        // It may now be required of this user.
        if (saved.secondFactorRequired !== stored.secondFactorRequired)
          void client.invalidateQueries(currentUserQuery)
        showToast({ intent: 'success', title: 'Settings saved' })
        return saved
      } catch (error) {
        if (!isShownByForm(error)) failureToast('Update Failed')(error)
        throw error
      }
    },
    isOff: (_, isDirty) => !isDirty,
    onSaved: (saved) => {
      setStored(saved)
      form.start(valuesOf(saved))
    },
  })
  return (
    <>
      <Form
        form={form}
        label="Settings"
        className={styles.form}
        failureText={(error) => (isShownByForm(error) ? error.userMessage : undefined)}
        failureTitle="Not saved"
        newer={{ what: 'settings', onLoad: onLoadNewer }}
        actions={
          <Stack
            row
            wrap
            align="center"
            gap={8}
            className={mergeClasses(styles.bar, form.isDirty && styles.stuck)}
          >
            <output className={styles.state}>
              {form.isDirty ? 'Unsaved changes' : lastChangeOf(stored, format.dateTime)}
            </output>
            <Button
              disabledFocusable={form.isOff || form.isSaving}
              onClick={() => form.start(valuesOf(stored))}
            >
              Discard
            </Button>
            <SubmitButton form={form}>Save</SubmitButton>
          </Stack>
        }
      >
        <SettingsSections form={form} stored={stored} />
      </Form>
      <LeavingQuestion isDirty={form.isDirty} what="the settings" />
    </>
  )
}

/** The form shows refused values and conflicts; a toast shows all other failures. */
const isShownByForm = (error: unknown): error is ApiError =>
  error instanceof ApiError && [400, 409].includes(error.status)

function valuesOf(stored: StoredAdminSettings): SettingsValues {
  const { version: _version, updatedAt: _updatedAt, updatedBy: _updatedBy, ...settings } = stored
  return {
    ...settings,
    auditRetentionMonths: String(stored.auditRetentionMonths),
    inactiveTenantRetentionMonths: String(stored.inactiveTenantRetentionMonths),
    postureRetentionMonths: String(stored.postureRetentionMonths),
    billingPeopleMonths: String(stored.billingPeopleMonths),
  }
}

/** Undefined for what is no number, which the schema then says. */
function monthsIn(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined
}

function lastChangeOf(
  { updatedAt, updatedBy }: StoredAdminSettings,
  dateTime: (at: string) => string,
): string {
  return updatedAt === null
    ? ''
    : `Last change: ${updatedBy ?? 'unknown user'}, ${dateTime(updatedAt)}`
}
