import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import { LICENSE_TYPE_NAMES, LicenseType } from '@tenantscope/contract/licenses'
import type { License } from '@tenantscope/contract/licenses'
import { useState } from 'react'

import { useSetLicenseType } from '../../lib/licenses.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog, LicenseForm } from './license-form.tsx'

interface TypeDialogProps {
  license: License
  isOpen: boolean
  onClose: () => void
}

export function TypeDialog({ license, isOpen, onClose }: TypeDialogProps) {
  return (
    <FormDialog isOpen={isOpen} onClose={onClose}>
      <TypeForm license={license} onClose={onClose} />
    </FormDialog>
  )
}

const AS_JUDGED = 'as-judged'

function TypeForm({ license, onClose }: Omit<TypeDialogProps, 'isOpen'>) {
  const { skuId, displayName, ownType, judgedType } = license
  const [chosen, setChosen] = useState<LicenseType | null>(ownType)
  const change = useSetLicenseType()
  return (
    <LicenseForm
      title="License type"
      saveLabel="Save"
      isPending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ skuId, licenseType: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ForeignText wrap>{displayName}</ForeignText>
      <Field
        label="Type"
        hint="It counts in every tenant: in totals, waste, savings and reports. Free licenses are in none of them."
      >
        <RadioGroup
          value={chosen ?? AS_JUDGED}
          onChange={(_, { value }) =>
            setChosen(value === AS_JUDGED ? null : LicenseType.parse(value))
          }
        >
          <Radio value={AS_JUDGED} label={`As judged: ${LICENSE_TYPE_NAMES[judgedType]}`} />
          {LicenseType.options.map((type) => (
            <Radio key={type} value={type} label={LICENSE_TYPE_NAMES[type]} />
          ))}
        </RadioGroup>
      </Field>
    </LicenseForm>
  )
}
