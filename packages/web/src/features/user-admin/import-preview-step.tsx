import { Button, DialogActions, DialogContent, makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { ImportChoice, ImportPreview } from '@tenantscope/contract/users'
import { useEffect, useState } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { DirectoryAnswer } from './directory-answer.tsx'
import { importPreviewQuery, useImportUsers } from './directory.queries.ts'
import { ImportPreviewTable } from './import-preview-table.tsx'
import { importCounts } from './import-words.ts'
import type { ImportOutcome } from './import-words.ts'

const useStyles = makeStyles({ content: { padding: '4px 0 16px' } })

interface ImportPreviewStepProps {
  choice: ImportChoice
  runFresh: RunFresh
  onImported: (outcome: ImportOutcome) => void
  onBack: () => void
}

/** Step 2: what the import would make of everybody. */
export function ImportPreviewStep(props: ImportPreviewStepProps) {
  const { choice, runFresh, onImported, onBack } = props
  const styles = useStyles()
  // The button that had the focus is gone.
  const [back, setBack] = useState<HTMLButtonElement | null>(null)
  useEffect(() => back?.focus(), [back])
  const preview = useQuery(importPreviewQuery(choice))
  const people = preview.isFetching ? [] : (preview.data?.people ?? [])
  const wanted = people.filter(({ leftOut }) => leftOut === null)
  const importing = useImportUsers(runFresh, (result) => onImported({ result, people }))
  return (
    <>
      <DialogContent className={styles.content}>
        <DirectoryAnswer query={preview} note={noteOf}>
          {({ people }) => <ImportPreviewTable people={people} />}
        </DirectoryAnswer>
      </DialogContent>
      <DialogActions>
        <Button ref={setBack} disabledFocusable={importing.isPending} onClick={onBack}>
          Back
        </Button>
        <Button
          appearance="primary"
          disabledFocusable={wanted.length === 0 || importing.isPending}
          onClick={() => importing.mutate(wanted)}
        >
          {importing.isPending ? 'Importing...' : importLabel(wanted.length)}
        </Button>
      </DialogActions>
    </>
  )
}

function noteOf({
  people,
  isTruncated,
}: {
  people: readonly ImportPreview[]
  isTruncated: boolean
}) {
  const wanted = people.filter(({ leftOut }) => leftOut === null).length
  const counts = importCounts({
    done: 'to import',
    imported: wanted,
    leftOut: people.length - wanted,
  })
  return isTruncated
    ? `${counts}. The group has more members: import these, then the group again for the others.`
    : counts
}

function importLabel(count: number): string {
  if (count === 0) return 'Nobody to import'
  return count === 1 ? 'Import 1 person' : `Import ${count} people`
}
