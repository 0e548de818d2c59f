import { Button, makeStyles } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { saveRoleMappings } from '@tenantscope/contract/role-mappings'
import type { DirectoryRole, RoleMapping, RoleMappings } from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import { useState } from 'react'

import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { SaveProblem } from '../../../ui/save-problem.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Text } from '../../../ui/text.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { MappingTable } from './mapping-table.tsx'
import { directoryRolesQuery, roleMappingsQuery } from './role-mappings.queries.ts'

const useStyles = makeStyles({
  text: { maxWidth: '80ch' },
})

/** Built-in roles of Microsoft by their template ids. The first one that a user holds applies. */
const SUGGESTED = [
  ['Global Administrator', '62e90394-69f5-4237-9190-012177145e10', 'admin'],
  ['Helpdesk Administrator', '729827e3-9c14-49f7-bb1b-9608f156bbb8', 'technician'],
  ['Global Reader', 'f2ef992c-3afb-46b9-b7cf-a126ee74c451', 'viewer'],
] as const
const SUGGESTED_TEXT = SUGGESTED.map(([name, , role]) => `${name} as ${ROLE_NAMES[role]}`).join(
  ', ',
)

const suggestedMappings = (): RoleMapping[] =>
  SUGGESTED.map(([, microsoftRole, localRole]) => ({
    id: newId(),
    microsoftRole,
    localRole,
    description: '',
    enabled: true,
    access: null,
  }))

/** The open dialog: it edits a mapping (null: a new one), or asks before one is removed. */
type Over = { kind: 'edit'; mapping: RoleMapping | null } | { kind: 'remove'; mapping: RoleMapping }

interface MappingsCardProps {
  stored: RoleMappings
  /** Reads the mappings again; a rejection changes nothing. */
  onReload: () => Promise<unknown>
}

/** Shows the mappings in their order and changes them. */
export function MappingsCard({ stored, onReload }: MappingsCardProps) {
  const styles = useStyles()
  const { data: directory } = useQuery(directoryRolesQuery)
  const [over, setOver] = useState<Over | null>(null)
  const save = useSaveMappings()
  const { mappings, version } = stored
  // A slow save must not close a dialog that was opened later.
  const close = () => setOver((now) => (now === over ? null : now))
  const { roles, dataAsOf } = directory ?? NO_DIRECTORY
  const nameOf = (id: string) => nameIn(roles, id)
  const send = (changed: RoleMapping[], onSuccess?: () => void) => {
    if (save.isPending) return
    save.mutate({ mappings: changed, version }, onSuccess ? { onSuccess } : {})
  }
  const reload = async () => {
    await onReload()
    save.reset()
    close()
  }

  return (
    <SectionCard
      title="Role mappings"
      aside={
        <Button
          {...RETURNS_FOCUS}
          appearance="primary"
          icon={<AddRegular />}
          onClick={() => setOver({ kind: 'edit', mapping: null })}
        >
          Add mapping
        </Button>
      }
    >
      <Text as="p" muted className={styles.text}>
        When a Microsoft user is imported or signs in, the mappings are checked from top to bottom.
        The first enabled mapping whose directory role the user holds applies. Without a match, the
        role is Viewer. Mappings never make a guest of the directory an Administrator, at most a
        Technician.
      </Text>
      {isConflict(save.error) && (
        <SaveProblem error={save.error} what="list" onLoadNewer={reload} />
      )}
      {mappings.length === 0 ? (
        <EmptyState
          title="No role mappings yet"
          text={`Without a mapping, Microsoft users are Viewers unless you assign another role. Suggested: ${SUGGESTED_TEXT}. Tenants are granted separately.`}
          action={
            <ActionButton
              isBusy={save.isPending}
              busyLabel="Adding..."
              onClick={() => send(suggestedMappings())}
            >
              Add suggested mappings
            </ActionButton>
          }
        />
      ) : (
        <MappingTable
          mappings={mappings}
          nameOf={nameOf}
          isBusy={save.isPending}
          onChange={send}
          onEdit={(mapping) => setOver({ kind: 'edit', mapping })}
          onRemove={(mapping) => setOver({ kind: 'remove', mapping })}
        />
      )}
      {dataAsOf === null && (
        <Notice intent="info">
          Your own directory has not been read yet, so only Microsoft's built-in roles can be
          selected.
        </Notice>
      )}
      {over?.kind === 'edit' && (
        <MappingDialog
          mapping={over.mapping}
          stored={stored}
          roles={roles}
          onSave={(changed) => save.mutateAsync({ mappings: changed, version })}
          onClose={close}
        />
      )}
      {over?.kind === 'remove' && (
        <ConfirmDialog
          title="Remove this mapping?"
          confirmLabel="Remove"
          cancelLabel="Cancel"
          isOpen
          isPending={save.isPending}
          onConfirm={() =>
            send(
              mappings.filter(({ id }) => id !== over.mapping.id),
              close,
            )
          }
          onCancel={close}
        >
          {nameOf(over.mapping.microsoftRole)} no longer assigns a role. Users keep their current
          role until another mapping applies.
        </ConfirmDialog>
      )}
    </SectionCard>
  )
}

/** Saves the complete list (specification section 7, Admin). */
function useSaveMappings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { mappings: RoleMapping[]; version: number }) =>
      runFresh(() => call(saveRoleMappings, { body })),
    onSuccess: (saved) => client.setQueryData(roleMappingsQuery.queryKey, saved),
    // A conflict is shown above the table.
    onError: (error) => {
      if (!isConflict(error)) failureToast('Update Failed')(error)
    },
  })
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409

const NO_DIRECTORY: { roles: readonly DirectoryRole[]; dataAsOf?: string | null } = { roles: [] }

const nameIn = (roles: readonly DirectoryRole[], id: string): string =>
  roles.find(({ roleTemplateId }) => roleTemplateId === id)?.displayName ?? id
