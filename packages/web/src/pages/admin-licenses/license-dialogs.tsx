import {
  addLicense,
  setLicenseFriendlyName,
  setLicenseType,
} from '@tenantscope/contract/license-management'
import type { License } from '@tenantscope/contract/licenses'
import { LICENSE_KINDS, LICENSE_TYPE_NAMES, LicenseType } from '@tenantscope/contract/licenses'

import { readBody } from '../../lib/body-problems.ts'
import { useAddLicense, useRenameLicense, useSetLicenseType } from '../../lib/licenses.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { RadioField } from '../../ui/form/radio-field.tsx'
import { SwitchField } from '../../ui/form/switch-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'

const MAX = { maxLength: 200 }

/** Adds a SKU that no tenant has yet. */
export function AddLicenseDialog({ onClose }: { onClose: () => void }) {
  const form = useSavedForm({
    initial: { skuId: '', productName: '', friendlyName: '', isVisible: true },
    read: (values) => readBody(addLicense.body, values),
    save: useAddLicense().mutateAsync,
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Add License"
      submitLabel="Add License"
      form={form}
      hasCloseButton={false}
      onClose={onClose}
    >
      <TextField form={form} name="skuId" label="SKU ID" isRequired input={MAX} />
      <TextField
        form={form}
        name="productName"
        label="Product name"
        hint="Optional. Microsoft's name is used where it is known."
        input={MAX}
      />
      <TextField
        form={form}
        name="friendlyName"
        label="Friendly name"
        hint="Optional. Screens and reports show it first."
        input={MAX}
      />
      <SwitchField form={form} name="isVisible" label="Visible in tenant views and reports" />
    </FormDialog>
  )
}

/** Changes the name that screens and reports show for a SKU. */
export function RenameDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const { skuId, productName } = license
  const rename = useRenameLicense()
  const form = useSavedForm({
    initial: { friendlyName: license.friendlyName ?? '' },
    read: (values) => readBody(setLicenseFriendlyName.body, values),
    save: ({ friendlyName }) => rename.mutateAsync({ skuId, friendlyName }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Edit License Name"
      submitLabel="Save"
      form={form}
      hasCloseButton={false}
      onClose={onClose}
    >
      <ForeignText wrap>{productName}</ForeignText>
      <TextField
        form={form}
        name="friendlyName"
        label="Friendly name"
        hint="Screens and reports of every tenant show it."
        isRequired
        input={{ maxLength: 200 }}
      />
    </FormDialog>
  )
}

const AS_JUDGED = 'as-judged'
type Choice = LicenseType | typeof AS_JUDGED

/** Sets the type of a SKU, or returns to the type that Tenantscope determined. */
export function TypeDialog({ license, onClose }: { license: License; onClose: () => void }) {
  const { skuId, displayName, ownType, judgedKind } = license
  const change = useSetLicenseType()
  const form = useSavedForm({
    initial: { licenseType: ownType ?? AS_JUDGED } satisfies { licenseType: Choice },
    read: ({ licenseType: chosen }) =>
      readBody(setLicenseType.body, { licenseType: chosen === AS_JUDGED ? null : chosen }),
    save: ({ licenseType }) => change.mutateAsync({ skuId, licenseType }),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="License type"
      submitLabel="Save"
      form={form}
      hasCloseButton={false}
      onClose={onClose}
    >
      <ForeignText wrap>{displayName}</ForeignText>
      <RadioField
        form={form}
        name="licenseType"
        label="Type"
        hint="Applies to every tenant: totals, waste, savings and reports. Free licenses are not included in them."
        options={[
          { value: AS_JUDGED, label: `Detected type: ${LICENSE_KINDS[judgedKind].name}` },
          ...LicenseType.options.map((value) => ({ value, label: LICENSE_TYPE_NAMES[value] })),
        ]}
      />
    </FormDialog>
  )
}
