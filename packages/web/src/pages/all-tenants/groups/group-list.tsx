import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons/svg/add'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { TenantGroupId } from '@tenantscope/contract/ids'
import {
  createTenantGroup,
  deleteTenantGroup,
  saveTenantGroup,
} from '@tenantscope/contract/tenant-groups'
import type { TenantGroup, TenantGroupInput } from '@tenantscope/contract/tenant-groups'
import { useEffect, useState } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { TENANT_LIST } from '../../../lib/tenant-data.ts'
import { tenantGroupsQuery } from '../../../lib/tenant-groups.queries.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { focusAfterQuestion } from '../../../ui/use-focus-back.ts'
import { useLastShown } from '../../../ui/use-last-shown.ts'

const useStyles = makeStyles({
  content: { padding: '8px 0 16px', '& > * + *': { marginTop: '16px' } },
  list: { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  row: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  words: { flex: '1 1 200px', minWidth: 0 },
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
        <Text as="p">
          A group is a filter on All Tenants. Users can also be granted a group. They then see all
          its tenants.
        </Text>
        <Button ref={setNewButton} icon={<Add20Regular />} onClick={() => onEdit('new')}>
          New group
        </Button>
        {groups.isPending && <PageSpinner text="Loading groups..." />}
        {groups.isLoadingError && (
          <LoadFailed title="The groups could not be loaded" query={groups} />
        )}
        {groups.data?.length === 0 && (
          <Text as="p" variant="body" muted>
            No groups yet.
          </Text>
        )}
        {groups.data && groups.data.length > 0 && (
          <Stack as="ul" className={styles.list}>
            {groups.data.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                isFocused={group.id === focused}
                onEdit={() => onEdit(group.id)}
                onDelete={() => setDeleted(group)}
              />
            ))}
          </Stack>
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
      <ForeignText wrap>{group.name}</ForeignText> is removed as a filter. Users who were granted
      this group lose access to its tenants, unless another grant includes them. The tenants are
      kept.
    </ConfirmDialog>
  )
}

interface GroupRowProps {
  group: TenantGroup
  isFocused: boolean
  onEdit: () => void
  onDelete: () => void
}

/** One group with what it holds. */
function GroupRow({ group, isFocused, onEdit, onDelete }: GroupRowProps) {
  const styles = useStyles()
  const format = useFormat()
  const [edit, setEdit] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (isFocused) edit?.focus()
  }, [isFocused, edit])
  const { name, tenantIds } = group
  const count = tenantIds.length
  return (
    <Stack as="li" row wrap gap={16} lineGap={4} align="center" className={styles.row}>
      <div className={styles.words}>
        <ForeignText wrap>{name}</ForeignText>
        <Text as="div" variant="caption" muted tabular>
          {count === 1 ? '1 tenant' : `${format.number(count)} tenants`}
        </Text>
      </div>
      <Stack row gap={8}>
        <Button ref={setEdit} size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button {...RETURNS_FOCUS} size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </Stack>
    </Stack>
  )
}

/** Creates a group (null), or saves one that no other user has changed since. */
export function useSaveGroup(group: TenantGroup | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: TenantGroupInput) =>
      group === null
        ? call(createTenantGroup, { body: input })
        : call(saveTenantGroup, {
            params: { groupId: group.id },
            body: { ...input, version: group.version },
          }),
    onSuccess: async ({ name }) => {
      await rereadGroups(client)
      showToast({ intent: 'success', title: 'Group saved', text: `${name} is saved.` })
    },
  })
}

/** Deletes a group; the reply contains the number of users who lose tenants. */
function useDeleteGroup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: TenantGroup) => call(deleteTenantGroup, { params: { groupId: id } }),
    onSuccess: async ({ message }) => {
      await rereadGroups(client)
      showToast({ intent: 'success', title: 'Group deleted', text: message })
    },
    onError: (error) => {
      showToast({ intent: 'error', title: 'Delete failed', text: userMessageOf(error) })
      // Another user may have deleted it.
      return rereadGroups(client)
    },
  })
}

/** Reads the groups and the tenants with their groups again. */
async function rereadGroups(client: QueryClient): Promise<void> {
  await Promise.all(
    [tenantGroupsQuery.queryKey, [TENANT_LIST]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
