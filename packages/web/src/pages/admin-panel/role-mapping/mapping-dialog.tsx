import {
  Button,
  Checkbox,
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  SearchBox,
  tokens,
} from '@fluentui/react-components'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import type { DirectoryRole, RoleMapping, RoleMappings } from '@tenantscope/contract/role-mappings'
import type { Role } from '@tenantscope/contract/roles'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { useState } from 'react'

import type { Read } from '../../../lib/body-problems.ts'
import { newId } from '../../../lib/new-id.ts'
import { ClosableDialog } from '../../../ui/closable-dialog.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { RadioField } from '../../../ui/form/radio-field.tsx'
import { keepEnter } from '../../../ui/form/search-enter.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useSavedForm } from '../../../ui/form/use-saved-form.ts'
import { optionLabel } from '../../../ui/option-label.ts'
import { TenantAccessFields } from '../../../ui/tenant-access-fields.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import { isSameGrant } from '../users/user-draft.ts'
import { Outcomes } from './outcomes.tsx'
import type { OutcomesProps } from './outcomes.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  outcomes: { maxWidth: '960px' },
  content: { display: 'flex', flexDirection: 'column', gap: '12px', paddingBottom: '8px' },
  search: { maxWidth: '100%' },
  list: {
    maxHeight: '220px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: '4px',
  },
  nothing: { padding: '8px', color: tokens.colorNeutralForeground2 },
})

const NO_ACCESS: TenantAccessGrant = { mode: 'list', tenantIds: [], groupIds: [] }

/** The descriptions of the local roles (specification section 6). */
const WHAT_ROLES_DO = {
  admin: 'full system access, manage all features and users',
  technician: 'support tickets and basic user operations',
  viewer: 'read-only access to information and reports',
} as const satisfies Record<Role, string>

const ROLES = (['viewer', 'technician', 'admin'] as const).map((value) => ({
  value,
  label: `${ROLE_NAMES[value]}: ${WHAT_ROLES_DO[value]}`,
}))

type Values = Omit<RoleMapping, 'microsoftRole'> & { microsoftRole: string | null }

const valuesOf = (mapping: RoleMapping | null): Values =>
  mapping ?? {
    id: newId(),
    microsoftRole: null,
    localRole: 'viewer',
    description: '',
    enabled: true,
    access: null,
  }

/** The order of what is granted follows from the order of clicks. */
const isSameMapping = (a: Values, b: Values): boolean =>
  a.microsoftRole === b.microsoftRole &&
  a.localRole === b.localRole &&
  a.description === b.description &&
  (a.access === null || b.access === null ? a.access === b.access : isSameGrant(a.access, b.access))

interface MappingDialogProps {
  /** Null: a new one. */
  mapping: RoleMapping | null
  /** The list that it is in or will be. */
  stored: RoleMappings
  roles: readonly DirectoryRole[]
  /** Saves the list with this mapping in it. */
  onSave: (mappings: RoleMapping[]) => Promise<unknown>
  onClose: () => void
}

/** One mapping: a directory role, the local role that it gives, and what it grants. */
export function MappingDialog(props: MappingDialogProps) {
  const { mapping, stored, roles, onSave, onClose } = props
  const styles = useStyles()
  const [previewed, setPreviewed] = useState<RoleMapping[] | null>(null)
  const [initial] = useState(() => valuesOf(mapping))
  const form = useSavedForm({
    initial,
    read: (values) => withMapping(stored.mappings, values),
    save: onSave,
    onSaved: onClose,
    isSame: isSameMapping,
  })
  const { access } = form.values
  return (
    <>
      <FormDialog
        title={mapping === null ? 'Add mapping' : 'Edit mapping'}
        form={form}
        className={styles.surface}
        submitLabel="Save"
        // A conflict is shown above the list, other failures by a toast.
        failureText={() => undefined}
        discardText="Your changes to this mapping are not saved yet."
        actions={<Button onClick={() => form.read(setPreviewed)}>Preview</Button>}
        onClose={onClose}
      >
        <DirectoryRolePicker
          roles={roles}
          chosen={form.values.microsoftRole}
          isIncomplete={form.problems['microsoftRole'] !== undefined}
          onChoose={(microsoftRole) => form.change({ microsoftRole })}
        />
        <RadioField form={form} name="localRole" label="Local role" options={ROLES} />
        <Checkbox
          checked={access !== null}
          label={optionLabel('Grant tenants along with the role')}
          onChange={(_, { checked }) =>
            form.change({ access: checked === true ? NO_ACCESS : null })
          }
        />
        {access !== null && (
          <TenantAccessFields value={access} onChange={(grant) => form.change({ access: grant })} />
        )}
        <TextField
          form={form}
          name="description"
          label="Description"
          input={{ maxLength: ROLE_MAPPINGS.descriptionLength }}
        />
      </FormDialog>
      {previewed && (
        <OutcomesDialog
          mappings={previewed}
          version={stored.version}
          onClose={() => setPreviewed(null)}
        />
      )}
    </>
  )
}

/** Returns the list as it would be saved, once there is enough to save. */
function withMapping(mappings: readonly RoleMapping[], values: Values): Read<RoleMapping[]> {
  const { microsoftRole } = values
  if (microsoftRole === null) return { problems: { microsoftRole: 'Choose a directory role' } }
  const mapping = { ...values, microsoftRole, description: values.description.trim() }
  const isKnown = mappings.some(({ id }) => id === mapping.id)
  return {
    input: isKnown
      ? mappings.map((each) => (each.id === mapping.id ? mapping : each))
      : [...mappings, mapping],
  }
}

/** Shows who would get what with the mapping as it is in the form. */
function OutcomesDialog({ onClose, ...outcomes }: OutcomesProps & { onClose: () => void }) {
  const styles = useStyles()
  useFocusBack(true)
  return (
    <ClosableDialog
      title="Role preview"
      className={styles.outcomes}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <Outcomes {...outcomes} />
    </ClosableDialog>
  )
}

interface DirectoryRolePickerProps {
  roles: readonly DirectoryRole[]
  chosen: string | null
  /** Nothing was chosen, and something must be. */
  isIncomplete: boolean
  onChoose: (roleTemplateId: string) => void
}

/** Microsoft's directory roles, found by any part of their name; the selected one is always included. */
function DirectoryRolePicker(props: DirectoryRolePickerProps) {
  const { roles, chosen, isIncomplete, onChoose } = props
  const styles = useStyles()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = roles.filter(
    ({ displayName, roleTemplateId }) =>
      roleTemplateId === chosen || displayName.toLowerCase().includes(wanted),
  )
  return (
    <>
      <SearchBox
        onKeyDown={keepEnter}
        className={styles.search}
        aria-label="Search directory roles"
        placeholder="Search directory roles"
        value={search}
        onChange={(_, { value }) => setSearch(value)}
      />
      <Field
        label="Directory role"
        required
        {...(isIncomplete && { validationMessage: 'Choose a directory role' })}
      >
        <RadioGroup
          className={styles.list}
          value={chosen ?? ''}
          onChange={(_, { value }) => onChoose(value)}
        >
          {shown.map(({ roleTemplateId, displayName, isBuiltIn }) => (
            <Radio
              key={roleTemplateId}
              value={roleTemplateId}
              label={
                <>
                  <ForeignText wrap>{displayName}</ForeignText>
                  {!isBuiltIn && ' (your own)'}
                </>
              }
            />
          ))}
          {shown.length === 0 && (
            <span className={styles.nothing}>No directory role matches your search</span>
          )}
        </RadioGroup>
      </Field>
    </>
  )
}
