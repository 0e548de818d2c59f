import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  Field,
  Input,
  makeStyles,
  Radio,
  RadioGroup,
} from '@fluentui/react-components'
import { ROLE_MAPPINGS } from '@tenantscope/contract/limits'
import type { DirectoryRole, RoleMapping, RoleMappings } from '@tenantscope/contract/role-mappings'
import { Role, ROLE_NAMES } from '@tenantscope/contract/roles'
import type { TenantAccessGrant } from '@tenantscope/contract/tenant-groups'
import { useState } from 'react'

import { isSameGrant } from '../../../features/user-admin/user-draft.ts'
import { newId } from '../../../lib/new-id.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { TenantAccessFields } from '../../../ui/tenant-access-fields.tsx'
import { useDiscardQuestion } from '../../../ui/use-discard-question.tsx'
import { DirectoryRolePicker } from './directory-role-picker.tsx'
import { OutcomesDialog } from './outcomes-dialog.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '640px' },
  fields: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBottom: '8px' },
})

const NO_ACCESS: TenantAccessGrant = { mode: 'list', tenantIds: [], groupIds: [] }

/** What each local role may do, as people know them (specification section 6). */
const WHAT_ROLES_DO = {
  admin: 'full system access, manage all features and users',
  technician: 'support tickets and basic user operations',
  viewer: 'read-only access to information and reports',
} as const satisfies Record<Role, string>

type Draft = Omit<RoleMapping, 'microsoftRole'> & { microsoftRole: string | null }

const draftOf = (mapping: RoleMapping | null): Draft =>
  mapping ?? {
    id: newId(),
    microsoftRole: null,
    localRole: 'viewer',
    description: '',
    enabled: true,
    access: null,
  }

/** The order of what is granted follows from the order of clicks. */
const isSameDraft = (a: Draft, b: Draft): boolean =>
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
  isSaving: boolean
  /** With the whole list, this mapping in it. */
  onSave: (mappings: RoleMapping[]) => void
  onClose: () => void
}

/** One mapping: a directory role, the local role that it gives, and what it grants. */
export function MappingDialog(props: MappingDialogProps) {
  const styles = useStyles()
  const [initial] = useState(() => draftOf(props.mapping))
  const [draft, setDraft] = useState(initial)
  const [previewed, setPreviewed] = useState<RoleMapping[] | null>(null)
  const { unlessDirty, question } = useDiscardQuestion(!isSameDraft(draft, initial), {
    text: 'What you changed in this mapping is not saved yet.',
  })
  const requestClose = () => unlessDirty(props.onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <MappingForm
            {...props}
            draft={draft}
            onDraft={setDraft}
            onPreview={setPreviewed}
            onClose={requestClose}
          />
        </DialogSurface>
      </Dialog>
      {previewed && (
        <OutcomesDialog
          mappings={previewed}
          version={props.stored.version}
          onClose={() => setPreviewed(null)}
        />
      )}
      {question}
    </>
  )
}

interface MappingFormProps extends MappingDialogProps {
  draft: Draft
  onDraft: (draft: Draft) => void
  onPreview: (mappings: RoleMapping[]) => void
}

function MappingForm(props: MappingFormProps) {
  const { mapping, stored, roles, draft, isSaving, onDraft, onPreview, onSave, onClose } = props
  const styles = useStyles()
  const { microsoftRole, localRole, description, access } = draft
  const [sent, setSent] = useState<Draft | null>(null)
  const change = (changes: Partial<Draft>) => {
    // The dialog closes with what is being saved: more would be lost.
    if (!isSaving || sent !== draft) onDraft({ ...draft, ...changes })
  }
  const [isIncomplete, setIsIncomplete] = useState(false)
  /** The whole list as it would be saved, where there is enough to save. */
  const withList = (act: (mappings: RoleMapping[]) => void) => {
    setIsIncomplete(microsoftRole === null)
    if (microsoftRole === null) return
    const settled = { ...draft, microsoftRole, description: description.trim() }
    act(withMapping(stored.mappings, settled))
  }
  const submit = () => {
    if (isSaving) return
    withList((mappings) => {
      setSent(draft)
      onSave(mappings)
    })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <DialogBody>
        <ClosableTitle onClose={onClose}>
          {mapping === null ? 'Add Mapping' : 'Edit Mapping'}
        </ClosableTitle>
        <DialogContent className={styles.fields}>
          <DirectoryRolePicker
            roles={roles}
            chosen={microsoftRole}
            isIncomplete={isIncomplete && microsoftRole === null}
            onChoose={(chosen) => change({ microsoftRole: chosen })}
          />
          <Field label="Local role">
            <RadioGroup
              value={localRole}
              onChange={(_, { value }) => change({ localRole: Role.parse(value) })}
            >
              {(['viewer', 'technician', 'admin'] as const).map((role) => (
                <Radio
                  key={role}
                  value={role}
                  label={`${ROLE_NAMES[role]}: ${WHAT_ROLES_DO[role]}`}
                />
              ))}
            </RadioGroup>
          </Field>
          <Checkbox
            checked={access !== null}
            label="Grant tenants along with the role"
            onChange={(_, { checked }) => change({ access: checked === true ? NO_ACCESS : null })}
          />
          {access !== null && (
            <TenantAccessFields value={access} onChange={(grant) => change({ access: grant })} />
          )}
          <Field label="Description">
            <Input
              value={description}
              maxLength={ROLE_MAPPINGS.descriptionLength}
              onChange={(_, { value }) => change({ description: value })}
            />
          </Field>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => withList(onPreview)}>Preview</Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button appearance="primary" type="submit" disabledFocusable={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </DialogActions>
      </DialogBody>
    </form>
  )
}

function withMapping(mappings: readonly RoleMapping[], mapping: RoleMapping): RoleMapping[] {
  const isKnown = mappings.some(({ id }) => id === mapping.id)
  return isKnown
    ? mappings.map((each) => (each.id === mapping.id ? mapping : each))
    : [...mappings, mapping]
}
