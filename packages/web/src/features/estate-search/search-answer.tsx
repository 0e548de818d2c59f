import {
  Button,
  makeStyles,
  ProgressBar,
  Spinner,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { SEARCH } from '@tenantscope/contract/limits'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { SearchResults } from './search-results.tsx'
import type { SearchState } from './use-estate-search.ts'

const useStyles = makeStyles({
  note: {
    ...typographyStyles.body1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '8px',
    minHeight: '112px',
    boxSizing: 'border-box',
    padding: '16px 24px',
    textAlign: 'center',
    color: tokens.colorNeutralForeground2,
  },
  title: { ...typographyStyles.body1Strong, color: tokens.colorNeutralForeground1 },
  reference: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
  // Has its place whether something is under way or not: the results do not move.
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

/** What there is to say or to show for the words typed so far. */
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
      <p className={styles.note}>
        Find a tenant, a person, a license or a Conditional Access policy in all tenants that you
        may see.
      </p>
    )
  if (state.kind === 'tooShort')
    return <p className={styles.note}>Type at least {SEARCH.minLength} characters</p>
  if (state.kind === 'searching')
    return (
      <div className={styles.note}>
        <Spinner size="small" label="Searching..." />
      </div>
    )
  if (state.kind === 'failed') return <Failed {...state} />
  if (state.groups.length === 0) return <NoResults text={text} />
  return (
    <>
      <div className={styles.progress}>
        {state.isOld && <ProgressBar thickness="medium" aria-label="Searching..." />}
      </div>
      <SearchResults
        listId={listId}
        groups={state.groups}
        words={state.words}
        isOld={state.isOld}
        activeKey={activeKey}
        onChosen={onChosen}
      />
    </>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const styles = useStyles()
  const requestId = requestIdOf(error)
  return (
    <div className={styles.note} role="alert">
      <span className={styles.title}>The search failed</span>
      <span>{userMessageOf(error)}</span>
      <Button onClick={retry}>Retry</Button>
      {requestId !== null && <span className={styles.reference}>Request ID: {requestId}</span>}
    </div>
  )
}

function NoResults({ text }: { text: string }) {
  const styles = useStyles()
  return (
    <div className={styles.note}>
      <span className={styles.title}>
        No results for “<ForeignText wrap>{text.trim()}</ForeignText>”
      </span>
      <span>Check the spelling, or try a part of the name, an address or a domain.</span>
    </div>
  )
}

/** The same for those who listen: the words that change while the focus stays in the field. */
function spokenText(state: SearchState): string {
  if (state.kind === 'tooShort') return `Type at least ${SEARCH.minLength} characters`
  if (state.kind !== 'found' || state.isOld) return ''
  const count = state.groups.reduce((sum, { items }) => sum + items.length, 0)
  if (count === 0) return `No results for ${state.words}`
  const results = count === 1 ? '1 result' : `${count} results`
  return state.groups.some(({ isMore }) => isMore) ? `${results}, there are more` : results
}
