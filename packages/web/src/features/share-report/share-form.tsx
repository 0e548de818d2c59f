import {
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  Switch,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { SHARES } from '@tenantscope/contract/limits'
import { useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { ReportTenant } from '../../lib/report-selection.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { bringIntoSight } from './bring-into-sight.ts'
import { ExpiryField } from './expiry-field.tsx'
import { PassphraseField } from './passphrase-field.tsx'
import { SharedContents } from './shared-contents.tsx'
import type { ShareForm as Form } from './use-share-form.ts'
import type { SharedSelection } from './use-shared-selection.ts'
import { WhatLeaves } from './what-leaves.tsx'

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: '24px' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
    alignItems: 'start',
    gap: '24px',
  },
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
})

export interface ShareFormProps {
  /** For the button that submits it from elsewhere. */
  formId: string
  tenant: ReportTenant
  shared: SharedSelection
  form: Form
  onChoose?: () => void
}

/** A new link: what it shows, and how long, how often and to whom it opens. */
export function ShareForm({ formId, tenant, shared, form, onChoose }: ShareFormProps) {
  const styles = useStyles()
  const format = useFormat()
  const element = useRef<HTMLFormElement>(null)
  // After the question whether to discard.
  const restoreFocus = useRestoreFocusTarget()
  const { draft, problems, isPending, error, change } = form
  useFocusOnProblem(element, problems)
  return (
    <form
      ref={element}
      id={formId}
      className={styles.form}
      noValidate
      aria-label="New link"
      onSubmit={(event) => {
        event.preventDefault()
        if (shared.state === 'ready')
          form.submit({ tenantId: tenant.id, selection: shared.selection })
      }}
    >
      <SharedContents
        tenant={tenant}
        shared={shared}
        problem={problems.reportData}
        {...(onChoose && { onChoose })}
      />
      <WhatLeaves masksNames={draft.maskNames} />
      <ExpiryField
        days={draft.expirationDays}
        problem={problems.expirationDays}
        onChange={(expirationDays) => change({ expirationDays })}
      />
      <div className={styles.pair}>
        <Field
          label="Access limit"
          hint={`How often it can be opened, 1 to ${format.number(SHARES.mostAccess)}; leave it blank for no limit. Opening it again within ${SHARES.passMinutes} minutes, and downloads meanwhile, are not counted again.`}
          {...fieldProblem(problems.maxAccess)}
        >
          <Input
            {...restoreFocus}
            className={styles.input}
            name="maxAccess"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Unlimited"
            readOnly={isPending}
            value={draft.maxAccess}
            onChange={(_, { value }) => change({ maxAccess: value })}
          />
        </Field>
        <PassphraseField
          value={draft.passphrase}
          problem={problems.passphrase}
          isReadOnly={isPending}
          onChange={(passphrase) => change({ passphrase })}
        />
      </div>
      <Field
        hint="Only initials leave: Anna Berg becomes A••• B•••."
        {...fieldProblem(problems.maskNames)}
      >
        <Switch
          className={styles.switch}
          name="maskNames"
          label="Mask people's names"
          checked={draft.maskNames}
          onChange={(_, { checked }) => change({ maskNames: checked })}
        />
      </Field>
      {Boolean(error) && <NotCreated message={userMessageOf(error)} />}
    </form>
  )
}

function NotCreated({ message }: { message: string }) {
  return (
    <MessageBar ref={bringIntoSight} intent="error" layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>Failed to Create Share Link</MessageBarTitle>
        {message} What you entered is still here.
      </MessageBarBody>
    </MessageBar>
  )
}
