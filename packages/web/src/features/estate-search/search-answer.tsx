import { Button, makeStyles, ProgressBar, Spinner, tokens } from '@fluentui/react-components'
import { SEARCH } from '@tenantscope/contract/limits'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { Text } from '../../ui/text.tsx'
import { SearchResults } from './search-results.tsx'
import type { SearchState } from './use-estate-search.ts'

const useStyles = makeStyles({
  note: {
    justifyContent: 'center',
    minHeight: '112px',
    boxSizing: 'border-box',
    padding: '16px 24px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
  title: { color: tokens.colorNeutralForeground1 },
  // Always takes its place, so that the results do not move.
  progress: { height: '2px' },
  spoken: HIDDEN_FROM_SIGHT,
})

interface SearchAnswerProps {
  state: SearchState
  text: string
  listId: string
  activeKey: string | undefined
  onChosen: () => void
}

/** The results or the state of the search. */
export function SearchAnswer({ state, ...props }: SearchAnswerProps) {
  const styles = useStyles()
  return (
    <>
      <output className={styles.spoken}>{spokenText(state)}</output>
      <Shown state={state} {...props} />
    </>
  )
}

function Shown({ state, text, listId, activeKey, onChosen }: SearchAnswerProps) {
  const styles = useStyles()
  if (state.kind === 'empty')
    return (
      <Note>
        Find tenants, users, licenses and Conditional Access policies in all tenants that you can
        see, and checks by title or ID.
      </Note>
    )
  if (state.kind === 'tooShort') return <Note>Enter at least {SEARCH.minLength} characters</Note>
  if (state.kind === 'searching')
    return (
      <Note>
        <Spinner size="small" label="Searching..." />
      </Note>
    )
  if (state.kind === 'failed') return <Failed {...state} />
  const { kind: _, ...found } = state
  if (state.groups.length === 0) return <NoResults text={text} />
  return (
    <>
      <div className={styles.progress}>
        {state.isOld && <ProgressBar thickness="medium" aria-label="Searching..." />}
      </div>
      <SearchResults {...found} listId={listId} activeKey={activeKey} onChosen={onChosen} />
    </>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const requestId = requestIdOf(error)
  return (
    <Note title="The search failed" role="alert">
      <span>{userMessageOf(error)}</span>
      <Button onClick={retry}>Retry</Button>
      {requestId !== null && <Text variant="caption">Request ID: {requestId}</Text>}
    </Note>
  )
}

function NoResults({ text }: { text: string }) {
  const title = (
    <>
      No results for “<ForeignText wrap>{text.trim()}</ForeignText>”
    </>
  )
  return (
    <Note title={title}>
      Check the spelling, or try a part of the name, an address or a domain.
    </Note>
  )
}

interface NoteProps {
  title?: ReactNode
  role?: 'alert'
  children: ReactNode
}

function Note({ title, role, children }: NoteProps) {
  const styles = useStyles()
  const body = useTextStyle({ variant: 'body' }, styles.note)
  return (
    <Stack gap={8} align="center" role={role} className={body}>
      {title !== undefined && (
        <Text variant="strong" className={styles.title}>
          {title}
        </Text>
      )}
      {children}
    </Stack>
  )
}

/** Returns the text for screen readers, while the focus stays in the field. */
function spokenText(state: SearchState): string {
  if (state.kind === 'tooShort') return `Enter at least ${SEARCH.minLength} characters`
  if (state.kind !== 'found' || state.isOld) return ''
  const count = state.groups.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return `No results for ${state.words}`
  const results = count === 1 ? '1 result' : `${count} results`
  return state.groups.some(({ all }) => all !== null) ? `${results}, there are more` : results
}
