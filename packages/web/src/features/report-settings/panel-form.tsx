import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { Form, SubmitButton } from '../../ui/form/form.tsx'
import type { EditState, SavedForm } from '../../ui/form/use-saved-form.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { useFocusOnFirstField } from '../../ui/use-focus-on-first-field.ts'

/** A panel's rows in the dialog: the tabs have the row that Fluent gives to the content. */
const usePanelStyles = makeStyles({
  content: {
    gridRowStart: 3,
    gridRowEnd: 3,
    padding: '0 0 16px',
    // The dialog keeps its height while the tabs change.
    minHeight: '528px',
    '@media (max-width: 700px), (max-height: 700px)': { minHeight: 0 },
  },
  actions: { gridRowStart: 4, gridRowEnd: 4 },
})

export interface PanelProps {
  onEdit: (state: EditState) => void
  onClose: () => void
}

export interface Reading {
  /** Reads the settings again and starts the form with them. */
  onLoadNewer: () => Promise<unknown>
  /** Another user changed what the form started with. */
  isReadAgain: boolean
}

interface PanelFormProps<Values extends FieldValues> extends PanelProps, Reading {
  label: string
  /** What is saved, such as 'mail server'. */
  what: string
  form: SavedForm<Values>
  /** More buttons, before Save. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel of settings with its Save. */
export function PanelForm<Values extends FieldValues>(props: PanelFormProps<Values>) {
  const { label, what, form, actions, onLoadNewer, isReadAgain, onClose, children } = props
  const panel = usePanelStyles()
  const id = useId()
  const { isDirty, isSaving, editState } = form
  const onEdit = useEffectEvent(props.onEdit)
  useEffect(() => onEdit(editState), [editState])
  useFocusOnFirstField(id, isReadAgain)
  return (
    <>
      <DialogContent className={panel.content}>
        <Form
          form={form}
          id={id}
          label={label}
          failureTitle="Not saved"
          newer={{ what, onLoad: onLoadNewer }}
        >
          {children}
        </Form>
      </DialogContent>
      <DialogActions className={panel.actions}>
        <Button disabledFocusable={isSaving} onClick={onClose}>
          Close
        </Button>
        {actions}
        <SubmitButton form={form} formId={id} isOff={!isDirty}>
          Save
        </SubmitButton>
      </DialogActions>
    </>
  )
}

interface ReadPanelProps<Settings> extends PanelProps {
  query: UseQueryResult<Settings>
  /** What is read, such as 'report settings'. */
  what: string
  /** The form that starts with what was read. */
  children: (settings: Settings, reading: Reading) => ReactNode
}

/** A panel, once its settings are read. */
export function ReadPanel<Settings>(props: ReadPanelProps<Settings>) {
  const { query, what, onEdit, onClose, children } = props
  const panel = usePanelStyles()
  // Counts readings: the form starts again with each.
  const [reading, setReading] = useState(0)
  const loadNewer = async () => {
    await query.refetch({ throwOnError: true })
    onEdit('unchanged')
    setReading((count) => count + 1)
  }
  if (query.data !== undefined)
    return (
      <Fragment key={reading}>
        {children(query.data, {
          onLoadNewer: loadNewer,
          isReadAgain: reading > 0,
        })}
      </Fragment>
    )
  return (
    <>
      <DialogContent className={panel.content}>
        {query.isError ? (
          <LoadFailed title={`The ${what} could not be loaded`} query={query} />
        ) : (
          <PageSpinner text={`Loading the ${what}...`} />
        )}
      </DialogContent>
      <DialogActions className={panel.actions}>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </>
  )
}
