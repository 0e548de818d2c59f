import { Button, makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { MailSettings } from '@tenantscope/contract/mail'
import { useState } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SaveProblem } from '../../ui/save-problem.tsx'
import { MailFields } from './mail-fields.tsx'
import { PanelForm } from './panel-form.tsx'
import type { PanelProps } from './panel-form.tsx'
import { ReadPanel } from './read-panel.tsx'
import type { Reading } from './read-panel.tsx'
import { mailSettingsQuery, useTestMail } from './report-settings.queries.ts'
import { useMailForm } from './use-mail-form.ts'
import type { MailForm } from './use-mail-form.ts'

const useStyles = makeStyles({ text: { margin: 0 }, button: { whiteSpace: 'nowrap' } })

interface MailPanelProps extends PanelProps {
  runFresh: RunFresh
}

/** The mail server by which scheduled reports go out. */
export function MailPanel(props: MailPanelProps) {
  const query = useQuery(mailSettingsQuery)
  return (
    <ReadPanel {...props} query={query} what="mail server">
      {(mail, reading) => <Mail {...props} {...reading} mail={mail} />}
    </ReadPanel>
  )
}

interface MailProps extends MailPanelProps, Reading {
  mail: MailSettings
}

function Mail({ mail, runFresh, onDirty, onClose, onLoadNewer, isReadAnew }: MailProps) {
  const styles = useStyles()
  const form = useMailForm(mail, { onDirty, runFresh })
  return (
    <PanelForm
      label="Mail"
      form={form}
      isReadAnew={isReadAnew || form.wasRemoved}
      onClose={onClose}
      actions={form.stored !== null && <StoredServerActions form={form} />}
    >
      <p className={styles.text}>
        Scheduled reports are mailed to people of this installation, never to a customer. Without a
        mail server they are kept, and nothing is sent.
      </p>
      {Boolean(form.error) && (
        <SaveProblem error={form.error} what="mail server" onLoadNewer={onLoadNewer} />
      )}
      <MailFields form={form} />
    </PanelForm>
  )
}

/** What can be done with the server that is stored. */
function StoredServerActions({ form }: { form: MailForm }) {
  const styles = useStyles()
  const test = useTestMail()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Button disabledFocusable={form.isPending} onClick={() => setIsAsked(true)}>
        Remove
      </Button>
      <Button
        className={styles.button}
        disabledFocusable={test.isPending || form.isDirty}
        title={form.isDirty ? 'Save first: the test uses what is stored' : undefined}
        onClick={() => test.mutate()}
      >
        {test.isPending ? 'Sending...' : 'Send test mail'}
      </Button>
      <ConfirmDialog
        title="Remove the mail server?"
        confirmLabel="Remove"
        cancelLabel="Cancel"
        isOpen={isAsked}
        isPending={form.isPending}
        onConfirm={() => {
          setIsAsked(false)
          form.remove()
        }}
        onCancel={() => setIsAsked(false)}
      >
        Scheduled reports are still made and kept, but nobody gets them by mail any more. The
        password is forgotten.
      </ConfirmDialog>
    </>
  )
}
