import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Field,
  makeStyles,
  ProgressBar,
} from '@fluentui/react-components'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { BACKUPS } from '@tenantscope/contract/limits'
import { BackupHead, importData } from '@tenantscope/contract/system'
import { useEffect, useRef } from 'react'

import { callWithForm } from '../../../lib/api.ts'
import type { Read } from '../../../lib/body-problems.ts'
import { currentUserQuery } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { holdSessionEnd } from '../../../lib/session-ended.ts'
import { failureToast } from '../../../lib/toasts.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SecretField } from '../../../ui/form/secret-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '560px' },
  notes: { margin: '4px 0 0', paddingInlineStart: '20px' },
  input: { display: 'block', maxWidth: '100%' },
})

/** Takes a file of exported data, which is merged, or a database backup, which replaces everything. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const upload = useImport()
  const form = useSavedForm({ initial: NOTHING, read: readUpload, save: upload.mutateAsync, isOff })
  if (upload.data) return <Done imported={upload.data} onClose={onClose} />
  const submitLabel = form.values.isBackup ? 'Restore' : 'Import'
  const choose = async (file: File | undefined) =>
    form.change(
      file === undefined
        ? { file: null, isBackup: false }
        : { file, isBackup: await isBackup(file) },
    )
  return (
    <FormDialog
      title="Import data"
      form={form}
      className={styles.surface}
      submitLabel={submitLabel}
      savingLabel={submitLabel}
      failureTitle="Nothing was imported"
      onClose={onClose}
    >
      <Text as="p">
        A file from Export Data is merged with the current data. A database backup replaces all
        current data.
      </Text>
      <Field label="File" {...fieldProblem(form.problems['file'])}>
        {(control) => (
          <input
            {...control}
            className={styles.input}
            name="file"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {form.values.isBackup && (
        <>
          <Notice intent="warning" title="This is a database backup">
            All current data is replaced by the backup: users, settings, reports, share links,
            audit. All users are signed out. Tenants show the figures from the backup, if any, until
            they are read again.
          </Notice>
          <SecretField
            form={form}
            name="passphrase"
            what="passphrase"
            label="Passphrase of the backup"
            isNew={false}
          />
          <TextField
            form={form}
            name="confirmation"
            label={`Type ${BACKUPS.confirmation} to confirm`}
            input={{ spellCheck: false }}
          />
        </>
      )}
      {form.isSaving && (
        <Field
          validationState="none"
          validationMessage="Sending and checking the file. Nothing changes until the complete file is valid."
        >
          <ProgressBar />
        </Field>
      )}
    </FormDialog>
  )
}

interface UploadValues {
  file: File | null
  isBackup: boolean
  passphrase: string
  confirmation: string
}

const NOTHING: UploadValues = { file: null, isBackup: false, passphrase: '', confirmation: '' }

const isOff = ({ file }: UploadValues): boolean => file === null

function readUpload({ file, isBackup, passphrase, confirmation }: UploadValues): Read<Upload> {
  if (file === null) return { problems: { file: 'Choose a file' } }
  if (!/\.json$/iu.test(file.name)) return { problems: { file: 'Choose a .json file' } }
  if (!isBackup) return { input: { file, passphrase: null, confirmation: null } }
  const problems = {
    ...(passphrase === '' ? { passphrase: 'Enter the passphrase of the backup' } : {}),
    ...(confirmation === BACKUPS.confirmation
      ? {}
      : { confirmation: `Type ${BACKUPS.confirmation}` }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { input: { file, passphrase, confirmation } }
}

/** Returns whether the beginning of the file is that of a backup; the server checks all of it again. */
async function isBackup(file: File): Promise<boolean> {
  const text = await file.slice(0, 200).text()
  return text.includes(BackupHead.shape.format.value)
}

interface Upload {
  file: File
  /** Of a database backup. */
  passphrase: string | null
  confirmation: string | null
}

function useImport() {
  const client = useQueryClient()
  const goOn = useRef<() => void>(null)
  // Also when the dialog is closed in another way.
  useEffect(() => () => goOn.current?.(), [])
  return useMutation({
    mutationFn: (upload: Upload) => {
      // A restore ends every session, this one too. The page stays until the user has read the result
      // and continues to the sign-in.
      if (upload.passphrase !== null) goOn.current = holdSessionEnd()
      return runFresh(() => callWithForm(importData, formOf(upload)))
    },
    // Exported data may change anything that a screen shows.
    onSuccess: ({ kind }) => {
      if (kind === 'data') void client.invalidateQueries({ predicate: isNotOwnAccount })
    },
    onError: (error) => {
      goOn.current?.()
      failureToast('Import Failed')(error)
    },
  })
}

/** An import does not change the own account, and a failed read of it would end the page. */
const isNotOwnAccount = ({ queryKey }: Query): boolean =>
  queryKey[0] !== currentUserQuery.queryKey[0]

function formOf({ file, passphrase, confirmation }: Upload): FormData {
  const form = new FormData()
  // Before the file: the server reads the parts in their order.
  if (passphrase !== null) form.set('passphrase', passphrase)
  if (confirmation !== null) form.set('confirmation', confirmation)
  form.set('file', file)
  return form
}

interface DoneProps {
  imported: CallReply<typeof importData>
  onClose: () => void
}

function Done({ imported, onClose }: DoneProps) {
  const styles = useStyles()
  const format = useFormat()
  const { kind, recordsImported, notes } = imported
  const isRestored = kind === 'backup'
  // A restore ended every session, this one too.
  const close = () => (isRestored ? location.assign('/login') : onClose())
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Import data</ClosableTitle>
          <DialogContent>
            <Notice intent="success" title={isRestored ? 'Backup restored' : 'Data imported'}>
              {recordsImported === 1 ? '1 record' : `${format.number(recordsImported)} records`}
              {notes.length > 0 && (
                <ul className={styles.notes}>
                  {notes.map((note) => (
                    <li key={note}>{note}</li>
                  ))}
                </ul>
              )}
            </Notice>
          </DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={close}>
              {isRestored ? 'Sign in again' : 'Close'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
