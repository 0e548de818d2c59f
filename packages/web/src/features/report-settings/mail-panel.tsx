import { Button, makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { MailSecurity } from '@tenantscope/contract/mail'
import type { MailSettings, MailSettingsInput } from '@tenantscope/contract/mail'
import { useRef, useState } from 'react'

import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import type { SavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import { fieldOf, readMail, valuesOf, keepsPassword, USUAL_PORTS } from './mail-values.ts'
import type { MailValues } from './mail-values.ts'
import { PanelForm, ReadPanel } from './panel-form.tsx'
import type { PanelProps, Reading } from './panel-form.tsx'
import { mailSettingsQuery, useSaveMail, useTestMail } from './report-settings.queries.ts'

const useStyles = makeStyles({
  button: { whiteSpace: 'nowrap' },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
    gap: '16px 24px',
    alignItems: 'start',
  },
  wide: { gridColumn: '1 / -1' },
})

/** The mail server by which scheduled reports go out. */
export function MailPanel(props: PanelProps) {
  const query = useQuery(mailSettingsQuery)
  return (
    <ReadPanel {...props} query={query} what="mail server">
      {(mail, reading) => <Mail {...props} {...reading} mail={mail} />}
    </ReadPanel>
  )
}

interface MailProps extends PanelProps, Reading {
  mail: MailSettings
}

function Mail({ mail, ...panel }: MailProps) {
  const [{ settings: stored, version }, setMail] = useState(mail)
  // The form saves the removal as well, so that it shows why that failed.
  const isRemoval = useRef(false)
  const save = useSaveMail()
  const form = useSavedForm({
    initial: valuesOf(stored),
    read: (values) =>
      isRemoval.current
        ? { input: { settings: null, version } }
        : readMail(values, { stored, version }),
    fieldOf,
    save: save.mutateAsync,
    onSaved: (saved) => {
      setMail(saved)
      form.start(valuesOf(saved.settings))
    },
  })
  const remove = () => {
    isRemoval.current = true
    form.submit()
    isRemoval.current = false
  }
  // The button that had the focus goes with the server.
  const wasRemoved = save.data?.settings === null
  return (
    <PanelForm
      {...panel}
      label="Mail"
      what="mail server"
      form={form}
      isReadAgain={panel.isReadAgain || wasRemoved}
      actions={stored !== null && <StoredServerActions form={form} onRemove={remove} />}
    >
      <Text as="p">
        Scheduled reports are mailed to users of this installation, never to customers. Without a
        mail server they are stored but not sent.
      </Text>
      <MailFields form={form} stored={stored} />
    </PanelForm>
  )
}

interface StoredServerActionsProps {
  form: SavedForm<MailValues>
  onRemove: () => void
}

/** Removes or tests the stored server. */
function StoredServerActions({ form, onRemove }: StoredServerActionsProps) {
  const styles = useStyles()
  const test = useTestMail()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button disabledFocusable={form.isSaving} onClick={() => setIsAsked(true)}>
        Remove
      </Button>
      <ActionButton
        className={styles.button}
        isBusy={test.isPending}
        busyLabel="Sending..."
        isOff={form.isDirty}
        {...(form.isDirty && { title: 'Save first: the test uses the stored settings' })}
        onClick={() => test.mutate()}
      >
        Send test mail
      </ActionButton>
      <ConfirmDialog
        title="Remove the mail server?"
        confirmLabel="Remove"
        cancelLabel="Cancel"
        isOpen={isAsked}
        isPending={form.isSaving}
        onConfirm={() => {
          setIsAsked(false)
          onRemove()
        }}
        onCancel={() => setIsAsked(false)}
      >
        Scheduled reports are still created and stored, but no longer mailed. The stored password is
        deleted.
      </ConfirmDialog>
    </>
  )
}

const SECURITY_NAMES = {
  tls: 'TLS from the start',
  starttls: 'STARTTLS',
  none: 'None (only inside your own network)',
} as const satisfies Record<MailSecurity, string>

interface MailFieldsProps {
  form: SavedForm<MailValues>
  stored: MailSettingsInput | null
}

/** The mail server, the account on it, and the sender. */
function MailFields({ form, stored }: MailFieldsProps) {
  const styles = useStyles()
  const { values } = form
  const input = { spellCheck: false }
  return (
    <>
      <div className={styles.grid}>
        <TextField
          form={form}
          name="host"
          label="Mail server"
          input={{ ...input, placeholder: 'smtp.example.com' }}
        />
        <TextField
          form={form}
          name="port"
          label="Port"
          input={{ ...input, inputMode: 'numeric' }}
        />
        <SelectField
          form={{
            ...form,
            change: ({ security = values.security }) =>
              form.change(securityChange(values, security)),
          }}
          name="security"
          className={styles.wide}
          label="Security"
          options={MailSecurity.options.map((value) => ({ value, label: SECURITY_NAMES[value] }))}
        />
        <TextField
          form={form}
          name="username"
          label="User name"
          hint="Leave blank if the server requires none."
          input={input}
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          hint={
            keepsPassword(values, stored)
              ? 'A password is stored. Leave this blank to keep it.'
              : 'Stored encrypted, never shown again.'
          }
          input={{ ...input, type: 'password', autoComplete: 'new-password' }}
        />
        <TextField
          form={form}
          name="from"
          label="From address"
          input={{ ...input, type: 'email', placeholder: 'reports@example.com' }}
        />
        <TextField form={form} name="fromName" label="From name" input={input} />
      </div>
      {values.security === 'none' && (
        <Notice intent="warning">
          Without TLS, reports and the password are sent unencrypted to the mail server.
        </Notice>
      )}
    </>
  )
}

/** The port goes with the protection as long as it is the usual one. */
function securityChange(values: MailValues, security: MailSecurity): Partial<MailValues> {
  const isUsual = values.port === USUAL_PORTS[values.security]
  return { security, ...(isUsual && { port: USUAL_PORTS[security] }) }
}
