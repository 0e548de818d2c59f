import {
  Button,
  DialogActions,
  DialogContent,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
} from '@fluentui/react-components'
import { addTenant } from '@tenantscope/contract/onboarding'
import { useEffect, useId, useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { refusalOf, useAddTenant } from './use-add-tenant.ts'
import type { AddedTenant } from './use-add-tenant.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
  text: { margin: 0 },
})

interface AddTenantFormProps {
  onAdded: (added: AddedTenant) => void
  onCancel: () => void
}

/** One field: whose tenant it is. */
export function AddTenantForm({ onAdded, onCancel }: AddTenantFormProps) {
  const styles = useStyles()
  const formId = useId()
  const [domainOrId, setDomainOrId] = useState('')
  const [missing, setMissing] = useState<string>()
  const add = useAddTenant()
  const [field, setField] = useState<HTMLInputElement | null>(null)
  // Also when it comes back after a tenant was added.
  useEffect(() => field?.focus(), [field])
  const { atField, other } = add.isError ? refusalOf(add.error) : NO_REFUSAL
  const submit = () => {
    if (add.isPending) return
    const read = addTenant.body.safeParse({ domainOrId })
    setMissing(read.error?.issues[0]?.message)
    if (!read.success) {
      add.reset()
      field?.focus()
      return
    }
    add.mutate(read.data.domainOrId, {
      onSuccess: onAdded,
      onError: () => field?.focus(),
    })
  }
  return (
    <>
      <DialogContent className={styles.content}>
        <p className={styles.text}>
          Tenants with a contract or a delegated relationship appear by themselves. Add another one
          here; it can be read once one of its administrators has granted consent.
        </p>
        {other !== null && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <MessageBarTitle>Not added</MessageBarTitle>
              {other}
            </MessageBarBody>
          </MessageBar>
        )}
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Field
            label="Domain or tenant ID"
            hint="Such as contoso.com, contoso.onmicrosoft.com, or the ID that the Entra admin center shows"
            {...fieldProblem(missing ?? atField)}
          >
            <Input
              ref={setField}
              dir="ltr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={domainOrId}
              readOnly={add.isPending}
              onChange={(_, { value }) => {
                setDomainOrId(value)
                setMissing(undefined)
                if (add.isError) add.reset()
              }}
            />
          </Field>
        </form>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button appearance="primary" type="submit" form={formId} disabledFocusable={add.isPending}>
          {submitLabel({ isPending: add.isPending, hasFailed: other !== null })}
        </Button>
      </DialogActions>
    </>
  )
}

const NO_REFUSAL = { atField: undefined, other: null }

function submitLabel({ isPending, hasFailed }: { isPending: boolean; hasFailed: boolean }): string {
  if (isPending) return 'Looking it up...'
  return hasFailed ? 'Try again' : 'Add tenant'
}
