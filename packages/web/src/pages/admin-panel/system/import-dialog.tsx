import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  ProgressBar,
} from '@fluentui/react-components'
import type { CallReply } from '@tenantscope/contract/endpoint'
import { BACKUPS } from '@tenantscope/contract/limits'
import { BackupHead } from '@tenantscope/contract/system'
import type { importData } from '@tenantscope/contract/system'
import { useId, useState } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { PassphraseField } from './passphrase-field.tsx'
import { useImport } from './system.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '560px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { margin: 0 },
  notes: { margin: '4px 0 0', paddingInlineStart: '20px' },
  input: { display: 'block', maxWidth: '100%' },
})

interface ImportDialogProps {
  runFresh: RunFresh
  onClose: () => void
}

type Kind = 'data' | 'backup'
type Imported = CallReply<typeof importData>

/** Takes a file of exported data, which is merged, or a database backup, which replaces everything. */
export function ImportDialog({ runFresh, onClose }: ImportDialogProps) {
  const styles = useStyles()
  const upload = useImport(runFresh)
  const close = () => {
    if (upload.isPending) return
    // Every session ended with the restore, this one too.
    if (upload.data?.kind === 'backup') location.assign('/login')
    else onClose()
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Import data</ClosableTitle>
          {upload.data ? (
            <Done imported={upload.data} onClose={close} />
          ) : (
            <ImportForm upload={upload} onClose={close} />
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

interface ImportFormProps {
  upload: ReturnType<typeof useImport>
  onClose: () => void
}

function ImportForm({ upload, onClose }: ImportFormProps) {
  const styles = useStyles()
  const id = useId()
  const [file, setFile] = useState<{ file: File; kind: Kind } | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const change = (then: () => void) => {
    then()
    setProblems({})
    if (upload.isError) upload.reset()
  }
  const choose = async (chosen: File | undefined) => {
    const kind = chosen ? await kindOf(chosen) : null
    change(() => setFile(chosen && kind ? { file: chosen, kind } : null))
  }
  const submit = () => {
    if (upload.isPending) return
    const found = problemsOf(file, { passphrase, confirmation })
    if (file === null || Object.keys(found).length > 0) return setProblems(found)
    const words = file.kind === 'backup' ? { passphrase, confirmation } : NO_WORDS
    upload.mutate({ file: file.file, ...words })
  }
  return (
    <>
      <DialogContent>
        <form
          id={id}
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <p className={styles.text}>
            A file of Export Data is merged with what is here. A database backup replaces everything
            that is here.
          </p>
          <Field label="File" {...fieldProblem(problems.file)}>
            {(control) => (
              <input
                {...control}
                className={styles.input}
                type="file"
                accept=".json,application/json"
                onChange={(event) => void choose(event.target.files?.[0])}
              />
            )}
          </Field>
          {file?.kind === 'backup' && (
            <RestoreFields
              passphrase={passphrase}
              confirmation={confirmation}
              problems={problems}
              onPassphrase={(value) => change(() => setPassphrase(value))}
              onConfirmation={(value) => change(() => setConfirmation(value))}
            />
          )}
          <UploadState upload={upload} />
        </form>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={upload.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          appearance="primary"
          type="submit"
          form={id}
          disabledFocusable={upload.isPending || file === null}
        >
          {file?.kind === 'backup' ? 'Restore' : 'Import'}
        </Button>
      </DialogActions>
    </>
  )
}

const NO_WORDS = { passphrase: null, confirmation: null } as const

function UploadState({ upload }: Pick<ImportFormProps, 'upload'>) {
  if (upload.isPending)
    return (
      <Field
        validationState="none"
        validationMessage="Sending and checking the file. Nothing changes before all of it was found right."
      >
        <ProgressBar />
      </Field>
    )
  if (!upload.isError) return null
  return (
    <MessageBar intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Nothing was imported</MessageBarTitle>
        {userMessageOf(upload.error)}
      </MessageBarBody>
    </MessageBar>
  )
}

interface Problems {
  file?: string
  passphrase?: string
  confirmation?: string
}

function problemsOf(
  file: { file: File; kind: Kind } | null,
  given: { passphrase: string; confirmation: string },
): Problems {
  if (file === null) return { file: 'Choose a file' }
  if (!/\.json$/iu.test(file.file.name)) return { file: 'Choose a .json file' }
  if (file.kind === 'data') return {}
  return {
    ...(given.passphrase === '' ? { passphrase: 'Enter the passphrase of the backup' } : {}),
    ...(given.confirmation === BACKUPS.confirmation
      ? {}
      : { confirmation: `Type ${BACKUPS.confirmation}` }),
  }
}

/** The beginning of the file says what it is; the server looks again, at all of it. */
async function kindOf(file: File): Promise<Kind> {
  const text = await file.slice(0, 200).text()
  return text.includes(BackupHead.shape.format.value) ? 'backup' : 'data'
}

interface RestoreFieldsProps {
  passphrase: string
  confirmation: string
  problems: Problems
  onPassphrase: (value: string) => void
  onConfirmation: (value: string) => void
}

function RestoreFields(props: RestoreFieldsProps) {
  const { passphrase, confirmation, problems, onPassphrase, onConfirmation } = props
  return (
    <>
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>This is a database backup</MessageBarTitle>
          Everything that is here now is replaced by what the backup holds: people, settings,
          reports, share links, audit. Everybody is signed out. Tenants show the figures of the
          backup, where it holds any, until they are read again.
        </MessageBarBody>
      </MessageBar>
      <PassphraseField
        label="Passphrase of the backup"
        value={passphrase}
        problem={problems.passphrase}
        isNew={false}
        onChange={onPassphrase}
      />
      <Field
        label={`Type ${BACKUPS.confirmation} to confirm`}
        {...fieldProblem(problems.confirmation)}
      >
        <Input
          value={confirmation}
          autoComplete="off"
          spellCheck={false}
          onChange={(_, data) => onConfirmation(data.value)}
        />
      </Field>
    </>
  )
}

function Done({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const styles = useStyles()
  const format = useFormat()
  const { kind, recordsImported, notes } = imported
  const isRestored = kind === 'backup'
  return (
    <>
      <DialogContent>
        <MessageBar intent="success" layout="multiline">
          <MessageBarBody>
            <MessageBarTitle>{isRestored ? 'Backup restored' : 'Data imported'}</MessageBarTitle>
            {recordsImported === 1 ? '1 record' : `${format.number(recordsImported)} records`}
            {notes.length > 0 && (
              <ul className={styles.notes}>
                {notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            )}
          </MessageBarBody>
        </MessageBar>
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {isRestored ? 'Sign in again' : 'Close'}
        </Button>
      </DialogActions>
    </>
  )
}
