import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { StoredAdminSettings } from '@tenantscope/contract/settings'
import { useRef, useState } from 'react'

import { ApiError } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { LeavingQuestion } from '../../../ui/leaving-question.tsx'
import { SaveProblem } from '../../../ui/save-problem.tsx'
import { useFocusOnProblem } from '../../../ui/use-focus-on-problem.ts'
import { NotificationsSection } from './notifications-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { RetentionSection } from './retention-section.tsx'
import { draftOf, isSameDraft, readDraft } from './settings-draft.ts'
import type { Problems, SettingsDraft } from './settings-draft.ts'
import { useSaveSettings } from './settings.queries.ts'
import { SignInSection } from './sign-in-section.tsx'
import { TenantsSection } from './tenants-section.tsx'

const useStyles = makeStyles({
  form: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minWidth: 0,
    // What takes the focus is scrolled to above the bar, not under it.
    '& :is(input, select)': { scrollMarginBottom: '120px' },
  },
  bar: {
    position: 'sticky',
    bottom: 0,
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
    padding: '12px 0',
    backgroundColor: tokens.colorNeutralBackground2,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  state: {
    ...typographyStyles.caption1,
    marginInlineEnd: 'auto',
    color: tokens.colorNeutralForeground2,
  },
})

/** What every section of the form gets. */
export interface SectionProps {
  draft: SettingsDraft
  stored: StoredAdminSettings
  problems: Problems
  onChange: (changes: Partial<SettingsDraft>) => void
}

interface SettingsFormProps {
  loaded: StoredAdminSettings
  onLoadNewer: () => void
}

/** All settings with one Save, since the whole object is stored (specification section 7, Admin). */
export function SettingsForm({ loaded, onLoadNewer }: SettingsFormProps) {
  const styles = useStyles()
  const format = useFormat()
  const element = useRef<HTMLFormElement>(null)
  const [stored, setStored] = useState(loaded)
  const [draft, setDraft] = useState(() => draftOf(loaded))
  const [problems, setProblems] = useState<Problems>({})
  const { save, dialog } = useSaveSettings()
  const isDirty = !isSameDraft(draft, draftOf(stored))
  useFocusOnProblem(element, problems)

  const take = (newer: StoredAdminSettings) => {
    setStored(newer)
    setDraft(draftOf(newer))
    setProblems({})
    save.reset()
  }
  const submit = () => {
    if (save.isPending || !isDirty) return
    const read = readDraft(draft)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    save.mutate(
      { ...read.settings, version: stored.version },
      {
        onSuccess: (saved) => {
          setStored(saved)
          // What was changed meanwhile is not saved yet.
          setDraft((now) => (now === draft ? draftOf(saved) : now))
          save.reset()
        },
      },
    )
  }
  const section: SectionProps = {
    draft,
    stored,
    problems,
    onChange: (changes) => {
      setDraft({ ...draft, ...changes })
      setProblems({})
    },
  }

  const form = (
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-label="Settings"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isToldHere(save.error) && (
        <SaveProblem error={save.error} what="settings" onLoadNewer={onLoadNewer} />
      )}
      <SignInSection {...section} />
      <PeopleSection {...section} />
      <TenantsSection {...section} />
      <RetentionSection {...section} />
      <NotificationsSection {...section} />
      <div className={styles.bar}>
        <output className={styles.state}>
          {isDirty ? 'Not saved yet' : lastChangeOf(stored, format.dateTime)}
        </output>
        <Button disabledFocusable={!isDirty || save.isPending} onClick={() => take(stored)}>
          Discard
        </Button>
        <Button appearance="primary" type="submit" disabledFocusable={!isDirty || save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
      <LeavingQuestion isDirty={isDirty} what="the settings" />
    </form>
  )
  // Beside the form: a dialog's Enter within it would send it again.
  return (
    <>
      {form}
      {dialog}
    </>
  )
}

function lastChangeOf(
  { updatedAt, updatedBy }: StoredAdminSettings,
  dateTime: (at: string) => string,
): string {
  return updatedAt === null ? '' : `Last change: ${updatedBy ?? 'somebody'}, ${dateTime(updatedAt)}`
}

const isToldHere = (error: unknown): boolean =>
  error instanceof ApiError && [400, 409].includes(error.status)
