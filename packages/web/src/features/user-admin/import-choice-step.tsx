import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  Radio,
  RadioGroup,
} from '@fluentui/react-components'
import type { ImportChoice } from '@tenantscope/contract/users'
import { useEffect, useState } from 'react'

import { ImportGroup } from './import-group.tsx'
import { ImportPeople } from './import-people.tsx'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '4px 0 16px' },
})

/** Whom somebody is about to import. */
export interface ImportDraft {
  by: 'people' | 'group'
  microsoftIds: readonly string[]
  groupId: string | null
}

interface ImportChoiceStepProps {
  draft: ImportDraft
  /** From the preview. */
  isBack: boolean
  onChange: (draft: ImportDraft) => void
  onNext: (choice: ImportChoice) => void
  onCancel: () => void
}

/** Step 1: whom. */
export function ImportChoiceStep(props: ImportChoiceStepProps) {
  const { draft, isBack, onChange, onNext, onCancel } = props
  const styles = useStyles()
  const [next, setNext] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (isBack) next?.focus()
  }, [isBack, next])
  const choice = choiceOf(draft)
  return (
    <>
      <DialogContent className={styles.content}>
        <RadioGroup
          layout="horizontal"
          aria-label="Import"
          value={draft.by}
          onChange={(_, { value }) =>
            onChange({ ...draft, by: value === 'group' ? 'group' : 'people' })
          }
        >
          <Radio value="people" label="People" />
          <Radio value="group" label="Members of a group" />
        </RadioGroup>
        {draft.by === 'people' ? (
          <ImportPeople
            chosen={draft.microsoftIds}
            onChoose={(microsoftIds) => onChange({ ...draft, microsoftIds })}
          />
        ) : (
          <ImportGroup
            chosen={draft.groupId}
            onChoose={(groupId) => onChange({ ...draft, groupId })}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          ref={setNext}
          appearance="primary"
          disabled={choice === null}
          onClick={() => choice !== null && onNext(choice)}
        >
          Preview
        </Button>
      </DialogActions>
    </>
  )
}

function choiceOf({ by, microsoftIds, groupId }: ImportDraft): ImportChoice | null {
  if (by === 'group') return groupId === null ? null : { groupId }
  return microsoftIds.length === 0 ? null : { microsoftIds: [...microsoftIds] }
}
