import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { useQuery } from '@tanstack/react-query'
import type { DirectoryRole, RoleMapping, RoleMappings } from '@tenantscope/contract/role-mappings'
import { useState } from 'react'

import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SaveProblem } from '../../../ui/save-problem.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { MappingDialog } from './mapping-dialog.tsx'
import { MappingTable } from './mapping-table.tsx'
import { directoryRolesQuery, isConflict, useSaveMappings } from './role-mappings.queries.ts'

const useStyles = makeStyles({
  text: { margin: 0, maxWidth: '80ch', color: tokens.colorNeutralForeground2 },
})

interface MappingsCardProps {
  stored: RoleMappings
  onReload: () => void
}

/** What is open over the list: a mapping that is edited (null: a new one), or the question before one goes. */
type Over = { kind: 'edit'; mapping: RoleMapping | null } | { kind: 'remove'; mapping: RoleMapping }

/** The mappings in their order, and everything that changes them. */
export function MappingsCard({ stored, onReload }: MappingsCardProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const { data: directory } = useQuery(directoryRolesQuery)
  const [over, setOver] = useState<Over | null>(null)
  const { save, dialog } = useSaveMappings()
  const { mappings, version } = stored
  // What is saved late must not close what was opened after it.
  const close = () => setOver((now) => (now === over ? null : now))
  const roles = directory?.roles ?? NO_ROLES
  const nameOf = (id: string) => nameIn(roles, id)
  const send = (changed: RoleMapping[], onSuccess?: () => void) => {
    if (save.isPending) return
    save.mutate({ mappings: changed, version }, onSuccess ? { onSuccess } : {})
  }
  const reload = () => {
    save.reset()
    close()
    onReload()
  }

  return (
    <SectionCard
      title="Role mappings"
      aside={
        <Button
          {...restoreFocus}
          appearance="primary"
          icon={<AddRegular />}
          onClick={() => setOver({ kind: 'edit', mapping: null })}
        >
          Add Mapping
        </Button>
      }
    >
      <p className={styles.text}>
        When somebody from Microsoft is imported or signs in, the mappings are tried from top to
        bottom. The first one that is on and whose directory role the person holds decides; no match
        gives Viewer. A guest of the directory never becomes an Administrator by a mapping, at most
        a Technician.
      </p>
      {isConflict(save.error) && (
        <SaveProblem error={save.error} what="list" onLoadNewer={reload} />
      )}
      {mappings.length === 0 ? (
        <EmptyState
          title="No role mappings yet"
          text="Without a mapping everybody from Microsoft is a Viewer unless you choose otherwise by hand."
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
      <NeverReadBar isShown={directory?.dataAsOf === null} />
      {over?.kind === 'edit' && (
        <MappingDialog
          mapping={over.mapping}
          stored={stored}
          roles={roles}
          isSaving={save.isPending}
          onSave={(changed) => send(changed, close)}
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
          {nameOf(over.mapping.microsoftRole)} no longer decides a role. People keep the role that
          they have until it is mapped again.
        </ConfirmDialog>
      )}
      {dialog}
    </SectionCard>
  )
}

function NeverReadBar({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        Your own directory was never read, so only Microsoft's built-in roles can be chosen.
      </MessageBarBody>
    </MessageBar>
  )
}

const NO_ROLES: readonly DirectoryRole[] = []

const nameIn = (roles: readonly DirectoryRole[], id: string): string =>
  roles.find(({ roleTemplateId }) => roleTemplateId === id)?.displayName ?? id
