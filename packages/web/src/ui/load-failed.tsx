import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../lib/api-error.ts'

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    padding: '48px 16px',
    textAlign: 'center',
  },
  title: { ...typographyStyles.subtitle2, margin: 0, overflowWrap: 'anywhere' },
  icon: { fontSize: '32px', color: tokens.colorStatusDangerForeground1 },
  message: {
    ...typographyStyles.body1,
    maxWidth: '480px',
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  actions: { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '8px' },
  reference: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})

interface LoadFailedProps {
  title: string
  /** The failed query: gives the message, the request id and the retry. */
  query?: { error: unknown; refetch: () => unknown }
  message?: string
  /** The server's request id, for support. */
  requestId?: string | null
  onRetry?: () => void
  /** The specification names this button differently from screen to screen. */
  retryLabel?: string
  /** More actions beside the retry. */
  actions?: ReactNode
}

/** Shows what could not be read, why, and what to do next. */
export function LoadFailed(props: LoadFailedProps) {
  const { title, query, retryLabel = 'Try again', actions } = props
  const { message, requestId, onRetry } = query ? partsOf(query) : props
  const styles = useStyles()
  return (
    <div className={styles.root} role="alert">
      <ErrorCircleRegular className={styles.icon} aria-hidden="true" />
      <h2 className={styles.title}>{title}</h2>
      {message !== undefined && <span className={styles.message}>{message}</span>}
      <div className={styles.actions}>
        {onRetry && (
          <Button appearance="primary" onClick={onRetry}>
            {retryLabel}
          </Button>
        )}
        {actions}
      </div>
      {typeof requestId === 'string' && (
        <span className={styles.reference}>Request ID: {requestId}</span>
      )}
    </div>
  )
}

const partsOf = ({ error, refetch }: NonNullable<LoadFailedProps['query']>) => ({
  message: userMessageOf(error),
  requestId: requestIdOf(error),
  onRetry: () => void refetch(),
})
