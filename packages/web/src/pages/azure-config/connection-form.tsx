import {
  Button,
  Field,
  Input,
  makeStyles,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { useNavigate } from '@tanstack/react-router'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { useRef } from 'react'
import type { ReactNode } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { LeavingQuestion } from '../../ui/leaving-question.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { CloudField } from './cloud-field.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { SaveProblem } from './save-problem.tsx'
import { useConnectionForm } from './use-connection-form.ts'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '20px', maxWidth: '760px' },
  id: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
  buttons: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px',
    marginTop: '4px',
    paddingTop: '16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
})

interface ConnectionFormProps {
  /** The connection as last read. */
  newest: AzureConfig
  onSaved: () => void
  /** Under the buttons, where whoever saved looks. */
  children?: ReactNode
}

/** The connection in fields, with what is wrong said at each (specification section 5). */
export function ConnectionForm({ newest, onSaved, children }: ConnectionFormProps) {
  const styles = useStyles()
  const navigate = useNavigate()
  const restoreFocus = useRestoreFocusTarget()
  const form = useConnectionForm(newest, { onSaved })
  const element = useRef<HTMLFormElement>(null)
  const { stored, draft, problems, isSaving, change } = form
  useFocusOnProblem(element, problems, isSaving)

  const hasNewProblem = form.error !== null && !isSaving && Object.keys(problems).length === 0
  return (
    <SectionCard title="App registration">
      <form
        ref={element}
        className={styles.form}
        noValidate
        aria-label="Microsoft connection"
        onSubmit={(event) => {
          event.preventDefault()
          // The fields are disabled while it is saved, and would lose the focus.
          event.currentTarget.querySelector<HTMLElement>('[type="submit"]')?.focus()
          form.submit()
        }}
      >
        {hasNewProblem && (
          <SaveProblem
            error={form.error}
            stored={stored}
            newest={newest}
            onLoadNewer={form.loadNewer}
          />
        )}
        <Field
          label="Application (Client) ID"
          hint="Both IDs stand on the overview page of the app registration."
          {...fieldProblem(problems.clientId)}
        >
          <Input
            className={styles.input}
            input={{ className: styles.id }}
            name="clientId"
            autoComplete="off"
            spellCheck={false}
            placeholder={GUID}
            disabled={isSaving}
            value={draft.clientId}
            onChange={(_, { value }) => change({ clientId: value })}
          />
        </Field>
        <Field label="Directory (Tenant) ID" {...fieldProblem(problems.tenantId)}>
          <Input
            className={styles.input}
            input={{ className: styles.id }}
            name="tenantId"
            autoComplete="off"
            spellCheck={false}
            placeholder={GUID}
            disabled={isSaving}
            value={draft.tenantId}
            onChange={(_, { value }) => change({ tenantId: value })}
          />
        </Field>
        <CredentialFields
          stored={stored}
          draft={draft}
          problems={problems}
          isDisabled={isSaving}
          onChange={change}
        />
        <CloudField
          stored={stored}
          value={draft.cloud}
          problem={problems.cloud}
          isDisabled={isSaving}
          onChange={(cloud) => change({ cloud })}
        />
        <div className={styles.buttons}>
          <Button
            {...restoreFocus}
            type="submit"
            appearance="primary"
            // Keeps the focus while it works.
            disabledFocusable={isSaving}
          >
            {isSaving ? 'Saving...' : 'Save Configuration'}
          </Button>
          <Button disabled={isSaving} onClick={() => void navigate({ to: '/' })}>
            Cancel
          </Button>
        </div>
        {children}
      </form>
      {form.dialog}
      <LeavingQuestion isDirty={form.isDirty} what="the Microsoft connection" />
    </SectionCard>
  )
}

const GUID = '00000000-0000-0000-0000-000000000000'
