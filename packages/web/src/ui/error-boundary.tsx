import { Component } from 'react'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../lib/api-error.ts'
import { reloadPage } from '../lib/leaving.ts'
import { LoadFailed } from './load-failed.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** What stands in for a part whose absence needs no words of its own. */
  fallback?: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
}

/** The net under everything that no page catches. A class, because React catches errors in no other way. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (failure === null) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    return (
      <main>
        <LoadFailed
          title="Tenantscope could not be shown"
          message={userMessageOf(failure.error)}
          requestId={requestIdOf(failure.error)}
          onRetry={reloadPage}
          retryLabel="Reload"
        />
      </main>
    )
  }
}
