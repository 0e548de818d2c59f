import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { AppTheme } from '../ui/app-theme.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { NewVersionBar } from '../ui/new-version-bar.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { AuthGate } from './auth-gate.tsx'

/** The whole application, from the theme to the screen. */
export function App({ client }: { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <AppTheme>
        <NewVersionBar />
        <ErrorBoundary>
          <AuthGate />
        </ErrorBoundary>
        <ToastRegion />
      </AppTheme>
    </QueryClientProvider>
  )
}
