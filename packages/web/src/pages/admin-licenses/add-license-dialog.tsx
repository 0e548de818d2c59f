import { Field, Input, Switch } from '@fluentui/react-components'
import { useState } from 'react'

import { useAddLicense } from '../../lib/licenses.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { FormDialog, LicenseForm, refusalOfField } from './license-form.tsx'

interface AddLicenseDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Adds a SKU before any tenant was seen with it. */
export function AddLicenseDialog({ isOpen, onClose }: AddLicenseDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose}>
      <AddLicenseForm onClose={onClose} />
    </FormDialog>
  )
}

const NOTHING = { skuId: '', productName: '', friendlyName: '', isVisible: true }

function AddLicenseForm({ onClose }: Pick<AddLicenseDialogProps, 'onClose'>) {
  const [draft, setDraft] = useState(NOTHING)
  const [problem, setProblem] = useState<string>()
  const add = useAddLicense()
  const change = (part: Partial<typeof NOTHING>) => setDraft({ ...draft, ...part })
  const submit = () => {
    const isMissing = draft.skuId.trim() === ''
    setProblem(isMissing ? 'SKU ID is required' : undefined)
    if (!isMissing) add.mutate(draft, { onSuccess: onClose })
  }
  const refused = refusalOfField(add.error, 'skuId')
  const field = { autoComplete: 'off', maxLength: 200, readOnly: add.isPending } as const
  return (
    <LicenseForm
      title="Add License"
      saveLabel="Add License"
      isPending={add.isPending}
      error={refused === undefined ? add.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="SKU ID" required {...fieldProblem(problem ?? refused)}>
        <Input
          {...field}
          value={draft.skuId}
          onChange={(_, { value }) => change({ skuId: value })}
        />
      </Field>
      <Field label="Product name" hint="Optional; Microsoft's own name counts where it is known.">
        <Input
          {...field}
          value={draft.productName}
          onChange={(_, { value }) => change({ productName: value })}
        />
      </Field>
      <Field label="Friendly name" hint="Optional; screens and reports show it first.">
        <Input
          {...field}
          value={draft.friendlyName}
          onChange={(_, { value }) => change({ friendlyName: value })}
        />
      </Field>
      <Switch
        label="Visible in tenant views and reports"
        checked={draft.isVisible}
        onChange={(_, { checked }) => change({ isVisible: checked })}
      />
    </LicenseForm>
  )
}
