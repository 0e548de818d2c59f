import { makeStyles, Spinner, tokens, typographyStyles } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'

const useStyles = makeStyles({
  answer: { display: 'flex', flexDirection: 'column', gap: '8px', minHeight: '200px' },
  waiting: { justifyContent: 'flex-start' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface DirectoryAnswerProps<Answer> {
  query: UseQueryResult<Answer>
  /** What the answer comes to, in words. */
  note: (answer: Answer) => string
  children: (answer: Answer) => ReactNode
}

/** What Microsoft answered: that it is asked, why it did not answer, or what was found. */
export function DirectoryAnswer<Answer>({ query, note, children }: DirectoryAnswerProps<Answer>) {
  const styles = useStyles()
  if (query.isFetching)
    return (
      <output className={styles.answer}>
        <Spinner
          className={styles.waiting}
          size="tiny"
          label="Asking Microsoft, for 10 seconds at most..."
        />
      </output>
    )
  if (query.isError)
    return (
      <LoadFailed
        title="Your directory could not be read"
        message={userMessageOf(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
        retryLabel="Retry"
        actions={<LinkButton to="/azure-config">Check Permissions</LinkButton>}
      />
    )
  if (query.data === undefined) return null
  return (
    <div className={styles.answer}>
      <output className={styles.note}>{note(query.data)}</output>
      {children(query.data)}
    </div>
  )
}
