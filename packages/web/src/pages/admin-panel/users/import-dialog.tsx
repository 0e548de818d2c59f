import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
  Radio,
  RadioGroup,
  tokens,
} from '@fluentui/react-components'
import { useIsMutating } from '@tanstack/react-query'
import type { ImportChoice } from '@tenantscope/contract/user-import'
import { useEffect, useState } from 'react'

import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { ImportGroup, ImportPeople } from './import-people.tsx'
import { IMPORT_USERS, ImportPreviewStep } from './import-preview-step.tsx'
import type { ImportOutcome } from './import-words.ts'
import { directoryNameOf, importCounts, LEFT_OUT } from './import-words.ts'

const useStyles = makeStyles({
  surface: {
    maxWidth: '680px',
    '@media (max-width: 480px)': { width: '100%', maxWidth: '100%' },
  },
  content: { display: 'flex', flexDirection: 'column', gap: '12px', padding: '4px 0 16px' },
  person: { padding: '8px 0', borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
})

type Step =
  | { name: 'choice'; isBack: boolean }
  | { name: 'preview'; choice: ImportChoice }
  | { name: 'result'; outcome: ImportOutcome }

const TITLES = {
  choice: 'Import from Microsoft',
  preview: 'Import from Microsoft: preview',
  result: 'Import from Microsoft: result',
} as const satisfies Record<Step['name'], string>

/** Accounts for people of the own directory: whom, what they would get, and what came of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  const [draft, setDraft] = useState<ImportDraft>({ by: 'people', microsoftIds: [], groupId: null })
  const [step, setStep] = useState<Step>({ name: 'choice', isBack: false })
  const isImporting = useIsMutating({ mutationKey: IMPORT_USERS }) > 0
  const close = () => {
    if (!isImporting) onClose()
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>{TITLES[step.name]}</ClosableTitle>
          {step.name === 'choice' && (
            <ImportChoiceStep
              draft={draft}
              isBack={step.isBack}
              onChange={setDraft}
              onNext={(choice) => setStep({ name: 'preview', choice })}
              onCancel={onClose}
            />
          )}
          {step.name === 'preview' && (
            <ImportPreviewStep
              choice={step.choice}
              onImported={(outcome) => setStep({ name: 'result', outcome })}
              onBack={() => setStep({ name: 'choice', isBack: true })}
            />
          )}
          {step.name === 'result' && <ImportResultStep outcome={step.outcome} onClose={onClose} />}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

/** The users to import. */
interface ImportDraft {
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
function ImportChoiceStep(props: ImportChoiceStepProps) {
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

interface ImportResultStepProps {
  outcome: ImportOutcome
  onClose: () => void
}

/** Step 3: shows how many users were imported, and the others with the reason. */
function ImportResultStep({ outcome, onClose }: ImportResultStepProps) {
  const styles = useStyles()
  const leftOut = leftOutOf(outcome)
  const imported = outcome.result.totalImported
  // The button that had the focus was removed.
  const [done, setDone] = useState<HTMLButtonElement | null>(null)
  useEffect(() => done?.focus(), [done])
  return (
    <>
      <DialogContent className={styles.content}>
        <output>
          <Text variant="subtitle">
            {importCounts({ done: 'imported', imported, leftOut: leftOut.length })}
          </Text>
        </output>
        {imported > 0 && (
          <Text as="p" muted>
            They can sign in with Microsoft now. Roles and tenants can be changed under Manage.
          </Text>
        )}
        {leftOut.length > 0 && (
          <Stack as="ul" aria-label="Left out">
            {leftOut.map(({ name, reason }, index) => (
              <Stack
                key={index}
                as="li"
                row
                wrap
                gap={16}
                lineGap={0}
                justify="between"
                className={styles.person}
              >
                <ForeignText wrap>{name}</ForeignText>
                <Text muted>{reason}</Text>
              </Stack>
            ))}
          </Stack>
        )}
      </DialogContent>
      <DialogActions>
        <Button ref={setDone} appearance="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}

/** Returns all users without an account and why: those of the preview, then those that the server refused. */
function leftOutOf({ result, people }: ImportOutcome): { name: string; reason: string }[] {
  const before = people.flatMap((person) =>
    person.leftOut === null
      ? []
      : [{ name: directoryNameOf(person), reason: LEFT_OUT[person.leftOut] }],
  )
  const after = result.leftOut.map(({ microsoftId, reason }) => {
    const person = people.find((each) => each.microsoftId === microsoftId)
    return { name: person === undefined ? microsoftId : directoryNameOf(person), reason }
  })
  return [...before, ...after]
}
