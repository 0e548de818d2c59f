import { Checkbox, makeStyles } from '@fluentui/react-components'
import { Role, ROLE_NAMES } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'

import { FormDialog } from '../../../ui/form-dialog.tsx'
import { savedAtOnce } from '../../../ui/form/form-field.ts'
import type { FormFieldProps } from '../../../ui/form/form-field.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { optionLabel } from '../../../ui/option-label.ts'
import { Stack } from '../../../ui/stack.tsx'
import { TenantAccessFields } from '../../../ui/tenant-access-fields.tsx'
import { Text } from '../../../ui/text.tsx'
import type { Assignment } from './import-rights.ts'

const useStyles = makeStyles({ role: { maxWidth: '320px' }, surface: { maxWidth: '560px' } })

const NO_ACCESS: TenantAccessGrant = { mode: 'list', tenantIds: [], groupIds: [] }

/** The role and the tenants of all users of an import. */
export function AssignmentFields(props: {
  value: Assignment
  onChange: (value: Assignment) => void
}) {
  const { value, onChange } = props
  const form = savedAtOnce(value, (changes) => onChange({ ...value, ...changes }))
  return (
    <Stack as="section" gap={8} aria-label="For all users">
      <Fields
        form={form}
        label="Role for all"
        defaultRole="By the role mappings, otherwise Viewer"
        accessLabel="Choose the tenants for all"
      />
    </Stack>
  )
}

interface AssignmentDialogProps {
  /** Of the user. */
  name: string
  value: Assignment
  onChange: (value: Assignment) => void
  onClose: () => void
}

/** The role and the tenants of one user of an import. */
export function AssignmentDialog({ name, value, onChange, onClose }: AssignmentDialogProps) {
  const styles = useStyles()
  const form = useSavedForm({
    initial: value,
    read: (values) => ({ input: values }),
    save: async (chosen) => onChange(chosen),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={`Role and tenants of ${name}`}
      form={form}
      className={styles.surface}
      submitLabel="Apply"
      onClose={onClose}
    >
      <Fields form={form} label="Role" defaultRole="As for all" accessLabel="Choose the tenants" />
    </FormDialog>
  )
}

interface FieldsProps extends Pick<FormFieldProps<Assignment, 'role'>, 'form'> {
  label: string
  defaultRole: string
  accessLabel: string
}

function Fields({ form, label, defaultRole, accessLabel }: FieldsProps) {
  const styles = useStyles()
  const { role, access } = form.values
  return (
    <>
      <SelectField
        form={form}
        name="role"
        className={styles.role}
        label={label}
        options={[
          { value: 'default', label: defaultRole },
          ...Role.options.map((value) => ({ value, label: ROLE_NAMES[value] })),
        ]}
      />
      {role === 'admin' ? (
        <Text as="p" muted>
          Administrators see all tenants.
        </Text>
      ) : (
        <>
          <Checkbox
            checked={access !== null}
            label={optionLabel(accessLabel)}
            onChange={(_, { checked }) =>
              form.change({ access: checked === true ? NO_ACCESS : null })
            }
          />
          {access !== null && (
            <TenantAccessFields
              value={access}
              onChange={(grant) => form.change({ access: grant })}
            />
          )}
        </>
      )}
    </>
  )
}
