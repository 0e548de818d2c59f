import { Field, Input } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { useRenameLicense } from '../../lib/licenses.ts'
import { fieldProblem } from '../../ui/field-problem.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog, LicenseForm, refusalOfField } from './license-form.tsx'

interface RenameDialogProps {
  license: License
  isOpen: boolean
  onClose: () => void
}

export function RenameDialog({ license, isOpen, onClose }: RenameDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose}>
      <RenameForm license={license} onClose={onClose} />
    </FormDialog>
  )
}

function RenameForm({ license, onClose }: Omit<RenameDialogProps, 'isOpen'>) {
  const { skuId, productName } = license
  const [name, setName] = useState(license.friendlyName ?? '')
  const [problem, setProblem] = useState<string>()
  const rename = useRenameLicense()
  const submit = () => {
    const friendlyName = name.trim()
    setProblem(friendlyName === '' ? 'Friendly name is required' : undefined)
    if (friendlyName !== '') rename.mutate({ skuId, friendlyName }, { onSuccess: onClose })
  }
  const refused = refusalOfField(rename.error, 'friendlyName')
  return (
    <LicenseForm
      title="Edit License Name"
      saveLabel="Save"
      isPending={rename.isPending}
      error={refused === undefined ? rename.error : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ForeignText wrap>{productName}</ForeignText>
      <Field
        label="Friendly name"
        required
        hint="Screens and reports of every tenant show it."
        {...fieldProblem(problem ?? refused)}
      >
        <Input
          value={name}
          maxLength={200}
          autoComplete="off"
          // Not disabled while it is saved: it would lose the focus.
          readOnly={rename.isPending}
          onChange={(_, { value }) => setName(value)}
        />
      </Field>
    </LicenseForm>
  )
}
