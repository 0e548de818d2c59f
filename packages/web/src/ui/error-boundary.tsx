import { Component } from 'react'
import type { ReactNode } from 'react'

import { requestIdOf, userMessageOf } from '../lib/api-error.ts'
import { reloadPage } from '../lib/leaving.ts'
import { LoadFailed } from './load-failed.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Shown instead of the failed part. */
  fallback?: ReactNode
}

interface ErrorBoundaryState {
  failure: { error: unknown } | null
}

/** Catches errors that no page catches. A class, because React has no other API for it. */
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
