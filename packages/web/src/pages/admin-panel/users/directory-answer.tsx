import { makeStyles, Spinner } from '@fluentui/react-components'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { LinkButton } from '../../../ui/app-link.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Text } from '../../../ui/text.tsx'

const useStyles = makeStyles({
  answer: { display: 'flex', flexDirection: 'column', gap: '8px', minHeight: '200px' },
  waiting: { justifyContent: 'flex-start' },
})

/** Searches ask Microsoft after this pause in typing. */
export const TYPING_MS = 400

/** Searches ask Microsoft again each time the dialog opens. */
export const LIVE = { staleTime: 60_000, gcTime: 0 } as const

interface DirectoryAnswerProps<Answer> {
  query: UseQueryResult<Answer>
  /** Summarizes the answer. */
  note: (answer: Answer) => string
  children: (answer: Answer) => ReactNode
}

/** Shows an answer of Microsoft, its progress or its failure. */
export function DirectoryAnswer<Answer>({ query, note, children }: DirectoryAnswerProps<Answer>) {
  const styles = useStyles()
  if (query.isFetching)
    return (
      <output className={styles.answer}>
        <Spinner
          className={styles.waiting}
          size="tiny"
          label="Searching in Microsoft Entra ID, for up to 10 seconds..."
        />
      </output>
    )
  if (query.isError)
    return (
      <LoadFailed
        title="Your directory could not be read"
        query={query}
        retryLabel="Retry"
        actions={<LinkButton to="/azure-config">Check Permissions</LinkButton>}
      />
    )
  if (query.data === undefined) return null
  return (
    <div className={styles.answer}>
      <output>
        <Text variant="caption" muted>
          {note(query.data)}
        </Text>
      </output>
      {children(query.data)}
    </div>
  )
}
