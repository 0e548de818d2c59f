import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { importUsers, previewImport } from '@tenantscope/contract/user-import'
import type { ImportChoice, ImportPreview } from '@tenantscope/contract/user-import'
import { useEffect, useState } from 'react'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { failureToast } from '../../../lib/toasts.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { DirectoryAnswer } from './directory-answer.tsx'
import { AssignmentDialog, AssignmentFields } from './import-assignment.tsx'
import { ImportPreviewTable } from './import-preview-table.tsx'
import { importInput, NOTHING_CHOSEN } from './import-rights.ts'
import type { Assignment } from './import-rights.ts'
import { directoryNameOf, importCounts } from './import-words.ts'
import type { ImportOutcome } from './import-words.ts'
import { rereadUsers } from './users.queries.ts'

const useStyles = makeStyles({ content: { padding: '4px 0 16px' } })

/** The key of the import while it runs. */
export const IMPORT_USERS = ['import-users'] as const

interface ImportPreviewStepProps {
  choice: ImportChoice
  onImported: (outcome: ImportOutcome) => void
  onBack: () => void
}

/** Step 2: previews the import, then imports. */
export function ImportPreviewStep({ choice, onImported, onBack }: ImportPreviewStepProps) {
  const styles = useStyles()
  const client = useQueryClient()
  // The button that had the focus was removed.
  const [back, setBack] = useState<HTMLButtonElement | null>(null)
  useEffect(() => back?.focus(), [back])
  const preview = useQuery({
    queryKey: ['import-preview', choice],
    queryFn: ({ signal }) => call(previewImport, { body: choice }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const people = preview.isFetching ? [] : (preview.data?.people ?? [])
  const [forAll, setForAll] = useState<Assignment>(NOTHING_CHOSEN)
  const [byId, setById] = useState<ReadonlyMap<string, Assignment>>(new Map())
  const [edited, setEdited] = useState<ImportPreview | null>(null)
  const users = people
    .filter(({ leftOut }) => leftOut === null)
    .map(({ microsoftId, tenantId }) => ({
      microsoftId,
      tenantId,
      own: byId.get(microsoftId) ?? NOTHING_CHOSEN,
    }))
  const importing = useMutation({
    mutationKey: IMPORT_USERS,
    mutationFn: () => runFresh(() => call(importUsers, { body: importInput(users, forAll) })),
    onSuccess: (result) => onImported({ result, people }),
    onError: failureToast('Import Failed'),
    // Also after a failure: some users may have an account already.
    onSettled: () => rereadUsers(client),
  })
  return (
    <>
      <DialogContent className={styles.content}>
        <DirectoryAnswer query={preview} note={noteOf}>
          {({ people: shown }) =>
            shown.length > 0 && (
              <Stack gap={16}>
                {users.length > 0 && <AssignmentFields value={forAll} onChange={setForAll} />}
                <ImportPreviewTable people={shown} forAll={forAll} byId={byId} onEdit={setEdited} />
              </Stack>
            )
          }
        </DirectoryAnswer>
        {edited && (
          <AssignmentDialog
            name={directoryNameOf(edited)}
            value={byId.get(edited.microsoftId) ?? NOTHING_CHOSEN}
            onChange={(chosen) => setById(new Map(byId).set(edited.microsoftId, chosen))}
            onClose={() => setEdited(null)}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button ref={setBack} disabledFocusable={importing.isPending} onClick={onBack}>
          Back
        </Button>
        <ActionButton
          appearance="primary"
          isBusy={importing.isPending}
          busyLabel="Importing..."
          isOff={users.length === 0}
          onClick={() => importing.mutate()}
        >
          {importLabel(users.length)}
        </ActionButton>
      </DialogActions>
    </>
  )
}

interface Preview {
  people: readonly ImportPreview[]
  isTruncated: boolean
  hidesMembers: boolean
}

function noteOf({ people, isTruncated, hidesMembers }: Preview): string {
  const imported = people.filter(({ leftOut }) => leftOut === null).length
  const counts = importCounts({ done: 'to import', imported, leftOut: people.length - imported })
  if (hidesMembers)
    return `${counts}. The group, or a group in it, hides its members, so that Microsoft may not return all of them. Import the others as users.`
  return isTruncated
    ? `${counts}. The group has more members: import these first, then import the group again for the others.`
    : counts
}

function importLabel(count: number): string {
  if (count === 0) return 'No users to import'
  return count === 1 ? 'Import 1 user' : `Import ${count} users`
}
