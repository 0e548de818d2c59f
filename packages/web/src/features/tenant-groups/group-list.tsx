import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { useQuery } from '@tanstack/react-query'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { useEffect, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { tenantGroupsQuery } from '../../lib/tenant-groups.queries.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { focusAfterQuestion } from '../../ui/use-focus-back.ts'
import { useLastShown } from '../../ui/use-last-shown.ts'
import { GroupRow } from './group-row.tsx'
import { useDeleteGroup } from './use-group-changes.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
  text: { margin: 0 },
  list: {
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  none: { ...typographyStyles.body1, margin: 0, color: tokens.colorNeutralForeground2 },
})

interface GroupListProps {
  /** What was edited last and takes the focus; null: nothing was. */
  focused: TenantGroupId | 'new' | null
  onEdit: (edited: TenantGroupId | 'new') => void
  onClose: () => void
}

/** All groups with what they hold. */
export function GroupList({ focused, onEdit, onClose }: GroupListProps) {
  const styles = useStyles()
  const groups = useQuery({ ...tenantGroupsQuery, staleTime: 0 })
  const [deleted, setDeleted] = useState<TenantGroup | null>(null)
  const question = useLastShown(deleted)
  const [newButton, setNewButton] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (focused === 'new') newButton?.focus()
  }, [focused, newButton])
  return (
    <>
      <DialogContent className={styles.content}>
        <p className={styles.text}>
          A group is a filter on All Tenants. People can also be granted the tenants of a group:
          then they see whatever it holds.
        </p>
        <Button ref={setNewButton} icon={<Add20Regular />} onClick={() => onEdit('new')}>
          New group
        </Button>
        {groups.isPending && <PageSpinner text="Loading groups..." />}
        {groups.isLoadingError && (
          <LoadFailed
            title="The groups could not be loaded"
            message={userMessageOf(groups.error)}
            requestId={requestIdOf(groups.error)}
            onRetry={() => void groups.refetch()}
          />
        )}
        {groups.data?.length === 0 && <p className={styles.none}>There is no group yet.</p>}
        {groups.data && groups.data.length > 0 && (
          <ul className={styles.list}>
            {groups.data.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                isFocused={group.id === focused}
                onEdit={() => onEdit(group.id)}
                onDelete={() => setDeleted(group)}
              />
            ))}
          </ul>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
      {question !== null && (
        <DeleteQuestion
          // Each its own: a late answer must not close what is asked of another group.
          key={question.id}
          group={question}
          isOpen={deleted !== null}
          onEnd={() => {
            setDeleted(null)
            // The row with the button that asked may be gone.
            focusAfterQuestion(newButton)
          }}
          onCancel={() => setDeleted(null)}
        />
      )}
    </>
  )
}

interface DeleteQuestionProps {
  group: TenantGroup
  isOpen: boolean
  onEnd: () => void
  onCancel: () => void
}

function DeleteQuestion({ group, isOpen, onEnd, onCancel }: DeleteQuestionProps) {
  const deletion = useDeleteGroup()
  return (
    <ConfirmDialog
      title="Delete this group?"
      confirmLabel="Delete group"
      cancelLabel="Cancel"
      isOpen={isOpen}
      isPending={deletion.isPending}
      onConfirm={() => {
        if (!deletion.isPending) deletion.mutate(group, { onSettled: onEnd })
      }}
      onCancel={onCancel}
    >
      <ForeignText wrap>{group.name}</ForeignText> is no filter any more. Grants decide who loses
      access: people who were granted tenants by this group no longer see those tenants, unless
      another grant holds them. The tenants themselves stay.
    </ConfirmDialog>
  )
}
